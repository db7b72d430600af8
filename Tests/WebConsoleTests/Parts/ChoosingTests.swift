import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Choosing rows, and choosing of lists that are too long.
struct ChoosingTests {
    @Test func `All rows of a page are chosen with a link, which works without a script`() async throws {
        try await withConsole { console in
            for udid in ["aaaa1111", "bbbb2222"] {
                _ = try await console.admin(.post, "/_mock/devices", text: #"{"udid":"\#(udid)","group":"demo"}"#)
            }
            let browser = try await DevicePageWorld.browser(console)
            let none = try await browser.page("/console/devices?group=demo")
            #expect(!none.text.contains(" checked") && none.text.contains("?group=demo&amp;choose=all\""))
            let all = try await browser.page("/console/devices?group=demo&choose=all")
            #expect(all.text.split(separator: " checked").count == 3)
            // Afterwards nothing is chosen by itself.
            #expect(all.text.contains("name=\"formPage\" value=\"/console/devices?group=demo\""))
            #expect(all.text.contains("href=\"/console/devices?group=demo\" rel"))
        }
    }

    @Test(arguments: [
        ("/console/x", "/console/x?choose=all"), ("/console/x?a=b", "/console/x?a=b&choose=all"),
    ])
    func `An address asks for all rows, or does not`(none: String, all: String) {
        #expect(ChooseAll.with(none) == all && ChooseAll.without(all) == none)
        #expect(ChooseAll.isAsked(all) && !ChooseAll.isAsked(none) && ChooseAll.without(none) == none)
    }

    @Test func `What a list cannot show is typed`() {
        let few = ChoiceOffer(options: [("a", "A")], total: 1).field("group", "Group", open: "All", asking: "The code")
        #expect(few.kind == .choice && few.options.map(\.label) == ["All", "A"])
        let many = ChoiceOffer(options: [("a", "A")], total: 1200)
            .field("group", "Group", open: "All", chosen: "z", asking: "The code")
        #expect(many.kind == .text && many.value == "z")
        #expect(many.hint == "The code; all if empty. There are 1,200, too many for a list.")
    }
}
