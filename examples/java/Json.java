import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON into maps, lists, strings, doubles and booleans, for projects that have no JSON library among their tests' dependencies. */
final class Json {
  private final String text;
  private int place;

  private Json(String text) { this.text = text; }

  static Object read(String text) {
    var reader = new Json(text);
    var value = reader.value();
    reader.blanks();
    if (reader.place != text.length()) throw reader.fault();
    return value;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) { return (Map<String, Object>) value; }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) { return (List<Object>) value; }

  private Object value() {
    blanks();
    switch (place < text.length() ? text.charAt(place) : 0) {
      case '{': {
        var object = new LinkedHashMap<String, Object>();
        place++;
        while (!ends('}')) {
          blanks();
          var key = string();
          blanks();
          expect(':');
          object.put(key, value());
        }
        return object;
      }
      case '[': {
        var list = new ArrayList<Object>();
        place++;
        while (!ends(']')) list.add(value());
        return list;
      }
      case '"': return string();
      default:
        int start = place;
        while (place < text.length() && ",]} \t\r\n".indexOf(text.charAt(place)) < 0) place++;
        var word = text.substring(start, place);
        return switch (word) {
          case "true" -> true;
          case "false" -> false;
          case "null" -> null;
          default -> Double.parseDouble(word);
        };
    }
  }

  private String string() {
    expect('"');
    var result = new StringBuilder();
    while (true) {
      if (place >= text.length()) throw fault();
      char next = text.charAt(place++);
      if (next == '"') return result.toString();
      if (next != '\\') { result.append(next); continue; }
      if (place >= text.length()) throw fault();
      char escaped = text.charAt(place++);
      switch (escaped) {
        case 'n' -> result.append('\n');
        case 't' -> result.append('\t');
        case 'r' -> result.append('\r');
        case 'b' -> result.append('\b');
        case 'f' -> result.append('\f');
        case 'u' -> { result.append((char) Integer.parseInt(text.substring(place, place + 4), 16)); place += 4; }
        default -> result.append(escaped);
      }
    }
  }

  /** Whether the object or list is over; steps over the comma when it is not. */
  private boolean ends(char bracket) {
    blanks();
    if (place < text.length() && text.charAt(place) == ',') place++;
    else if (place < text.length() && text.charAt(place) == bracket) { place++; return true; }
    return false;
  }

  private void blanks() { while (place < text.length() && Character.isWhitespace(text.charAt(place))) place++; }

  private void expect(char character) {
    if (place >= text.length() || text.charAt(place++) != character) throw fault();
  }

  private IllegalArgumentException fault() { return new IllegalArgumentException("no JSON at " + place + ": " + text); }
}
