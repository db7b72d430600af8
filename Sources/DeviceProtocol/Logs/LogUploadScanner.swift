/// Reads the JSON object of a log upload as it arrives, so that the log never stands in memory as a whole.
///
/// Hands out the unescaped `LogData` in pieces and keeps the four short fields (DeviceServices, section 15). The result
/// does not depend on how the bytes are split. Other members are checked and skipped. What was handed out is worthless
/// if a later call throws.
public struct LogUploadScanner: Sendable {
    /// The expected next byte that is not white space.
    private enum State: Sendable {
        /// The opening brace.
        case start
        /// A name or the end of an object.
        case firstName
        /// A name.
        case name
        /// The colon behind a name.
        case colon
        /// A value or the end of an array.
        case firstElement
        /// A value.
        case value
        /// More of a string.
        case string
        /// More of a number or literal.
        case scalar
        /// A comma or the end of a container.
        case after
        /// Nothing.
        case done
    }

    /// The use of a string or scalar.
    private enum Role: Equatable, Sendable {
        /// The name of a member.
        case name
        /// One of the short fields.
        case field(String)
        /// The log.
        case log
        /// Nothing that matters.
        case skip
    }

    /// The members that are kept.
    private static let fieldNames = ["BundleId", "AppVersion", "LogType", "LogLevel"]
    /// How many bytes of names and scalars are kept.
    private static let shortLimit = 128
    /// Pieces of the log below this size are gathered, in bytes.
    private static let pieceSize = 4096

    /// How many characters a short field may have.
    private let fieldLimit: Int
    /// What comes next.
    private var state = State.start
    /// The use of the current string or scalar.
    private var role = Role.skip
    /// The number of open containers.
    private var depth = 0
    /// The kinds of the open containers, innermost lowest: 1 is an object.
    private var kinds: UInt64 = 0
    /// The string being read.
    private var decoder = JSONStringDecoder()
    /// The beginning of the current name, short field or scalar.
    private var text: [UInt8] = []
    /// Whether a part of it was cut off.
    private var isOverlong = false
    /// Small pieces of the log waiting to be handed out.
    private var gathered: [UInt8] = []
    /// The short fields.
    private var fields: [String: String] = [:]
    /// Whether the log was met.
    private var hasLog = false
    /// Why the bytes were refused, if they were.
    private var failure: MessageError?

    /// Starts a scanner; short fields may have that many characters, 1 to 65536.
    public init(fieldLimit: Int = 1024) {
        self.fieldLimit = min(max(fieldLimit, 1), 65_536)
    }

    /// Reads the next piece of the body, of any size.
    ///
    /// Calls the function with what the piece holds of the unescaped log, in one or more parts that are valid during
    /// the call only; a part may end inside a character. Throws a `MessageError` for bytes that are refused, also on
    /// every later call, and what the function throws.
    public mutating func consume(
        _ bytes: UnsafeRawBufferPointer, logData: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        if let failure { throw failure }
        do {
            try scan(bytes, logData)
            try flush(logData)
        } catch {
            failure = error as? MessageError ?? MessageError("log upload was abandoned")
            throw error
        }
    }

    /// The short fields, once the body is complete.
    ///
    /// Throws for a body that ended too early, for missing `LogData` or `BundleId`, and for values out of range.
    public mutating func finish() throws(MessageError) -> LogUploadHeader {
        if let failure { throw failure }
        guard state == .done else { throw MessageError("JSON ends too early") }
        guard hasLog else { throw MessageError("is missing", field: "LogData") }
        guard let bundle = BundleIdentifier(fields["BundleId"] ?? "") else {
            throw MessageError("must be \(BundleIdentifier.rule)", field: "BundleId")
        }
        guard let type = LogType(rawValue: number("LogType") ?? LogType.application.rawValue) else {
            throw MessageError("must be 0 to 3", field: "LogType")
        }
        guard let level = LogLevel(rawValue: number("LogLevel") ?? LogLevel.debug.rawValue) else {
            throw MessageError("must be -1 to 3", field: "LogLevel")
        }
        return LogUploadHeader(bundle: bundle, appVersion: fields["AppVersion"] ?? "", type: type, level: level)
    }

    /// The integer of a short field; nil if there is none, or another text.
    private func number(_ name: String) -> Int? { fields[name].flatMap { Int($0) } }
}

/// The structure of the object.
extension LogUploadScanner {
    /// Reads a piece byte by byte, strings run by run.
    private mutating func scan(_ bytes: UnsafeRawBufferPointer, _ logData: JSONStringDecoder.Sink) throws {
        var index = 0
        while index < bytes.count {
            switch state {
            case .string:
                index = try string(bytes, from: index, logData)
            case .scalar where bytes[index].isAlphanumeric || JSONNumber.mayContain(bytes[index]):
                keep(CollectionOfOne(bytes[index]), limit: Self.shortLimit)
                index += 1
            case .scalar:
                try finishScalar()
            default:
                if !bytes[index].isBlank { try structure(bytes[index]) }
                index += 1
            }
        }
    }

