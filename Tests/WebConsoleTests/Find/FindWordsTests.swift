import Testing

@testable import WebConsole

/// How well texts have what somebody types.
struct FindWordsTests {
    private func best(_ text: String, _ values: [String]) -> [String] {
        FindWords(text).best(of: values) { [$0] }
    }

    @Test func `The whole text comes first, then beginnings, then words, then the rest`() {
        let values = ["Reloading", "App Logs", "Logging", "Log", "Devices"]
        #expect(best("log", values) == ["Log", "Logging", "App Logs"])
        #expect(best("load", values) == ["Reloading"])
    }

    @Test func `Every word has to be somewhere`() {
        let values = ["App Logs", "App Lists", "Log quota"]
        #expect(best("app log", values) == ["App Logs"])
        #expect(best("log app", values) == ["App Logs"])
        #expect(best("app log nowhere", values).isEmpty)
        #expect(best("", values).isEmpty)
    }

    @Test func `What stands between the places of a path is no word`() {
        let values = ["Apps & Books › App Logs", "Groups & Settings"]
        for text in ["Apps & Books > App Logs", "apps›logs", "**Apps & Books → App Logs**"] {
            #expect(best(text, values) == ["Apps & Books › App Logs"], "\(text)")
        }
        #expect(best(" > ", values).isEmpty)
    }

    @Test func `A title counts more than other words`() {
        let values = [["Monitor", "Devices"], ["Devices", "List View"]]
        #expect(FindWords("devices").best(of: values) { $0 } == [values[1], values[0]])
    }

    @Test func `Many of one kind do not hide the others`() {
        let many = (0..<30).map { Found(title: "\($0)", kind: "Device", path: "/\($0)") }
        let one = [Found(title: "one", kind: "User", path: "/one")]
        let some = FindRoom.some(of: [.init(title: "Devices", found: many), .init(title: "Users", found: one)])
        #expect(some.count == 20)
        #expect(some.last?.title == "one")
    }
}
