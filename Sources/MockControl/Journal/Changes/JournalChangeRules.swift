import ConsolePlatform

extension ChangeRules {
    /// What the journal takes down of rows: never secrets, by the names of their columns, and hashes and sealed bytes
    /// neither.
    static func journal() -> ChangeRules {
        ChangeRules(leavingOut: ChangedTable.bookkeeping, isSecret: isSecret)
    }

    /// Whether a column of this name, or what is called so, is never shown.
    static func isSecret(_ name: String) -> Bool {
        if SecretName.kind(name.utf8) != nil { return true }
        let name = name.lowercased()
        return secretParts.contains { name.contains($0) } || secretNames.contains(name)
    }

    private static let secretParts = ["hash", "sealed", "salt", "signature"]
    /// Columns with what clients or other consoles sent, which may have secrets anywhere.
    private static let secretNames: Set<String> = [
        "requestheaders", "responseheaders", "responsebody", "body", "url", "payloads", "general",
    ]
}
