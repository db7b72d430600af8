@testable import ConsoleTestSupport
@testable import MockConsole

/// Lends a data folder with a stopped console, and a backup of it.
func withBackup(
    _ body: (_ folder: String, _ data: String, _ archive: String) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        let data = "\(folder)/data"
        try await withKeptConsole(data) { console in _ = try await console.api.upload([1, 2], named: "Some.ipa") }
        _ = try backup(data).write(to: "\(folder)/b.tar")
        try await body(folder, data, "\(folder)/b.tar")
    }
}
