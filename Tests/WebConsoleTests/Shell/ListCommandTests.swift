import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Lists as commands to copy.
struct ListCommandTests {
    @Test(arguments: [
        ("/console/devices?platform=Apple&text=a%20b", "/_mock/devices?text=a%20b&platform=Apple&page=0&pageSize=50"),
        ("/console/users?find=de", "/api/system/users/search?username=de&page=0&pagesize=100&orderby=username"),
        ("/console/app-logs?type=crash", "/_mock/logs?type=crash&page=0&pageSize=50"),
        ("/console/analytics?name=open", "/_mock/analytics?name=open&page=0&pageSize=50"),
        ("/console/journal?status=404", "/_mock/journal?status=404&page=0&pageSize=100"),
        ("/console/administrators?find=a", "/_mock/administrators?text=a&page=0"),
        ("/console/user-groups", "/api/system/usergroups/search?page=0&pagesize=100"),
        ("/console/smart-groups", "/api/mdm/smartgroups/search?orderby=name&page=0&pagesize=50"),
        ("/console/profiles", "/_mock/profiles?page=0&pageSize=50"),
        ("/console/event-notifications/deliveries", "/_mock/notification-deliveries?page=0&pageSize=50"),
        ("/console/terms-of-use/acceptances", "/_mock/terms-of-use/acceptances?page=0&pageSize=50"),
        ("/console/lint", "/_mock/lint?latest=1000"),
        (
            "/console/apps/internal?bundleId=x",
            "/api/mam/apps/search?applicationtype=Internal&bundleid=x&orderby=applicationname&page=0&pagesize=50"
        ),
        ("/console/compliance?group=demo", "/_mock/groups/demo/compliance-rules?page=0&pageSize=100"),
        (
            "/console/event-notifications?find=a",
            "/api/system/eventnotifications/search?targetname=a&page=0&pagesize=50"
        ),
        ("/console/geofences?name=a", "/_mock/geofences?name=a&page=0&pageSize=50"),
        ("/console/clocks", "/_mock/clocks?pageSize=1000"),
    ])
    func `A list is copied with its filters, as the call that made it`(path: String, target: String) async throws {
        try await withConsole { console in
            let page = try await DevicePageWorld.browser(console).page(path)
            let content = try #require(page.text.firstRange(of: "id=\"content\""))
            let list = page.text[content.upperBound...]
            let block = try #require(list.firstRange(of: "<summary>Copy as curl</summary>"), "\(path)")
            let command = list[block.upperBound...].prefix(1500).replacing("&amp;", with: "&")
            #expect(command.contains("<pre class=\"copied\"><code>curl "), "\(command)")
            #expect(command.contains("\(target)&#39;</code>") || command.contains("\(target)'</code>"), "\(command)")
            // The route answers the same to whoever sends it.
            #expect(try await console.admin(.get, target).status.code < 300)
        }
    }

    @Test func `A refused list offers no command`() async throws {
        try await withConsole { console in
            let page = try await DevicePageWorld.browser(console).page("/console/app-logs?from=yesterday")
            #expect(!page.words.contains("Copy as curl"))
        }
    }

    @Test func `Quotes of a filter end no quotes of the command`() {
        var call = ConsoleCall(.get, "/_mock/devices?text='x")
        call.version = 2
        let block = CodeBlock.curl(call, origin: "http://localhost:8080")
        #expect(block.text.hasSuffix("'http://localhost:8080/_mock/devices?text=%27x'") && block.isFolded)
    }
}
