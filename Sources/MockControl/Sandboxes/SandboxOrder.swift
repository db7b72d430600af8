import ConsolePlatform
import DeviceProtocol
import Foundation

/// What somebody wants a sandbox to be.
struct SandboxOrder: Sendable {
    private static let members: Set<String> = [
        "name", "group", "ttlSeconds", "environment", "bundleId", "user", "password", "profile", "settings",
    ]
    /// Members that fill the template, and so do not go with an environment.
    private static let ofTemplate = ["bundleId", "user", "password", "profile", "settings"]
    private static let lifetimes = 1...31_536_000

    /// Name of its group; nil for its id.
    var name: String?
    /// What names the group it is to lie in; nil for that of the administrator.
    var group: String?
    /// Seconds it lasts.
    var lifetime: Int64?
    /// Text of its environment.
    var environment: String?
    var bundle = "com.example.demo"
    var user = "tester"
    /// Nil for a new one.
    var password: String?
    /// Members of payloads, by type.
    var profile: [JSONMember] = []
    /// Settings of its group.
    var settings: [JSONMember] = []

    /// Reads a body; an empty one asks for the template.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ json: Data) throws {
        guard !json.isEmpty else { return }
        do {
            let body = try JSONObjectReader(json)
            for name in body.names where !Self.members.contains(name) {
                let known = Self.members.sorted()
                throw ConsoleError(
                    .badRequest,
                    "The body has \(name.prefix(40)); it may have \(known.joined(separator: ", "))."
                        + WordHints.sentence(for: String(name.prefix(40)), among: known))
            }
            try read(body)
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "\(error).")
        }
    }

    private mutating func read(_ body: JSONObjectReader) throws {
        name = try Self.distinctName(body, "name")
        group = try Self.text(body, "group", 1...255)
        if let seconds = try body.integer("ttlSeconds") {
            guard Self.lifetimes.contains(seconds) else {
                throw ConsoleError(
                    .badRequest,
                    "ttlSeconds has to be seconds from \(Self.lifetimes.lowerBound) to \(Self.lifetimes.upperBound).")
            }
            lifetime = Int64(seconds)
        }
        environment = try Self.environment(body)
        if environment != nil, let member = Self.ofTemplate.first(where: { body.value($0) != nil }) {
            throw ConsoleError(.badRequest, "\(member) belongs to the template; the environment says it itself.")
        }
        bundle = try body.identifier("bundleId", as: BundleIdentifier.self)?.value ?? bundle
        user = try Self.distinctName(body, "user") ?? user
        password = try Self.text(body, "password", 1...1000)
        settings = try Self.object(body, "settings")
        profile = try Self.object(body, "profile")
        for member in profile {
            try Self.requireType(member.name)
            guard case .object = member.value else {
                throw ConsoleError(
                    .badRequest, "profile has to be an object of payloads by type, each an object of its members.")
            }
        }
    }

    /// Refuses a payload type that is nearly one that clients read; any other goes to the app as it is.
    private static func requireType(_ type: String) throws {
        let known = PayloadSchema.all.map(\.type)
        guard !known.contains(type), let near = Spelling.nearest(to: type, among: known) else { return }
        throw ConsoleError(
            .badRequest,
            "profile.\(type.prefix(60)) is no payload type. Did you mean \(near)? Types are written exactly so: "
                + "\(known.joined(separator: ", ")).")
    }

    /// An environment is a text of YAML, or the same as JSON.
    private static func environment(_ body: JSONObjectReader) throws -> String? {
        switch body.value("environment") {
        case nil: nil
        case .string(let text): text
        case .object(let members): String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
        default: throw ConsoleError(.badRequest, "environment has to be a text of YAML, or an object.")
        }
    }

    private static func text(_ body: JSONObjectReader, _ name: String, _ lengths: ClosedRange<Int>) throws -> String? {
        guard let text = try body.text(name) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard lengths.contains(text.unicodeScalars.count), isPlain else {
            throw ConsoleError(
                .badRequest, "\(name) has to be \(lengths.lowerBound) to \(lengths.upperBound) characters of text.")
        }
        return text
    }

    private static func distinctName(_ body: JSONObjectReader, _ name: String) throws -> String? {
        guard let text = try text(body, name, 1...255) else { return nil }
        if let problem = NameRule.problem(with: text) { throw ConsoleError(.badRequest, "\(name) \(problem).") }
        return text
    }

    private static func object(_ body: JSONObjectReader, _ name: String) throws -> [JSONMember] {
        switch body.value(name) {
        case nil: return []
        case .object(let members): return members
        default: throw ConsoleError(.badRequest, "\(name) has to be an object.")
        }
    }
}
