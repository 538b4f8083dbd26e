import PushStore

/// The tag and UID objects of contract 24.
enum TagObject {
  static func write(_ tag: Tag, to writer: inout JSONWriter) {
    writer.beginObject()
    members(tag, to: &writer)
    writer.endObject()
  }

  static func members(_ tag: Tag, to writer: inout JSONWriter) {
    writer.member("tagId", tag.tagId)
    writer.member("tagName", tag.name)
    writer.member("createdDateTime", tag.createdAt)
    writer.member("updatedDateTime", tag.updatedAt)
  }

  static func write(_ record: UidRecord, _ version: APIVersion, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("uid", record.uid)
    writer.key("tags")
    writer.beginArray()
    for tag in record.tags { write(tag, to: &writer) }
    writer.endArray()
    writer.key("contacts")
    writer.beginArray()
    for contact in record.contacts {
      writer.beginObject()
      writer.member("contactType", version.contactType(of: contact.pushType))
      writer.member("contact", contact.token)
      writer.member("createdDateTime", contact.createdAt)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
