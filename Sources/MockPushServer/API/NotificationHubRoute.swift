/// The other service type of newer SDKs (ios-sdk-wire: Notification Hub). It is told apart so that its users read why nothing works.
enum NotificationHubRoute {
  static func matches(_ path: RequestPath) -> Bool {
    path.segments.first == "address-book-sdk" || path.segments.starts(with: ["v1.0", "PUSH"])
  }

  static func respond() -> Response {
    var error = APIError(
      .unsupportedVersion, hint: "Notification Hub is not emulated by mock-push-server; set the SDK's service type to Push, or use an app key of NHN Cloud Push")
    error.remark = "Notification Hub is not emulated by mock-push-server"
    var response = Envelope.failure(error)
    response.note.template = "(notification hub)"
    return response
  }
}
