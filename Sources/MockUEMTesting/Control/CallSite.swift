#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// Where a test has called, and where its failures are shown.
struct CallSite: Sendable {
    let fileID: String
    let filePath: StaticString
    let line: UInt
    let column: UInt

    /// A place that the compiler has named.
    init(_ fileID: String, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// Reports a failure to the test that runs, at this place.
    ///
    /// A test of Swift Testing has failed afterwards. Whether one of XCTest runs, nobody can ask: it is told, and the
    /// failure is thrown as well, so that it is lost nowhere.
    ///
    /// - Parameters:
    ///   - message: What has failed.
    ///   - isFatal: Whether the test must not go on.
    /// - Throws: What ends the test.
    func fail(_ message: String, isFatal: Bool) throws {
        #if canImport(Testing)
            if Test.current != nil {
                let place = SourceLocation(
                    fileID: fileID, filePath: filePath.description, line: Int(line), column: Int(column))
                let passed = false
                guard isFatal else {
                    Issue.record(Comment(rawValue: message), sourceLocation: place)
                    return
                }
                // The one error that is not shown a second time, at the test as a whole.
                try #require(passed, Comment(rawValue: message), sourceLocation: place)
            }
        #endif
        #if canImport(XCTest)
            XCTFail(message, file: filePath, line: line)
        #endif
        throw VerificationFailure(description: message)
    }
}

/// Requests are not as expected.
public struct VerificationFailure: Error, Sendable, CustomStringConvertible {
    /// What was expected, what there is, and the nearest misses.
    public let description: String
}
