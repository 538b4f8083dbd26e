extension ServiceZone {
  /// The hosts that SDKs and guides of the push service call in this zone, metrics last (ios-sdk-wire, android-sdk-wire: hosts).
  /// The REST guide names its own host for the real zone only. Notification Hub is left out: the server does not play it.
  var vendorHosts: [String] {
    switch self {
    case .real:
      [
        "api-push.cloud.toast.com", "push.api.nhncloudservice.com", "notification-stats.api.nhncloudservice.com", "collector-push.cloud.toast.com",
      ]
    case .alpha, .beta:
      [
        "\(rawValue)-api-push.cloud.toast.com", "notification-stats-\(rawValue).api.nhncloudservice.com",
        "\(rawValue)-collector-push.cloud.toast.com",
      ]
    case .local: []
    }
  }
}
