import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a test says to mock-push-server: the routes below {@code /_mock}, about one app. Bodies are JSON texts, as in the documents. Java 17, no
 * library; a project that has a JSON parser will use that in place of Json.java.
 */
public final class MockPush {
  /** What became of a message for one token. */
  public record Delivery(String token, String outcome, String reason, String explanation) {}

  /** The server's own sentence, such as the nearest request when a verification fails. */
  public static final class Refusal extends RuntimeException {
    Refusal(String sentence) { super(sentence); }
  }

  private final String url;
  public final String app;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /** With the plain http address in MOCK_PUSH_HTTP_URL, or http://127.0.0.1:8080. */
  public MockPush(String app) {
    this(app, System.getenv().getOrDefault("MOCK_PUSH_HTTP_URL", "http://127.0.0.1:8080"));
  }

  public MockPush(String app, String url) {
    this.app = app;
    this.url = url;
  }

  /** Deletes everything of every app, faults and journal included. */
  public void reset() { control("POST", "/reset", null); }

  /** Stops the clock at a moment such as 2026-03-02T20:59:00+09:00. Going back deletes all data. */
  public void freeze(String moment) { control("PUT", "/clock", "{\"now\":\"" + moment + "\",\"mode\":\"frozen\",\"reset\":true}"); }

  /** Returns when all that falls due on the way is delivered. */
  public void advance(Duration duration) { control("POST", "/clock/advance", "{\"by\":\"" + duration + "\"}"); }

  /** Returns when no message is pending. */
  public void settle() { control("POST", "/settle", null); }

  /** Breaks calls on purpose: {"preset":"sdk-timeout","times":1}. */
  public void fault(String rule) { control("POST", "/faults", rule); }

  public void mend() { control("DELETE", "/faults", null); }

  /** The deliveries to a token, newest first, as soon as there are so many. */
  public List<Delivery> deliveries(String token, int atLeast, Duration within) {
    return patiently(within, () -> {
      var path = "/apps/" + app + "/tokens/" + URLEncoder.encode(token, StandardCharsets.UTF_8).replace("+", "%20") + "/deliveries";
      var found = read(control("GET", path, null));
      if (found.size() < atLeast) throw new Refusal(token + " got " + found.size() + " deliveries, not " + atLeast);
      return found;
    });
  }

  /** What a message would do to each token, without sending it. */
  public List<Delivery> explain(String message) { return read(control("POST", "/apps/" + app + "/explain", message)); }

  /** Waits until requests are as expected: {"match":{"method":"POST","uid":"mina"},"count":1}. Fails with the nearest miss. */
  public void verify(String expectation, Duration within) {
    patiently(within, () -> control("POST", "/requests/verify", expectation));
  }

  /** One call of a backend or an app, as the vendor's API takes it; returns the answer's body. */
  public String vendor(String method, String path, String body, Duration timeout) throws IOException, InterruptedException {
    return send(method, "/push/v2.4/appkeys/" + app + path, body, timeout).body();
  }

  private String control(String method, String path, String body) {
    try {
      var answer = send(method, "/_mock" + path, body, Duration.ofSeconds(30));
      if (answer.statusCode() >= 300) throw new Refusal(answer.body());
      return answer.body();
    } catch (IOException | InterruptedException error) {
      throw new Refusal(method + " " + path + ": " + error);
    }
  }

  private HttpResponse<String> send(String method, String path, String body, Duration timeout) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(timeout).header("X-Secret-Key", "abcd1234");
    var token = System.getenv("MOCK_PUSH_ADMIN_TOKEN");
    if (token != null && path.startsWith("/_mock")) request.header("Authorization", "Bearer " + token);
    if (body != null) request.header("Content-Type", "application/json");
    var content = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    return client.send(request.method(method, content).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static List<Delivery> read(String json) {
    return Json.list(Json.object(Json.read(json)).get("deliveries")).stream().map(Json::object)
      .map(each -> new Delivery((String) each.get("token"), (String) each.get("outcome"), (String) each.get("reason"), (String) each.get("explanation")))
      .toList();
  }

  private interface Ask<T> { T now(); }

  /** Asks again until it does not throw, or time is up. */
  private static <T> T patiently(Duration within, Ask<T> ask) {
    var end = Instant.now().plus(within);
    while (true) {
      try {
        return ask.now();
      } catch (Refusal refusal) {
        if (Instant.now().isAfter(end)) throw refusal;
        try { Thread.sleep(50); } catch (InterruptedException error) { throw refusal; }
      }
    }
  }
}
