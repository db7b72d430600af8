import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform

/// Whether something is active, as clients write it (AdminAPI, "Words").
struct ActivityWordTests {
    @Test(arguments: [
        ("Active", true), ("ENABLED", true), ("true", true), ("1", true), ("inactive", false), ("Disabled", false),
        ("False", false), ("0", false), ("", nil), ("All", nil), ("any", nil), (nil, nil),
    ])
    func `Words of all versions and forms are read`(word: String?, isActive: Bool?) throws {
        #expect(try ActivityWord.isActive(word) == isActive)
    }

    @Test func `Another word is refused, and told`() {
        #expect {
            try ActivityWord.isActive("maybe")
        } throws: {
            ($0 as? ConsoleError)?.message == #"status is "maybe"; it has to be Active or Inactive."#
        }
    }
}
