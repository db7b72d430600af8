extension MockSurface {
    /// Verifies how many requests were made; without a number, one is enough.
    ///
    /// ```swift
    /// try await mock.verify(.post("/deviceservices/awmdmsdk/v3/beacon"), exactly: 1)
    /// ```
    ///
    /// What is not so is a failure at the line of the call, with the requests that come nearest and what differs in
    /// each. The test goes on, as after `#expect`.
    ///
    /// - Parameters:
    ///   - match: Which requests are counted.
    ///   - exactly: How many there have to be.
    ///   - atLeast: The fewest there may be.
    ///   - atMost: The most there may be.
    ///   - fileID: Where failures are shown.
    ///   - filePath: Where failures are shown.
    ///   - line: Where failures are shown.
    ///   - column: Where failures are shown.
    /// - Returns: What was found.
    /// - Throws: ``MockUEMError`` if the console refuses; ``VerificationFailure`` outside of Swift Testing.
    @discardableResult
    public func verify(
        _ match: RequestMatch, exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Verification {
        let count = Expectation.Count(exactly: exactly, atLeast: atLeast, atMost: atMost)
        return try await verify(Expectation(match, count), at: CallSite(fileID, filePath, line, column))
    }

    /// Verifies that no request of a kind was made.
    ///
    /// - Returns: What was found.
    /// - Throws: ``MockUEMError`` if the console refuses; ``VerificationFailure`` outside of Swift Testing.
    @discardableResult
    public func verify(
        never match: RequestMatch,
        fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Verification {
        let count = Expectation.Count(exactly: 0)
        return try await verify(Expectation(match, count), at: CallSite(fileID, filePath, line, column))
    }

    /// Verifies that requests were answered one after the other; others may come between.
    ///
    /// - Returns: What was found.
    /// - Throws: ``MockUEMError`` if the console refuses; ``VerificationFailure`` outside of Swift Testing.
    @discardableResult
    public func verify(
        inOrder matches: [RequestMatch],
        fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Verification {
        try await verify(Expectation(order: matches), at: CallSite(fileID, filePath, line, column))
    }

    private func verify(_ expectation: Expectation, at site: CallSite) async throws -> Verification {
        let found = try await client.value(
            Verification.self, "POST", "/_mock/verify", .object(expectation.members))
        if !found.passed { try site.fail("Expected \(expectation.text)\n\(found)", isFatal: false) }
        return found
    }
}
