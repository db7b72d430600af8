import Foundation
import Testing

/// Checks that a value of an answer has exactly the members of a JSON text, with values of the same types.
///
/// - Parameters:
///   - value: What was answered, or a part of it.
///   - text: JSON.
///   - sourceLocation: Where it is checked.
/// - Throws: What cannot be read.
func expectJSON(_ value: Any?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let answered = try #require(value, sourceLocation: sourceLocation)
    let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    func canonical(_ value: Any) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
    }
    let (first, second) = (try canonical(answered), try canonical(expected))
    #expect(first == second, sourceLocation: sourceLocation)
}

/// The elements of an answer that is a bare list.
func jsonList(_ text: String) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]], "\(text)")
}