    /// Reads a byte outside strings and scalars.
    private mutating func structure(_ byte: UInt8) throws(MessageError) {
        switch (state, byte) {
        case (.start, UInt8(ascii: "{")): try open(isObject: true)
        case (.start, _): throw MessageError("must be an object")
        case (.firstName, UInt8(ascii: "}")), (.firstElement, UInt8(ascii: "]")): close()
        case (.firstName, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")): begin(.string, .name)
        case (.firstName, _), (.name, _): throw MessageError("JSON object has a malformed name")
        case (.colon, UInt8(ascii: ":")): state = .value
        case (.colon, _): throw MessageError("JSON object has no colon after a name")
        case (.value, _), (.firstElement, _): try beginValue(byte)
        case (.after, UInt8(ascii: ",")): state = kinds & 1 == 1 ? .name : .value
        case (.after, UInt8(ascii: "}")) where kinds & 1 == 1: close()
        case (.after, UInt8(ascii: "]")) where kinds & 1 == 0: close()
        case (.after, _): throw MessageError("JSON \(kinds & 1 == 1 ? "object" : "array") is not closed")
        default: throw MessageError("JSON is followed by something else")
        }
    }

    /// Reads the first byte of a value.
    private mutating func beginValue(_ byte: UInt8) throws(MessageError) {
        let role = depth == 1 ? memberRole() : .skip
        if role == .log {
            guard !hasLog else { throw MessageError("occurs twice", field: "LogData") }
            guard byte == UInt8(ascii: "\"") else { throw MessageError("must be a string", field: "LogData") }
            hasLog = true
        }
        switch byte {
        case UInt8(ascii: "\""): begin(.string, role)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if case .field(let name) = role { fields[name] = nil }
            try open(isObject: byte == UInt8(ascii: "{"))
        default:
            guard byte.isAlphanumeric || byte == UInt8(ascii: "-") else {
                throw MessageError("JSON has a malformed value")
            }
            begin(.scalar, role)
            text.append(byte)
        }
    }

    /// The use of the member whose name was just read.
    private func memberRole() -> Role {
        let name = String(decoding: text, as: UTF8.self)
        if name == "LogData" { return .log }
        return Self.fieldNames.contains(name) ? .field(name) : .skip
    }

    /// Starts a string or scalar.
    private mutating func begin(_ state: State, _ role: Role) {
        self.state = state
        self.role = role
        text.removeAll(keepingCapacity: true)
        isOverlong = false
    }

    /// Enters a container.
    private mutating func open(isObject: Bool) throws(MessageError) {
        guard depth < JSONValue.maximumNesting else {
            throw MessageError("JSON is nested more than \(JSONValue.maximumNesting) levels deep")
        }
        depth += 1
        kinds = kinds << 1 | (isObject ? 1 : 0)
        state = isObject ? .firstName : .firstElement
    }

    /// Leaves a container.
    private mutating func close() {
        depth -= 1
        kinds >>= 1
        state = depth == 0 ? .done : .after
    }
}

/// Strings and scalars.
extension LogUploadScanner {
    /// Reads more of a string; answers where to go on.
    private mutating func string(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ logData: JSONStringDecoder.Sink
    ) throws -> Int {
        var decoder = self.decoder
        let end =
            switch role {
            case .log: try decoder.consume(bytes, from: start) { try gather($0, logData) }
            case .skip: try decoder.consume(bytes, from: start) { _ in }
            case .name: try decoder.consume(bytes, from: start) { keep($0, limit: Self.shortLimit) }
            case .field: try decoder.consume(bytes, from: start) { keep($0, limit: fieldLimit * 4) }
            }
        self.decoder = decoder
        guard let end else { return bytes.count }
        if case .field(let name) = role { try store(name) }
        state = role == .name ? .colon : .after
        return end
    }

    /// Checks a scalar and, if it is a short field, stores it.
    private mutating func finishScalar() throws(MessageError) {
        let isNumber = JSONNumber.isValid(text[...])
        guard !isOverlong, isNumber || ["true", "false", "null"].contains(String(decoding: text, as: UTF8.self))
        else { throw MessageError("JSON has a malformed value") }
        if case .field(let name) = role {
            // One of another type counts as absent.
            if isNumber { try store(name) } else { fields[name] = nil }
        }
        state = .after
    }

    /// Stores a short field; of one that occurs twice, the last one stays.
    private mutating func store(_ name: String) throws(MessageError) {
        let value = String(decoding: text, as: UTF8.self)
        guard !isOverlong, value.unicodeScalars.count <= fieldLimit else {
            throw MessageError("is longer than \(fieldLimit) characters", field: name)
        }
        fields[name] = value
    }

    /// Keeps the beginning of a name, short field or scalar.
    private mutating func keep(_ bytes: some Collection<UInt8>, limit: Int) {
        let room = limit - text.count
        isOverlong = isOverlong || bytes.count > room
        text.append(contentsOf: bytes.prefix(max(room, 0)))
    }

    /// Hands out a large piece of the log, or gathers a small one.
    private mutating func gather(_ bytes: UnsafeRawBufferPointer, _ logData: JSONStringDecoder.Sink) throws {
        if bytes.count >= Self.pieceSize {
            try flush(logData)
            try logData(bytes)
        } else {
            gathered.append(contentsOf: bytes)
            if gathered.count >= Self.pieceSize * 8 { try flush(logData) }
        }
    }

    /// Hands out what was gathered.
    private mutating func flush(_ logData: JSONStringDecoder.Sink) throws {
        guard !gathered.isEmpty else { return }
        try gathered.withUnsafeBytes(logData)
        gathered.removeAll(keepingCapacity: true)
    }
}
