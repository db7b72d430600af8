import CYaml
import ConsoleModel

/// Aliases of a YAML text, weighed by what its parser tells before Yams makes nodes of it.
///
/// Yams puts what an alias names in its place, and hashes mapping keys with all that is in them: a few nested aliases
/// would keep it busy for ever. Only the parser knows for certain what is an alias and what is a text, so that it is
/// asked; its events do not multiply.
struct YAMLAliases {
    /// Why a text is not read.
    struct Problem: Sendable {
        /// What is wrong with it.
        let message: String
        /// The alias that is too much; nil if it is not one alone.
        var position: EnvironmentPosition?
    }

    /// The most a file may have.
    static let limit = 32
    /// The most nodes that all aliases stand for together, those in what they name among them.
    static let nodeLimit = 100_000
    /// A text counts as one node, and as one more for each so many bytes.
    private static let bytesOfNode = 64

    /// A list or mapping that has begun.
    private struct Collection {
        let anchor: String?
        let isMapping: Bool
        /// Whether it is a mapping key, or in one.
        let isInKey: Bool
        /// Keys and values, or elements, so far.
        var parts = 0
        /// Nodes, aliases followed.
        var weight = 1

        /// Whether what comes next is a mapping key, or in one.
        var isAtKey: Bool { isInKey || isMapping && parts.isMultiple(of: 2) }
    }

    private var open: [Collection] = []
    /// Nodes of what has an anchor.
    private var weights: [String: Int] = [:]
    private var count = 0
    private var weight = 0
    /// Whether the document has ended.
    private var isOver = false

    /// Why the aliases of a text are too much; nil if they are not, or if the text is no YAML, as Yams will say.
    static func problem(in text: String) -> Problem? {
        // Few files have any.
        guard text.utf8.contains(UInt8(ascii: "*")), text.utf8.contains(UInt8(ascii: "&")) else { return nil }
        var text = text
        var parser = yaml_parser_t()
        // The parser keeps the place it stands at.
        return text.withUTF8 { bytes in withUnsafeMutablePointer(to: &parser) { problem(in: bytes, $0) } }
    }

    private static func problem(
        in bytes: UnsafeBufferPointer<UInt8>, _ parser: UnsafeMutablePointer<yaml_parser_t>
    ) -> Problem? {
        guard yaml_parser_initialize(parser) == 1 else { return nil }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        var aliases = YAMLAliases()
        while !aliases.isOver {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { return nil }
            defer { yaml_event_delete(&event) }
            if let problem = aliases.add(event) { return problem }
        }
        return nil
    }

    private mutating func add(_ event: yaml_event_t) -> Problem? {
        switch event.type {
        case YAML_ALIAS_EVENT: return alias(event)
        case YAML_SCALAR_EVENT:
            add(1 + event.data.scalar.length / Self.bytesOfNode, Self.text(event.data.scalar.anchor))
        case YAML_SEQUENCE_START_EVENT:
            begin(Self.text(event.data.sequence_start.anchor), isMapping: false)
        case YAML_MAPPING_START_EVENT:
            begin(Self.text(event.data.mapping_start.anchor), isMapping: true)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            if let collection = open.popLast() { add(collection.weight, collection.anchor) }
        case YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT: isOver = true
        default: break
        }
        return nil
    }

    private mutating func alias(_ event: yaml_event_t) -> Problem? {
        count += 1
        if count > Self.limit { return Problem(message: "has more than \(Self.limit) aliases") }
        if open.last?.isAtKey == true {
            let mark = event.start_mark
            return Problem(
                message: "an alias cannot be a mapping key, or be in one",
                position: EnvironmentPosition(line: mark.line + 1, column: mark.column + 1))
        }
        // One that names nothing that has ended is an error of its own.
        let named = Self.text(event.data.alias.anchor).flatMap { weights[$0] } ?? 1
        weight += named
        if weight > Self.nodeLimit { return Problem(message: "the file is too large once its aliases are followed") }
        add(named, nil)
        return nil
    }

    private mutating func begin(_ anchor: String?, isMapping: Bool) {
        open.append(Collection(anchor: anchor, isMapping: isMapping, isInKey: open.last?.isAtKey ?? false))
    }

    /// Notes a node that has ended.
    private mutating func add(_ weight: Int, _ anchor: String?) {
        if let anchor { weights[anchor] = weight }
        guard let last = open.indices.last else { return }
        open[last].parts += 1
        open[last].weight += weight
    }

    private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(cString: $0) }
    }
}
