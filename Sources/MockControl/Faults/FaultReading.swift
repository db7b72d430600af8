import ConsolePlatform
import DeviceProtocol

/// Reads objects of a body, and refuses in plain words what it does not know (Faults, "Refusals").
struct FaultReading {
    /// What refusals call the object.
    let name: String
    /// Members by name.
    private let members: [String: JSONValue]

    /// Reads an object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for anything else, and for a member that is not known or stands there twice.
    init(_ json: JSONValue, _ name: String, known: [String]) throws {
        self.name = name
        let list = try MatcherReader().members(of: json, name, known: known)
        members = Dictionary(list.map { ($0.name, $0.value) }) { $1 }
    }

    /// The value of a member.
    subscript(_ member: String) -> JSONValue? { members[member] }

    /// Whether a member is there.
    func has(_ member: String) -> Bool { members[member] != nil }

    /// The names that are there, of some.
    func present(_ names: [String]) -> [String] { names.filter(has) }

    /// A text of so many characters.
    func text(_ member: String, _ length: ClosedRange<Int> = 1...65536) throws -> String? {
        guard let value = members[member] else { return nil }
        guard case .string(let text) = value, length.contains(text.unicodeScalars.count) else {
            throw refusal(member, "has to be a text of \(length.lowerBound) to \(length.upperBound) characters")
        }
        return text
    }

    /// A whole number.
    func integer(_ member: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let value = members[member] else { return nil }
        guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
            throw refusal(member, "has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number.
    func number(_ member: String, _ range: ClosedRange<Double>) throws -> Double? {
        guard let value = members[member] else { return nil }
        guard let number = Self.number(value), range.contains(number) else {
            throw refusal(
                member, "has to be a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))")
        }
        return number
    }

    /// True or false; false if it is not there.
    func flag(_ member: String) throws -> Bool {
        guard let value = members[member] else { return false }
        guard case .bool(let flag) = value else { throw refusal(member, "has to be true or false") }
        return flag
    }

    /// The refusal of a member's value.
    func refusal(_ member: String, _ sentence: String) -> ConsoleError {
        ConsoleError(.badRequest, "\(name).\(member) \(sentence).")
    }

    /// Refuses members that exclude each other.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if more than one of them is there.
    func requireOne(of names: [String], because reason: String) throws {
        let present = present(names)
        guard present.count > 1 else { return }
        throw ConsoleError(
            .badRequest, "\(name): \(present.joined(separator: " and ")) contradict each other: \(reason).")
    }

    static func number(_ value: JSONValue) -> Double? {
        guard case .number(let text) = value, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private static func plain(_ number: Double) -> String {
        number.rounded() == number ? String(Int64(number)) : String(number)
    }
}
