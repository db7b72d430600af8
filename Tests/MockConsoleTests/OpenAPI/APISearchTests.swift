import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Finding routes by words.
struct APISearchTests {
    private let description: APIDescription

    init() async throws { description = try await APIDescription.served() }

    private func paths(_ typed: String) -> Set<String> {
        Set(description.operations.filter(APISearch(typed).finds).map { "\($0.method) \($0.path)" })
    }

    @Test(arguments: ["", "   ", "\t"])
    func `Nothing typed finds everything`(typed: String) {
        #expect(APISearch(typed).isEmpty)
        #expect(paths(typed).count == description.operations.count)
    }

    @Test(arguments: [
        "delete a smart group", "SMARTGROUPS delete {id}", "DELETE /api/mdm/smartgroups/12",
        "delete https://localhost:8443/API/mdm/smartgroups/12?x=y",
    ])
    func `A route is found by words, by path and by address`(typed: String) {
        #expect(paths(typed).contains("DELETE /api/mdm/smartgroups/{id}"))
    }

    @Test func `Every word has to be there, and a path has to be of the same length`() {
        #expect(paths("livez nonsense") == [])
        #expect(!paths("/api/mdm/smartgroups/12/devices").contains("GET /api/mdm/smartgroups/{id}"))
    }

    @Test(arguments: ["://", "https://localhost:8443", "http://localhost?x=y"])
    func `An address without a path is looked for as it stands`(typed: String) {
        #expect(paths(typed) == [])
    }

    @Test func `What was typed is shown without more blanks than it needs`() {
        #expect(APISearch("  smart \n group ").text == "smart group")
    }

    @Test func `More than 200 characters do not count`() {
        #expect(APISearch(String(repeating: "x", count: 5000)).text.count == 200)
    }
}
