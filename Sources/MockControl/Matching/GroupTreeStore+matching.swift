import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

extension GroupTreeStore {
    /// Reads a matcher in JSON for somebody who may look into a subtree.
    ///
    /// - Returns: Whether an entry of the journal is meant.
    /// - Throws: ``ConsoleError`` `badRequest`, `conflict` for a name of a group that several have.
    @Sendable func matching(_ json: String, in subtree: Subtree) async throws -> @Sendable (JournalEntry) -> Bool {
        let value: JSONValue
        do {
            value = try JSONValue(json: Data(json.utf8))
        } catch {
            throw ConsoleError(
                .badRequest, "match has to be a matcher in JSON, such as {\"method\": \"POST\"}: \(error).")
        }
        let tree = try await tree()
        let matcher = try RequestMatcher(value).resolved(tree, in: subtree)
        return { matcher.matches($0, in: tree) }
    }
}
