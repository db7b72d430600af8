import CYaml
import ConsoleModel

/// How much a YAML text makes, counted by the events of its parser before Yams makes nodes of it.
///
/// Nodes take fifty times the bytes they are made of, and Yams hashes all keys of a mapping. It puts what an alias names
/// in its place, and hashes keys with all that is in them: a few nested aliases would keep it busy for ever. Only the
/// parser knows for certain what is an alias and what is a text, so that it is asked; its events do not multiply.
struct YAMLSize {
    /// How much a text may have.
    struct Limits: Sendable {
        /// An environment file.
        static let environment = Limits(nodes: 500_000, keys: 10_000)
        /// The body of a request that is about one object.
        static let body = Limits(nodes: 20_000, keys: 1000)

        /// Keys, values and elements in all, as they are written.
        let nodes: Int
        /// Keys of one mapping.
        let keys: Int
    }

    /// Why a text is not read.
    struct Problem: Sendable {
        /// What is wrong with it.
        let message: String
        /// What is too much; nil if it is not one place alone.
        var position: EnvironmentPosition?
    }

    /// The most aliases.
    static let aliasLimit = 32
    /// The most nodes that all aliases stand for together, those in what they name among them.
    static let aliasedNodeLimit = 100_000
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

    private let limits: Limits
    private var open: [Collection] = []
    private var nodes = 0
    /// Nodes of what has an anchor.
    private var weights: [String: Int] = [:]
    private var count = 0
    private var weight = 0
    /// Whether the document has ended.
    private var isOver = false

    private init(_ limits: Limits) { self.limits = limits }

    /// Why a text is too much; nil if it is not, or if it is no YAML, as Yams will say.
    static func problem(in text: String, _ limits: Limits) -> Problem? {
        var text = text
        var parser = yaml_parser_t()
        // The parser keeps the place it stands at.
        return text.withUTF8 { bytes in withUnsafeMutablePointer(to: &parser) { problem(in: bytes, limits, $0) } }
    }

    private static func problem(
        in bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits, _ parser: UnsafeMutablePointer<yaml_parser_t>
    ) -> Problem? {
        guard yaml_parser_initialize(parser) == 1 else { return nil }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        var size = YAMLSize(limits)
        while !size.isOver {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { return nil }
            defer { yaml_event_delete(&event) }
            if let problem = size.add(event) { return problem }
        }
        return nil
    }

    private mutating func add(_ event: yaml_event_t) -> Problem? {
        if let problem = count(event) { return problem }
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

    /// Counts a node that begins.
    private mutating func count(_ event: yaml_event_t) -> Problem? {
        switch event.type {
        case YAML_ALIAS_EVENT, YAML_SCALAR_EVENT, YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT: nodes += 1
        default: return nil
        }
        if nodes > limits.nodes {
            return Problem(message: "has more than \(limits.nodes) keys and values", position: Self.position(event))
        }
        guard let last = open.last, last.isMapping, last.parts >= 2 * limits.keys else { return nil }
        return Problem(message: "a mapping has more than \(limits.keys) keys", position: Self.position(event))
    }

    private static func position(_ event: yaml_event_t) -> EnvironmentPosition {
        EnvironmentPosition(line: event.start_mark.line + 1, column: event.start_mark.column + 1)
    }

    private mutating func alias(_ event: yaml_event_t) -> Problem? {
        count += 1
        if count > Self.aliasLimit { return Problem(message: "has more than \(Self.aliasLimit) aliases") }
        if open.last?.isAtKey == true {
            return Problem(
                message: "an alias cannot be a mapping key, or be in one", position: Self.position(event))
        }
        // One that names nothing that has ended is an error of its own.
        let named = Self.text(event.data.alias.anchor).flatMap { weights[$0] } ?? 1
        weight += named
        if weight > Self.aliasedNodeLimit {
            return Problem(message: "the file is too large once its aliases are followed")
        }
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
