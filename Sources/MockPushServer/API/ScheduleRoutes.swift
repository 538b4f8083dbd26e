import PushStore

/// Delivery times to make a reservation with (contract 22). Nothing is stored.
enum ScheduleRoutes {
  static func generate(_ context: VendorContext) async throws(APIError) -> Response {
    let times = try ScheduleBody.decode(context.body()).times(now: context.now)
    return context.success { writer in
      writer.key("schedules")
      writer.beginArray()
      for time in times { writer.string(DateText.localMinute(time)) }
      writer.endArray()
    }
  }
}
