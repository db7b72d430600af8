extension MockUEM {
    /// Keeps the whole state of the console under a name, in place of an earlier one of that name (Snapshots).
    ///
    /// ```swift
    /// try await mock.takeSnapshot("enrolled")
    /// // … tests that wipe the device
    /// try await mock.restoreSnapshot("enrolled")
    /// ```
    ///
    /// - Parameter name: 1 to 64 letters A to Z, digits, dots, dashes and underscores.
    /// - Throws: ``MockUEMError`` if the console refuses.
    public func takeSnapshot(_ name: String) async throws { try await call("PUT", Self.path(name)) }

    /// Goes back to a snapshot, for all who use the console.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - keepJournal: Whether the journal stays; otherwise it is emptied.
    /// - Throws: ``MockUEMError`` if the console refuses.
    public func restoreSnapshot(_ name: String, keepJournal: Bool = false) async throws {
        try await call("POST", "\(Self.path(name))/restore", ["keepJournal": .bool(keepJournal)])
    }

    /// Deletes a snapshot.
    public func removeSnapshot(_ name: String) async throws { try await call("DELETE", Self.path(name)) }

    /// Goes back to the environment file, for all who use the console.
    ///
    /// - Parameter keepJournal: Whether the journal stays; otherwise it is emptied.
    /// - Throws: ``MockUEMError`` if the console refuses.
    public func reset(keepJournal: Bool = false) async throws {
        try await call("POST", "/_mock/reset", ["keepJournal": .bool(keepJournal)])
    }

    private static func path(_ name: String) -> String { "/_mock/snapshots/\(ControlClient.escaped(name))" }
}
