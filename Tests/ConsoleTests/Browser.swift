import Foundation
import Testing

/// A headless Chromium with one page of the console.
struct Browser: Sendable {
  let driver: ChromeDriver
  /// `http://127.0.0.1:PORT`
  let server: String
  private let session: String

  struct Look: Sendable {
    var isDark = false
    var width = 1280
    var height = 1000
    /// `en` or `ko`.
    var language = "en"
  }

  init(_ driver: ChromeDriver, server: String, _ look: Look = Look()) async throws {
    self.driver = driver
    self.server = server
    let binary = try ChromeDriver.program("CHROMIUM", [
      "/usr/bin/chromium", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ])
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--lang=\(look.language)",
      "--window-size=\(look.width),\(look.height)",
    ]
    let capabilities: [String: Any] = [
      "goog:chromeOptions": ["args": arguments, "binary": binary.path], "goog:loggingPrefs": ["browser": "ALL"], "timeouts": ["script": 20_000],
    ]
    let answer = try await driver.send("POST", "/session", ["capabilities": ["alwaysMatch": capabilities]]) as? [String: Any]
    session = "/session/\(try #require(answer?["sessionId"] as? String))"
    if look.isDark { try await chromium("Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": "dark"]]]) }
    try await driver.send("POST", session + "/url", ["url": server + "/console"])
    if look.language != "en" {
      try await run("localStorage.setItem('mock-push-language', '\(look.language)')")
      try await driver.send("POST", session + "/refresh", [:])
    }
  }

  func close() async { _ = try? await driver.send("DELETE", session) }

  /// A command of the DevTools protocol.
  @discardableResult
  func chromium(_ command: String, _ parameters: [String: Any]) async throws -> [String: Any] {
    try await driver.send("POST", session + "/goog/cdp/execute", ["cmd": command, "params": parameters]) as? [String: Any] ?? [:]
  }

  /// Runs a function's body in the page.
  @discardableResult
  func run(_ script: String, _ arguments: [Any] = []) async throws -> Any {
    try await driver.send("POST", session + "/execute/sync", ["script": script, "args": arguments])
  }

  /// Opens a page of the console, such as `#/APP/tokens`, and waits until it is there.
  func open(_ address: String) async throws {
    try await run("location.hash = arguments[0]", [address])
    try await until("document.querySelector('#main .page > *') && !document.querySelector('#main .page')?.textContent.startsWith('Loading')")
  }

  /// Waits for a condition on the page, looked at after each change of it.
  func until(_ condition: String, _ place: SourceLocation = #_sourceLocation) async throws {
    let script = """
      const [condition, done] = arguments;
      const holds = new Function('return (' + condition + ')');
      const end = (value) => { observer.disconnect(); clearInterval(timer); clearTimeout(limit); done(value); };
      const look = () => { try { if (holds()) end(''); } catch (error) { end(String(error)); } };
      const observer = new MutationObserver(look);
      const timer = setInterval(look, 100);
      const limit = setTimeout(() => end('did not come: ' + condition + ' on ' + location.hash + ': ' + document.getElementById('main').innerText.slice(0, 800)), 15000);
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      look();
      """
    let problem = try await driver.send("POST", session + "/execute/async", ["script": script, "args": [condition]]) as? String
    if let problem, !problem.isEmpty {
      Issue.record("\(problem)", sourceLocation: place)
      throw BrowserError(problem)
    }
  }

  /// Waits until the page shows a text.
  func sees(_ text: String, _ place: SourceLocation = #_sourceLocation) async throws {
    try await until("document.body.innerText.includes(\(Self.quoted(text)))", place)
  }

  var text: String { get async throws { try await run("return document.getElementById('main').innerText") as? String ?? "" } }

  /// Clicks as a person does; `selector` is CSS.
  func click(_ selector: String) async throws {
    try await until("document.querySelector(\(Self.quoted(selector)))")
    let element = try await element(selector)
    try await driver.send("POST", "\(session)/element/\(element)/click", [:])
  }

  /// Clicks the button or link with this text.
  func click(text: String) async throws {
    let script = "return [...document.querySelectorAll('button, a, summary, [role=tab]')].filter((e) => e.innerText.trim() === arguments[0] && e.offsetParent)[0]"
    try await until("[...document.querySelectorAll('button, a, summary, [role=tab]')].some((e) => e.innerText.trim() === \(Self.quoted(text)) && e.offsetParent)")
    let found = try await run(script, [text]) as? [String: Any]
    let element = try #require(found?.values.first as? String)
    try await driver.send("POST", "\(session)/element/\(element)/click", [:])
  }

  /// Types into the control with this label, in place of what it has.
  func type(_ text: String, into label: String) async throws {
    let script = """
      const label = [...document.querySelectorAll('label')].filter((e) => e.innerText.trim() === arguments[0] && e.offsetParent)[0];
      const control = label?.htmlFor ? document.getElementById(label.htmlFor) : label?.querySelector('input, select, textarea');
      if (control?.tagName === 'INPUT' || control?.tagName === 'TEXTAREA') control.select?.();
      return control;
      """
    try await until("[...document.querySelectorAll('label')].some((e) => e.innerText.trim() === \(Self.quoted(label)) && e.offsetParent)")
    let found = try await run(script, [label]) as? [String: Any]
    let element = try #require(found?.values.first as? String, "a control labelled \(label)")
    try await driver.send("POST", "\(session)/element/\(element)/value", ["text": text])
  }

  /// Errors and warnings of the browser's console since the last look.
  func complaints() async throws -> [String] {
    let entries = try await driver.send("POST", session + "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.filter { ["SEVERE", "WARNING"].contains($0["level"] as? String) }.compactMap { $0["message"] as? String }
  }

  /// The window as PNG.
  func screenshot() async throws -> Data {
    let answer = try await chromium("Page.captureScreenshot", ["format": "png"])
    return try #require(Data(base64Encoded: answer["data"] as? String ?? ""))
  }

  private func element(_ selector: String) async throws -> String {
    let found = try await driver.send("POST", session + "/element", ["using": "css selector", "value": selector]) as? [String: Any]
    return try #require(found?.values.first as? String)
  }

  static func quoted(_ text: String) -> String {
    String(decoding: (try? JSONSerialization.data(withJSONObject: [text])) ?? Data(), as: UTF8.self).dropFirst().dropLast().description
  }
}
