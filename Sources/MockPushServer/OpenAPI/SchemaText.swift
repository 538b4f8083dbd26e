/// JSON Schema (2020-12, as OpenAPI 3.1 has it) in few words.
enum SchemaText {
  static func object(_ members: JSONObject, required: [String] = [], open: Bool = true) -> JSON {
    var object: JSONObject = ["type": "object", "properties": .object(members)]
    if !required.isEmpty { object["required"] = .array(required.map(JSON.string)) }
    if !open { object["additionalProperties"] = false }
    return .object(object)
  }

  static func string(_ description: String? = nil, max: Int? = nil, example: JSON? = nil) -> JSON {
    var object: JSONObject = ["type": "string"]
    object["description"] = description.map(JSON.string)
    object["maxLength"] = max.map { JSON.number(JSONNumber($0)) }
    object["examples"] = example.map { .array([$0]) }
    return .object(object)
  }

  static func choice(_ names: [String], _ description: String? = nil) -> JSON {
    var object: JSONObject = ["type": "string", "enum": .array(names.map(JSON.string))]
    object["description"] = description.map(JSON.string)
    return .object(object)
  }

  static func integer(_ range: ClosedRange<Int>? = nil, default standard: Int? = nil, description: String? = nil) -> JSON {
    var object: JSONObject = ["type": "integer"]
    if let range {
      object["minimum"] = .number(JSONNumber(range.lowerBound))
      if range.upperBound < .max { object["maximum"] = .number(JSONNumber(range.upperBound)) }
    }
    object["default"] = standard.map { .number(JSONNumber($0)) }
    object["description"] = description.map(JSON.string)
    return .object(object)
  }

  static func array(_ items: JSON, _ description: String? = nil) -> JSON {
    var object: JSONObject = ["type": "array", "items": items]
    object["description"] = description.map(JSON.string)
    return .object(object)
  }

  static func map(_ values: JSON, _ description: String? = nil) -> JSON {
    var object: JSONObject = ["type": "object", "additionalProperties": values]
    object["description"] = description.map(JSON.string)
    return .object(object)
  }

  static func named(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }

  static let bool: JSON = ["type": "boolean"]
  static let moment: JSON = ["type": "string", "format": "date-time", "examples": ["2026-03-02T09:15:00.000+09:00"]]
  static let any: JSON = ["type": "object"]
}
