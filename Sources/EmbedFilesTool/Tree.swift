import Foundation
import Yams

/// A value of YAML or JSON whose members keep their order.
enum Tree {
    case text(String)
    /// A number, a truth value or null, as JSON writes it.
    case literal(String)
    case list([Tree])
    case object([Member])

    /// A member of an object.
    struct Member {
        let key: String
        var value: Tree

        init(_ key: String, _ value: Tree) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a YAML node; an alias is replaced by the node it names.
    init(_ node: Node) {
        switch node {
        case .mapping(let mapping):
            self = Self.merged(mapping.map { Member($0.key.scalar?.string ?? "", Tree($0.value)) })
        case .sequence(let sequence): self = .list(sequence.map(Tree.init))
        case .scalar(let scalar): self = Self.scalar(scalar, node)
        case .alias: self = .literal("null")
        }
    }

    /// An object into which `<<` puts the members of others; what stands beside it has precedence.
    private static func merged(_ members: [Member]) -> Tree {
        guard members.contains(where: { $0.key == "<<" }) else { return .object(members) }
        var result = Tree.object([])
        for member in members where member.key == "<<" {
            let others = member.value.isObject ? [member.value] : member.value.elements
            for other in others.flatMap(\.members) where result[other.key] == nil { result[other.key] = other.value }
        }
        for member in members where member.key != "<<" { result[member.key] = member.value }
        return result
    }

    private static func scalar(_ scalar: Node.Scalar, _ node: Node) -> Tree {
        let tag = node.tag
        if tag == Tag(.null) { return .literal("null") }
        if tag == Tag(.bool) { return .literal(node.bool == true ? "true" : "false") }
        if tag == Tag(.int) { return .literal(node.int.map(String.init) ?? scalar.string) }
        return tag == Tag(.float) ? .literal(scalar.string) : .text(scalar.string)
    }

    /// The members of an object; none of anything else.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements of a list; none of anything else.
    var elements: [Tree] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// A text, or a literal as it is written; nil for a list or an object.
    var words: String? {
        switch self {
        case .text(let words), .literal(let words): words
        case .list, .object: nil
        }
    }

    /// Whether it is an object.
    var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// A member of an object: reads it, replaces it in place, appends it, or removes it.
    subscript(key: String) -> Tree? {
        get { members.first { $0.key == key }?.value }
        set {
            var members = members
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    /// An object with other values of the same names.
    func mapped(_ change: (Member) throws -> Tree) rethrows -> Tree {
        .object(try members.map { Member($0.key, try change($0)) })
    }

    /// The members of an object, replaced by members of another one that have the same name.
    func overridden(by other: Tree) -> Tree {
        other.members.reduce(into: self) { $0[$1.key] = $1.value }
    }

    /// JSON without white space.
    var json: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .literal(let literal): literal
        case .list(let elements): "[\(elements.map(\.json).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
        }
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

extension Tree? {
    /// The members of an object, or none, replaced by members of another one that have the same name.
    func overridden(by other: Tree?) -> Tree { (self ?? [:]).overridden(by: other ?? [:]) }
}

extension Tree: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    init(dictionaryLiteral members: (String, Tree)...) { self = .object(members.map { Member($0.0, $0.1) }) }

    init(stringLiteral text: String) { self = .text(text) }
}
