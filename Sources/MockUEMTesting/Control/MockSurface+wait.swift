extension MockSurface {
    /// Waits until requests were made; without a number, one is enough.
    ///
    /// ```swift
    /// try await mock.wait(for: .post("/deviceservices/awmdmsdk/v3/beacon"), timeout: .seconds(5))
    /// ```
    ///
    /// If they are not made in time, that is a failure at the line of the call, with the requests that come nearest.
    /// The test ends, as after `#require`.
    ///
    /// - Parameters:
    ///   - match: Which requests are counted.
    ///   - exactly: How many there have to be when the time is over.
    ///   - atLeast: The fewest there have to be.
    ///   - timeout: How long to wait at most.
    ///   - fileID: Where failures are shown.
    ///   - filePath: Where failures are shown.
    ///   - line: Where failures are shown.
    ///   - column: Where failures are shown.
    /// - Returns: What was found.
    /// - Throws: What ends the test; ``MockUEMError`` if the console refuses.
    @discardableResult
    public func wait(
        for match: RequestMatch, exactly: Int? = nil, atLeast: Int? = nil, timeout: Duration = .seconds(10),
        fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Verification {
        let count = Expectation.Count(exactly: exactly, atLeast: atLeast)
        return try await wait(Expectation(match, count), timeout, at: CallSite(fileID, filePath, line, column))
    }

    /// Waits until requests were answered one after the other; others may come between.
    ///
    /// - Returns: What was found.
    /// - Throws: What ends the test; ``MockUEMError`` if the console refuses.
    @discardableResult
    public func wait(
        forOrder matches: [RequestMatch], timeout: Duration = .seconds(10),
        fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Verification {
        try await wait(Expectation(order: matches), timeout, at: CallSite(fileID, filePath, line, column))
    }

    /// Waits until a state holds: a device is enrolled, a command is acknowledged, records have arrived.
    ///
    /// ```swift
    /// try await mock.wait(for: .enrollment(of: udid))
    /// try await mock.wait(for: .records("beacons", of: udid, atLeast: 3))
    /// ```
    ///
    /// - Returns: What was found.
    /// - Throws: What ends the test; ``MockUEMError`` if the console refuses.
    @discardableResult
    public func wait(
        for state: MockState, timeout: Duration = .seconds(10),
        fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws -> Verification {
        try await wait(Expectation(state), timeout, at: CallSite(fileID, filePath, line, column))
    }

    private func wait(_ expectation: Expectation, _ timeout: Duration, at site: CallSite) async throws -> Verification {
        let seconds = timeout / .seconds(1)
        let body = expectation.members.merging(["timeoutSeconds": .number(seconds)]) { $1 }
        let found = try await client.value(
            Verification.self, "POST", "/_mock/wait", .object(body), timeout: seconds + 60)
        if !found.passed {
            try site.fail("Expected within \(timeout) \(expectation.text)\n\(found)", isFatal: true)
        }
        return found
    }
}
