import Foundation

extension TestConsole {
    /// Rows of a list.
    func items(_ target: String) async throws -> [[String: Any]] {
        try await adminJSON(target)["items"] as? [[String: Any]] ?? []
    }

    /// How many rows a list has.
    func total(_ target: String) async throws -> Int? { try await adminJSON(target)["total"] as? Int }
}
