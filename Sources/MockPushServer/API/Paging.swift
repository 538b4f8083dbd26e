/// Which part of a list is wanted (contract 2.5). A page past the end is empty.
struct Paging: Equatable, Sendable {
  static let maxSize = 100

  var offset: Int
  var limit: Int

  /// `pageIndex` from 0, `pageSize` 25 by default.
  static func zeroBased(_ query: QueryItems) throws(APIError) -> Paging {
    let index = try query.int("pageIndex", default: 0, min: 0, max: .max)
    let size = try query.int("pageSize", default: 25, min: 1, max: maxSize)
    return Paging(page: index, limit: size)
  }

  /// `pageNumber` from 1, `limit` 100 by default.
  static func oneBased(_ query: QueryItems) throws(APIError) -> Paging {
    let limit = try query.int("limit", default: 100, min: 1, max: maxSize)
    let number = try query.int("pageNumber", default: 1, min: 1, max: .max)
    return Paging(page: number - 1, limit: limit)
  }

  private init(page: Int, limit: Int) {
    // A page so far away is as empty as one a little nearer, which still can be multiplied.
    offset = min(page, Int(Int32.max)) * limit
    self.limit = limit
  }
}
