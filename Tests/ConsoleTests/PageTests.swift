import Foundation
import Testing

/// Each page with realistic data: it loads, complains of nothing, and can be used without seeing or without a mouse.
@Suite(.serialized) struct PageTests {
  static let pages = [
    "overview", "tokens", "tags", "messages", "compose", "reservations", "deliveries", "statistics", "requests", "faults", "clock", "settings",
    "tags/uids", "tags/uids/user-3", "tokens/token-12-222222222222222222222222", "reservations/4500000000000001", "faults/devices", "settings/connect",
    "settings/webhooks", "settings/data",
  ]

  private static let looks: [(String, Browser.Look)] = [
    ("light", Browser.Look()), ("dark", Browser.Look(isDark: true)), ("phone-ko", Browser.Look(width: 412, height: 900, language: "ko")),
  ]

  @Test(arguments: looks.indices) func everyPageLoadsAndCanBeUsedByAll(_ index: Int) async throws {
    let (name, look) = Self.looks[index]
    try await withConsole(look, prepare: { try await $0.fill() }) { browser, _ in
      for page in Self.pages {
        try await browser.open("#/DEMO/\(page)")
        try await browser.until("!document.querySelector('.failure') && document.querySelector('#main .page').innerText.trim().length > 20")
        let problems = try await browser.run(Self.audit) as? [String] ?? ["the audit did not run"]
        #expect(problems == [], "\(page) in \(name)")
        try await Self.keep(browser, "\(page.replacing("/", with: "-"))-\(name)")
      }
      try await browser.open("#/DEMO/messages/3500000000000002")
      try await browser.sees("AD_OFF")
      let problems = try await browser.run(Self.audit) as? [String] ?? ["the audit did not run"]
      #expect(problems == [], "message in \(name)")
      try await Self.keep(browser, "message-\(name)")
      try await browser.open("#/DEMO/compose?from=3500000000000002")
      try await browser.until("document.querySelectorAll('#main .phones > *').length > 0 && document.body.innerText.includes('AD_OFF')")
      let more = try await browser.run(Self.audit) as? [String] ?? ["the audit did not run"]
      #expect(more == [], "compose in \(name)")
      try await Self.keep(browser, "compose-\(name)")
    }
  }

  /// The audit itself: it must find what it looks for.
  @Test func theAuditFindsWhatIsWrong() async throws {
    try await withConsole { browser, _ in
      try await browser.sees("curl")
      #expect(try await browser.run(Self.audit) as? [String] == [])
      try await browser.run("""
        const main = document.getElementById('main');
        const add = (tag, text, more = {}) => { const e = Object.assign(document.createElement(tag), more); e.textContent = text; main.append(e); return e; };
        add('input', '');
        add('button', '');
        add('p', 'pale').style.color = 'light-dark(#bbb, #444)';
        add('p', 'first', { tabIndex: 1 });
        add('p', 'one', { id: 'twin' }); add('p', 'two', { id: 'twin' });
        add('p', 'wide').style.width = '3000px';
        """)
      let problems = try await browser.run(Self.audit) as? [String] ?? []
      for kind in ["no label", "no name", "contrast", "jumps the order", "twice: #twin", "wider than the window"] {
        #expect(problems.contains { $0.hasPrefix(kind) }, "\(kind) in \(problems)")
      }
    }
  }

  /// With `RECORD=1` pictures for people to look at; those of the documents are among them.
  private static func keep(_ browser: Browser, _ name: String) async throws {
    guard ProcessInfo.processInfo.environment["RECORD"] == "1" else { return }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../.build/screenshots").standardized
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await browser.screenshot().write(to: folder.appending(path: "\(name).png"))
  }

  /// What Lighthouse would say of labels, names, contrast, order and width.
  private static let audit = """
    const problems = [];
    const visible = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0;
    const what = (e) => e.outerHTML.slice(0, 120);
    for (const e of document.querySelectorAll('input, select, textarea')) {
      if (visible(e) && !(e.labels?.length || e.ariaLabel || e.getAttribute('aria-labelledby'))) problems.push('no label: ' + what(e));
    }
    for (const e of document.querySelectorAll('button, a[href], summary, [role=tab]')) {
      if (visible(e) && !(e.innerText.trim() || e.ariaLabel || e.querySelector('[aria-label]'))) problems.push('no name: ' + what(e));
    }
    for (const e of document.querySelectorAll('img, svg[role=img]')) {
      if (visible(e) && !(e.alt || e.getAttribute('aria-label'))) problems.push('no text: ' + what(e));
    }
    for (const e of document.querySelectorAll('[tabindex]')) if (e.tabIndex > 0) problems.push('jumps the order: ' + what(e));
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) problems.push('twice: #' + id);
    if (document.querySelectorAll('h1').length !== 1) problems.push('h1: ' + document.querySelectorAll('h1').length);
    if (document.documentElement.scrollWidth > innerWidth + 1) problems.push('wider than the window: ' + document.documentElement.scrollWidth);
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] + below[i] * (1 - top[3]));
    const ground = (e) => { const layers = []; for (let at = e; at; at = at.parentElement) { const c = rgba(getComputedStyle(at).backgroundColor); layers.push(c); if (c[3] === 1) break; } return layers.reverse().reduce((below, c) => over(c, below), [255, 255, 255]); };
    const seen = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement;
      if (!node.data.trim() || !visible(e) || e.closest('script, noscript, :disabled, .hidden, .skip, option') || e.namespaceURI.endsWith('svg')) continue;
      const style = getComputedStyle(e);
      const below = ground(e);
      const [a, b] = [light(over(rgba(style.color), below)), light(below)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
      const key = e.className + style.color;
      if (ratio < (isLarge ? 3 : 4.5) && !seen.has(key)) { seen.add(key); problems.push('contrast ' + ratio.toFixed(2) + ': ' + node.data.trim().slice(0, 40) + ' in ' + what(e)); }
    }
    return problems;
    """
}
