import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The calls of the vendor's API stand for the backend or app that is really tested. */
class ShopTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final String SHIPPED = """
    {"target":{"type":"UID","to":["mina"]},"messageType":"NOTIFICATION","content":{"default":{"title":"Order shipped","body":"Arrives Friday"}}}""";

  // JUnit makes an object of the class for each test, so each has an app of its own: nothing to reset, and tests may run side by side.
  private final MockPush push = new MockPush("JAVA-" + UUID.randomUUID());

  @Test void theOrderArrives() throws Exception {
    register("phone", true);
    send(SHIPPED);
    assertEquals(List.of("SENT"), push.deliveries("phone", 1, SOON).stream().map(MockPush.Delivery::outcome).toList());
    push.verify("{\"match\":{\"appkey\":\"" + push.app + "\",\"method\":\"POST\",\"body\":{\"target\":{\"to\":[\"mina\"]}}},\"count\":1}", SOON);
  }

  @Test void withoutConsentItDoesNotAndTheMockSaysWhy() throws Exception {
    register("phone", false);
    var explained = push.explain(SHIPPED).get(0);
    assertEquals("NOTIFICATION_OFF", explained.reason());
    assertTrue(explained.explanation().contains("isNotificationAgreement is false"), explained.explanation());
  }

  @Test void aSilentServerIsATimeOutAndTheNextTrySucceeds() throws Exception {
    push.fault("{\"match\":{\"appkey\":\"" + push.app + "\",\"path\":\"/tokens\"},\"times\":1,\"then\":{\"connection\":\"silence\"}}");
    assertThrows(HttpTimeoutException.class, () -> push.vendor("POST", "/tokens", registration("phone", true), Duration.ofMillis(300)));
    register("phone", true);
  }

  @Test void aRequestThatNeverCameFailsWithTheNearestOne() throws Exception {
    register("phone", true);
    var refusal = assertThrows(
      MockPush.Refusal.class, () -> push.verify("{\"match\":{\"appkey\":\"" + push.app + "\",\"uid\":\"minna\"}}", Duration.ZERO));
    assertTrue(refusal.getMessage().contains("differs in uid"), refusal.getMessage());
  }

  private void register(String token, boolean agrees) throws IOException, InterruptedException {
    expectSuccess(push.vendor("POST", "/tokens", registration(token, agrees), SOON));
  }

  private void send(String message) throws IOException, InterruptedException {
    expectSuccess(push.vendor("POST", "/messages", message, SOON));
    push.settle();
  }

  // HTTP says 200 to everything; this is what counts.
  private static void expectSuccess(String answer) { assertTrue(answer.contains("\"isSuccessful\":true"), answer); }

  private static String registration(String token, boolean agrees) {
    return """
      {"token":"%s","pushType":"FCM","uid":"mina","deviceId":"device-%s","isNotificationAgreement":%s,"isAdAgreement":false,
       "isNightAdAgreement":false,"timezoneId":"Asia/Seoul","country":"KR","language":"ko"}""".formatted(token, token, agrees);
  }
}
