import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What the event log says of objects of an environment file.
struct EnvironmentKindTests {
    @Test func `What an import does is called after what it is done to`() {
        for kind in EnvironmentKind.allCases {
            #expect(kind.created.rawValue == "\(kind.rawValue).created")
            #expect(kind.updated.rawValue == "\(kind.rawValue).updated")
        }
    }
}
