import ConsolePlatform
import DeviceProtocol

/// Reads matchers out of a body, and refuses what it does not know by name (MockControl, "Matchers").
struct MatcherReader {
    /// How deep matchers may lie in one another.
    private static let maximumDepth = 16
    /// The most conditions of one matcher, those in its parts counted.
    private static let maximumConditions = 500

    private var count = 0
    private var depth = 0

    /// Goes one level down.
    mutating func nested<Value>(_ name: String, _ body: (inout MatcherReader) throws -> Value) throws -> Value {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw ConsoleError(.badRequest, "\(name): matchers lie more than \(Self.maximumDepth) deep in one another.")
        }
        return try body(&self)
    }

    /// Counts a condition.
    mutating func note(_ name: String) throws {
        count += 1
        guard count <= Self.maximumConditions else {
            throw ConsoleError(.badRequest, "\(name): a matcher has at most \(Self.maximumConditions) conditions.")
        }
    }

    /// The members of an object, each known and there once.
    func members(of value: JSONValue, _ name: String, known: [String]) throws -> [JSONMember] {
        guard case .object(let members) = value else {
            throw ConsoleError(.badRequest, "\(name) has to be an object, not \(value.kindName).")
        }
        var seen: Set<String> = []
        for member in members {
            guard known.contains(member.name) else {
                throw ConsoleError(
                    .badRequest,
                    "\(name).\(member.name.prefix(40)) is not known.\(WordHints.sentence(for: member.name, among: known))"
                        + " \(name) takes \(known.joined(separator: ", ")).")
            }
            guard seen.insert(member.name).inserted else {
                throw ConsoleError(.badRequest, "\(name).\(member.name) stands there twice.")
            }
        }
        return members
    }
}
