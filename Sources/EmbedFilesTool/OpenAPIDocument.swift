import Foundation
import Yams

/// The description of the API: files of YAML, each about a family of routes, merged into one document of JSON.
///
/// Members keep the order they are written in; files come in the order of their names. What most operations share has
/// a short form: `x-refusals`, names of shared responses with the statuses they stand for, becomes responses.
struct OpenAPIDocument {
    /// What is wrong with the files.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private var root: [(key: String, value: Node)] = []
    private var paths: [(key: String, value: Node)] = []
    private var components: [(key: String, value: [(key: String, value: Node)])] = []

    /// Adds the paths and components of a file, and of `openapi.yaml` everything else.
    ///
    /// - Throws: ``Problem`` if the file is no mapping or describes something again; `YamlError`.
    mutating func add(_ yaml: String, file: String) throws {
        guard case .mapping(let mapping)? = try Yams.compose(yaml: yaml) else {
            throw Problem(description: "\(file): not a mapping")
        }
        for (key, value) in mapping {
            switch key.string {
            case "paths"?: try Self.merge(value, into: &paths, file)
            case "components"?:
                for (kind, members) in value.mapping ?? [:] {
                    let kind = kind.string ?? ""
                    if !components.contains(where: { $0.key == kind }) { components.append((kind, [])) }
                    for index in components.indices where components[index].key == kind {
                        try Self.merge(members, into: &components[index].value, file)
                    }
                }
            case let name?: root.append((name, value))
            case nil: throw Problem(description: "\(file): a key is not a text")
            }
        }
    }

    private static func merge(_ node: Node, into members: inout [(key: String, value: Node)], _ file: String) throws {
        for (key, value) in node.mapping ?? [:] {
            let key = key.string ?? ""
            guard !members.contains(where: { $0.key == key }) else {
                throw Problem(description: "\(file): \(key) is described twice")
            }
            members.append((key, value))
        }
    }

    /// The document as JSON without white space.
    var json: String {
        let parts = components.map { (Self.quoted($0.key), Self.object($0.value)) }
        let all =
            root.map { (Self.quoted($0.key), Self.json($0.value)) } + [
                (Self.quoted("paths"), Self.object(paths)),
                (Self.quoted("components"), "{\(parts.map { "\($0.0):\($0.1)" }.joined(separator: ","))}"),
            ]
        return "{\(all.map { "\($0.0):\($0.1)" }.joined(separator: ","))}"
    }

    private static func object(_ members: [(key: String, value: Node)]) -> String {
        "{\(members.map { "\(quoted($0.key)):\(json($0.value))" }.joined(separator: ","))}"
    }

    private static func json(_ node: Node) -> String {
        switch node {
        case .mapping(let mapping): return object(withRefusals(mapping).map { ($0.key.string ?? "", $0.value) })
        case .sequence(let sequence): return "[\(sequence.map(json).joined(separator: ","))]"
        case .scalar(let scalar):
            let tag = node.tag
            if tag == Tag(.null) { return "null" }
            if tag == Tag(.bool) { return node.bool == true ? "true" : "false" }
            if tag == Tag(.int) { return node.int.map(String.init) ?? scalar.string }
            return tag == Tag(.float) ? scalar.string : quoted(scalar.string)
        case .alias: return "null"
        }
    }

    /// An operation whose `x-refusals` have become responses; anything else as it is.
    private static func withRefusals(_ mapping: Node.Mapping) -> Node.Mapping {
        guard let refusals = mapping["x-refusals"]?.mapping else { return mapping }
        var responses = mapping["responses"]?.mapping ?? [:]
        for (name, statuses) in refusals {
            for status in statuses.sequence ?? [] {
                // Quoted, or it would be a number.
                let status = Node(status.string ?? status.int.map(String.init) ?? "", Tag(.str))
                let reference = Node("#/components/responses/\(name.string ?? "")", Tag(.str))
                responses[status] = Node([(Node("$ref", Tag(.str)), reference)])
            }
        }
        var result = mapping
        result["x-refusals"] = nil
        result["responses"] = Node.mapping(responses)
        return result
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\u{0}"..<" ": result += String(format: "\\u%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
