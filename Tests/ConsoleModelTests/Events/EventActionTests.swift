import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Actions of the event log: their texts stand in databases, and in what others have written to look for them.
struct EventActionTests {
    @Test func `An action is a noun and what became of it`() {
        for action in EventAction.allCases {
            let words = action.rawValue.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
            #expect(words.count == 2, "\(action)")
            #expect(words.allSatisfy { $0.first?.isLowercase == true && $0.allSatisfy(\.isLetter) }, "\(action)")
            #expect(words.first == action.noun)
        }
    }

    @Test func `The deletion of records is called after what they are`() {
        for kind in RecordKind.allCases { #expect(kind.deleted.rawValue == "\(kind.rawValue).deleted") }
    }
}
