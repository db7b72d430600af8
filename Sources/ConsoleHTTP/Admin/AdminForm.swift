import ConsolePlatform
import DeviceProtocol
import Foundation

/// A form (`application/x-www-form-urlencoded`) as the object it describes (AdminAPI, "Bodies").
///
/// `a.b=1` and `a[b]=1` are members of an object, `a=1&a=2`, `a[]=1&a[]=2` and `a[0]=1&a[1]=2` elements of a list. All
/// values are texts.
enum AdminForm {
    /// The most fields of a form.
    private static let maximumFields = 20_000
    /// The most names in one another.
    private static let maximumDepth = 16

    private struct Field {
        let path: ArraySlice<String>
        let value: String

        var inner: Field { Field(path: path.dropFirst(), value: value) }
    }

    /// Reads a form.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for too many fields or too many names in one another.
    static func value(_ body: Data) throws -> JSONValue {
        let parts = body.split(separator: UInt8(ascii: "&"))
        guard parts.count <= maximumFields else {
            throw ConsoleError(.badRequest, "A form has at most \(maximumFields) fields.")
        }
        let fields = try parts.map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let path = path(text(part[..<equals]))
            guard path.count <= maximumDepth else {
                throw ConsoleError(.badRequest, "The name of a field has more than \(maximumDepth) parts.")
            }
            return Field(path: path[...], value: text(part[equals...].dropFirst()))
        }
        return object(fields)
    }

    private static func object(_ fields: [Field]) -> JSONValue {
        .object(groups(fields).map { JSONMember(name: $0.name, value: value($0.fields)) })
    }

    /// The value of fields whose names have been read so far.
    private static func value(_ fields: [Field]) -> JSONValue {
        let inner = fields.filter { !$0.path.isEmpty }
        guard !inner.isEmpty else {
            return fields.count == 1 ? .string(fields[0].value) : .array(fields.map { .string($0.value) })
        }
        guard inner.allSatisfy({ isIndex($0.path.first ?? "") }) else { return object(inner) }
        return .array(
            groups(inner).flatMap { group -> [JSONValue] in
                group.name.isEmpty ? group.fields.map { value([$0]) } : [value(group.fields)]
            })
    }

    /// Fields by the next part of their names, in the order in which those occur first.
    private static func groups(_ fields: [Field]) -> [(name: String, fields: [Field])] {
        var places: [String: Int] = [:]
        var groups: [(name: String, fields: [Field])] = []
        for field in fields {
            guard let name = field.path.first else { continue }
            if let place = places[name] {
                groups[place].fields.append(field.inner)
            } else {
                places[name] = groups.count
                groups.append((name, [field.inner]))
            }
        }
        return groups
    }

    /// Whether a part of a name numbers an element of a list; the empty one stands for the next.
    private static func isIndex(_ name: String) -> Bool { name.utf8.allSatisfy { (48...57).contains($0) } }

    /// The parts of a name: `a`, `b`, `0` and `c` of `a.b[0].c`.
    private static func path(_ name: String) -> [String] {
        var parts: [String] = []
        for (index, part) in name.split(separator: "[", omittingEmptySubsequences: false).enumerated() {
            let halves = part.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            if index > 0 { parts.append(String(halves[0])) }
            let rest = index == 0 ? part : halves.dropFirst().first ?? ""
            parts += rest.split(separator: ".").map(String.init)
        }
        return parts.isEmpty ? [name] : parts
    }

    private static func text(_ bytes: Data.SubSequence) -> String {
        let text = String(decoding: bytes, as: UTF8.self).replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }
}
