import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The description of the API as programs and people get it.
struct APIPagesTests {
    @Test func `Programs get the document`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/openapi.json")
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
            let document = try answer.json()
            #expect(document["openapi"] as? String == "3.1.0")
            #expect((document["paths"] as? [String: Any])?["/api/system/info"] != nil)
        }
    }

    @Test func `People get an overview that leads to a page of each family`() async throws {
        try await withConsole { console in
            let overview = try await console.send(.get, "/openapi")
            #expect(overview.headers[.contentType] == "text/html; charset=utf-8")
            let description = try APIContract.of(console.console).description
            let text = overview.text
            for operation in description.operations {
                #expect(text.contains("#\(operation.id)\""), "\(operation.id)")
            }
            let links = overview.text.matches(of: /href="(\/openapi\/[a-z0-9-]+)"/).map { String($0.1) }
            #expect(links.count == description.families.count)
            for link in links {
                let page = try await console.send(.get, link)
                #expect(page.status == .ok, "\(link)")
                #expect(page.text.contains("<h3>Answers</h3>"), "\(link)")
            }
        }
    }

    @Test func `A family's page shows parameters, members and examples, escaped`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/openapi/smart-groups").text
            #expect(page.contains("<code>organizationgroupid</code>"))
            #expect(page.contains("<code>SmartGroupID</code>"))
            #expect(page.contains("&quot;SmartGroups&quot;"))
            #expect(!page.contains("{{"))
            let profiles = try await console.send(.get, "/openapi/mdm-profiles").text
            #expect(profiles.contains("<code>profileSearchRequestV3Model</code> counts pages from 0"))
        }
    }

    @Test func `Of several forms of an answer, the one with an example is shown`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/openapi/sdk-profiles").text
            #expect(page.contains("text/xml, application/x-plist, application/json"))
            #expect(page.contains("&quot;propertyList&quot;"))
        }
    }

    @Test(arguments: [
        ("7", "7"), ("null", "null"), (#""a""#, #""a""#), ("[]", "[]"), ("{}", "{}"),
        ("[1,[2]]", "[\n  1,\n  [\n    2\n  ]\n]"),
        (#"{"b":{"c":"/"},"a":1.50}"#, "{\n  \"b\": {\n    \"c\": \"/\"\n  },\n  \"a\": 1.50\n}"),
    ])
    func `Any example can be shown`(json: String, shown: String) throws {
        #expect(APIPages.pretty(try JSONValue(json: Data(json.utf8))) == shown)
    }

    @Test func `A page has no example where the description has none`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/openapi/operations-and-pages").text
            #expect(!page.contains("<pre></pre>"))
            #expect(!page.contains("<summary>Example</summary>"))
        }
    }

    @Test func `Each route has a credential and a command to copy, for the console that was asked`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/openapi/devices").text
            #expect(page.contains("Credential: name and password of an administrator with an API key"))
            #expect(page.contains("curl -X DELETE &quot;http://localhost"))
            #expect(page.contains("?searchby=Udid&amp;id=3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c&quot;"))
            #expect(!page.contains("--cacert"))
        }
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let page = try await console.send(.get, "/openapi/devices").text
            #expect(page.contains("&quot;https://uem.example.test/api/mdm/devices"))
            #expect(!page.contains("--cacert"))
        }
    }

    @Test func `An unknown family answers 404`() async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/openapi/%3Cscript%3E")
            #expect(answer.status == .notFound)
            #expect(!answer.text.contains("<script>"))
        }
    }

    @Test func `The overview leads to the document and to the search`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/openapi").text
            #expect(page.contains(#"href="/openapi.json""#))
            #expect(page.contains(#"action="/search""#))
        }
    }
}
