import Testing

@testable import MockPushServer

@Suite struct ProxyVariablesTests {
  private static let host = "api-push.cloud.toast.com"

  private func findings(_ environment: [String: String], proxy: HealthAddress? = nil) -> [Finding] {
    var options = DoctorOptions(address: HealthAddress(host: "127.0.0.1", port: 8080))
    options.proxy = proxy
    return Doctor(options: options, environment: environment).proxyVariables()
  }

  @Test(arguments: [
    ["no_proxy": "*"], ["NO_PROXY": "api-push.cloud.toast.com"], ["NO_PROXY": ".cloud.toast.com"], ["NO_PROXY": "cloud.toast.com"],
    ["NO_PROXY": "x.test, *.Cloud.Toast.com"], ["no_proxy": "", "NO_PROXY": "toast.com"],
  ])
  func theseExcludeTheHost(environment: [String: String]) {
    #expect(ProxyVariables(environment).excludes(Self.host))
  }

  @Test(arguments: [
    [:], ["NO_PROXY": ""], ["NO_PROXY": "localhost,127.0.0.1"], ["NO_PROXY": "oud.toast.com"], ["NO_PROXY": "x.api-push.cloud.toast.com"],
    // The one in lower case is the one that clients read first.
    ["no_proxy": "localhost", "NO_PROXY": "*"],
  ])
  func theseDoNot(environment: [String: String]) {
    #expect(!ProxyVariables(environment).excludes(Self.host))
  }

  @Test(arguments: [
    (["HTTPS_PROXY": "http://p:1"], "HTTPS_PROXY"), (["https_proxy": "http://p:1", "HTTPS_PROXY": "http://q:1"], "https_proxy"),
    (["ALL_PROXY": "http://p:1"], "ALL_PROXY"), (["HTTPS_PROXY": "", "all_proxy": "http://p:1"], "all_proxy"),
  ])
  func theVariableThatCountsIsNamed(environment: [String: String], name: String) {
    #expect(ProxyVariables(environment).https?.name == name)
  }

  @Test func aProxyThatTakesTheCallsIsMissingItsException() {
    let found = findings(["HTTPS_PROXY": "http://me:secret@corp:3128"])
    #expect(found.map(\.state) == [.missing])
    #expect(found[0].sentence.hasPrefix("HTTPS_PROXY=http://…@corp:3128 sends calls to api-push.cloud.toast.com, "))
    #expect(!found[0].sentence.contains("secret"))
    #expect(found[0].mend?.hasPrefix("export NO_PROXY=") == true)
    // The exception that is proposed is enough.
    #expect(findings(["HTTPS_PROXY": "http://corp:3128", "NO_PROXY": ".cloud.toast.com,.nhncloudservice.com"]).map(\.state) == [.ok])
    #expect(findings(["HTTPS_PROXY": "http://corp:3128", "NO_PROXY": ".cloud.toast.com"]).map(\.state) == [.missing])
  }

  @Test func withoutAVariableAllIsWell() {
    #expect(findings([:]).map(\.state) == [.ok])
    #expect(findings(["HTTP_PROXY": "http://corp:3128", "HTTPS_PROXY": ""]).map(\.state) == [.ok])
  }

  @Test func theProxyThatTheClientIsMeantToUseIsWelcome() {
    let proxy = HealthAddress(host: "127.0.0.1", port: 8888)
    #expect(findings(["https_proxy": "http://127.0.0.1:8888/"], proxy: proxy).map(\.state) == [.ok])
    let other = findings(["https_proxy": "http://127.0.0.1:9999"], proxy: proxy)
    #expect(other.map(\.state) == [.missing])
    #expect(other[0].mend == "export https_proxy=http://127.0.0.1:8888")
  }
}
