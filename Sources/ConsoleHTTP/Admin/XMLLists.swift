package import DeviceProtocol
import Foundation

/// Lists of bodies written in XML, where a list of one element looks like a single value (AdminAPI, "Bodies").
extension JSONValue {
    /// The elements of a list that was read from XML.
    ///
    /// Two ways of writing one are known: the list's own element once for each value, as the console answers, or one
    /// element of the list with an element for each value in it, whatever that is called: `<Ids><int>1</int></Ids>`.
    ///
    /// - Parameter ofObjects: Whether its elements have members; an element with a single text in it is then one
    ///   element, not a list.
    /// - Returns: The elements, without those that are empty or nil.
    func xmlElements(ofObjects: Bool) -> [JSONValue] {
        switch self {
        case .array(let values): return values.filter { !$0.isBlankXML }
        case .object(let members):
            guard members.count == 1, let member = members.first else { return [self] }
            switch member.value {
            case .array(let values): return values.filter { !$0.isBlankXML }
            // An id that is the only content of an element is written as an object, too.
            case .object: return member.name.lowercased() == "id" ? [self] : [member.value]
            default:
                if ofObjects { return member.value == .null ? [] : [self] }
                return member.value.isBlankXML ? [] : [member.value]
            }
        default: return isBlankXML ? [] : [self]
        }
    }

    /// A body read from XML, with lists and objects where they belong, at any depth.
    ///
    /// - Parameters:
    ///   - lists: Names of lists of texts and of objects, in lower case; true for objects.
    ///   - objects: Names of objects, in lower case, of which an empty one counts as absent.
    /// - Returns: The value.
    package func withLists(_ lists: [String: Bool], objects: Set<String>) -> JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map { $0.withLists(lists, objects: objects) })
        case .object(let members):
            return .object(
                members.map { member in
                    let name = member.name.lowercased()
                    var value = member.value
                    if let ofObjects = lists[name] {
                        value = .array(value.xmlElements(ofObjects: ofObjects))
                    } else if objects.contains(name), value.isBlankXML {
                        value = .null
                    }
                    return JSONMember(name: member.name, value: value.withLists(lists, objects: objects))
                })
        default: return self
        }
    }

    /// Whether an element says nothing.
    private var isBlankXML: Bool {
        switch self {
        case .null: true
        case .string(let text): text.allSatisfy(\.isWhitespace)
        default: false
        }
    }
}
