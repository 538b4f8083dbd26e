/// A file of the console, embedded in the program.
struct ConsoleFile: Sendable {
  let contentType: StaticString
  let body: [UInt8]
  /// Quoted, of the content: pages are asked for anew each time and mostly answered with 304.
  let entityTag: String

  /// - Parameter body: its bytes.
  init(_ contentType: StaticString, _ body: [UInt8]) {
    self.contentType = contentType
    self.body = body
    entityTag = "\"\(String(FNV1a.hash(body), radix: 36))\""
  }
}

extension ConsoleFile {
  private typealias R = PackageResources

  /// By the name below `/console/`; the page itself has none.
  static let all: [String: ConsoleFile] = [
    "": ConsoleFile("text/html;charset=utf-8", R.console_html),
    "icon.svg": ConsoleFile("image/svg+xml", R.icon_svg),
    "console.css": ConsoleFile("text/css;charset=utf-8", R.console_css),
    "pages.css": ConsoleFile("text/css;charset=utf-8", R.pages_css),
  ].merging(scripts.map { ($0, ConsoleFile("text/javascript;charset=utf-8", $1)) }) { $1 }

  private static let scripts: [(String, [UInt8])] = [
    ("address.js", R.address_js),
    ("api.js", R.api_js),
    ("app.js", R.app_js),
    ("chart.js", R.chart_js),
    ("clock.js", R.clock_js),
    ("compose.js", R.compose_js),
    ("compose-audience.js", R.compose_audience_js),
    ("compose-content.js", R.compose_content_js),
    ("compose-draft.js", R.compose_draft_js),
    ("compose-preview.js", R.compose_preview_js),
    ("compose-rich.js", R.compose_rich_js),
    ("compose-target.js", R.compose_target_js),
    ("compose-when.js", R.compose_when_js),
    ("connect.js", R.connect_js),
    ("connect-steps.js", R.connect_steps_js),
    ("data.js", R.data_js),
    ("deliveries.js", R.deliveries_js),
    ("devices.js", R.devices_js),
    ("dom.js", R.dom_js),
    ("fault-form.js", R.fault_form_js),
    ("faults.js", R.faults_js),
    ("header.js", R.header_js),
    ("keys.js", R.keys_js),
    ("korean.js", R.korean_js),
    ("korean-messages.js", R.korean_messages_js),
    ("korean-sentences.js", R.korean_sentences_js),
    ("korean-tokens.js", R.korean_tokens_js),
    ("korean-tools.js", R.korean_tools_js),
    ("live.js", R.live_js),
    ("message-detail.js", R.message_detail_js),
    ("messages.js", R.messages_js),
    ("overview.js", R.overview_js),
    ("parts.js", R.parts_js),
    ("phone.js", R.phone_js),
    ("request-detail.js", R.request_detail_js),
    ("requests.js", R.requests_js),
    ("reservation-detail.js", R.reservation_detail_js),
    ("reservations.js", R.reservations_js),
    ("settings.js", R.settings_js),
    ("shares.js", R.shares_js),
    ("statistics.js", R.statistics_js),
    ("stream.js", R.stream_js),
    ("tag-detail.js", R.tag_detail_js),
    ("tag-expression.js", R.tag_expression_js),
    ("tag-parts.js", R.tag_parts_js),
    ("tags.js", R.tags_js),
    ("text.js", R.text_js),
    ("token-detail.js", R.token_detail_js),
    ("token-form.js", R.token_form_js),
    ("token-would.js", R.token_would_js),
    ("tokens.js", R.tokens_js),
    ("travel.js", R.travel_js),
    ("uid-detail.js", R.uid_detail_js),
    ("webhooks.js", R.webhooks_js),
    ("words.js", R.words_js),
  ]
}
