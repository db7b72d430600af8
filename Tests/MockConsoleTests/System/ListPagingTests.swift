import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What holds for the pages of every list (AdminAPI, "Lists"), and for the XML of every list of a first version.
struct ListPagingTests {
    /// A page that was answered.
    private struct Shown {
        let items: [String]
        let total: Int?
        let number: Int?
        let size: Int?
    }

    /// Reads a page; nil for 204.
    private static func page(_ caller: APICaller, _ list: ListRoute, _ query: String) async throws -> Shown? {
        let response = try await caller.call(.get, "\(list.path)?\(query)", version: list.version)
        let what = "\(list.path) \(list.version) \(query): \(response.status) \(response.text.prefix(300))"
        if response.status == .noContent {
            #expect(response.text.isEmpty && response.headers[.contentType] == nil, "\(what)")
            return nil
        }
        #expect(response.status == .ok, "\(what)")
        let body = try response.json()
        let items = try #require(body[list.list] as? [Any], "\(what)")
        let names = list.envelope.page
        return Shown(
            items: try items.map { item in
                String(
                    decoding: try JSONSerialization.data(
                        withJSONObject: item, options: [.sortedKeys, .fragmentsAllowed]), as: UTF8.self)
            },
            total: body[list.envelope.total] as? Int, number: names.flatMap { body[$0.number] as? Int },
            size: names.flatMap { body[$0.size] as? Int })
    }

    @Test func `Pages of one follow one another, and every one has the total`() async throws {
        try await SmartGroupWorld.with { world in
            for list in try await world.lists() {
                let what = "\(list.path) \(list.version)"
                let all = try #require(try await Self.page(world.api, list, ""), "\(what)")
                #expect(all.items.count >= 2 && all.total == all.items.count, "\(what): \(all)")
                #expect(Set(all.items).count == all.items.count, "\(what)")
                if list.envelope.page != nil { #expect(all.number == 0 && all.size == 500, "\(what)") }
                for (number, item) in all.items.enumerated() {
                    for word in ["pagesize", "PageSize", "page_size"] {
                        let shown = try #require(
                            try await Self.page(world.api, list, "page=\(number)&\(word)=1"), "\(what)")
                        #expect(shown.items == [item] && shown.total == all.total, "\(what) \(number) \(shown)")
                        guard list.envelope.page != nil else { continue }
                        #expect(shown.number == number && shown.size == 1, "\(what)")
                    }
                }
            }
        }
    }

    @Test func `A page that links to itself does so with its whole address`() async throws {
        try await SmartGroupWorld.with { world in
            for list in try await world.lists() where list.envelope == .results {
                let what = "\(list.path) \(list.version)"
                let page = try await world.api.object("\(list.path)?page=1&pagesize=1", version: list.version)
                let info = try #require(page["AdditionalInfo"] as? [String: Any], "\(what)")
                let links = try #require(info["Links"] as? [[String: String]], "\(what)")
                #expect(links.count == 1 && links.first?["Rel"] == "self", "\(what)")
                let href = try #require(links.first?["Href"])
                #expect(href.hasPrefix("http") && href.contains("page=1&pagesize=1"), "\(href)")
                let start = try #require(href.range(of: "/api/", options: .caseInsensitive), "\(href)")
                let again = try await world.api.object(String(href[start.upperBound...]), version: list.version)
                try expectJSON(again, try canonicalJSON(page))
            }
        }
    }

    @Test func `A page beyond the end is as nothing found`() async throws {
        try await SmartGroupWorld.with { world in
            for list in try await world.lists() {
                for query in ["page=1", "page=77&pagesize=1", "page=1000000000&pagesize=500"] {
                    let what = "\(list.path) \(list.version) \(query)"
                    let shown = try await Self.page(world.api, list, query)
                    #expect((shown == nil) == list.isAbsentIfEmpty, "\(what)")
                    guard let shown else { continue }
                    #expect(shown.items.isEmpty && (shown.total ?? 0) >= 2, "\(what)")
                }
            }
        }
    }

    @Test func `A size of nothing is the default, and too large a one is cut`() async throws {
        try await SmartGroupWorld.with { world in
            for list in try await world.lists() {
                let all = try await Self.page(world.api, list, "")
                for query in ["pagesize=0", "pagesize=501", "pagesize=999999", "page=0&pagesize=9223372036854775807"] {
                    let shown = try #require(try await Self.page(world.api, list, query), "\(list.path)")
                    #expect(shown.items == all?.items && shown.total == all?.total, "\(list.path) \(query)")
                    if list.envelope.page != nil { #expect(shown.size == 500, "\(list.path) \(query)") }
                }
            }
        }
    }

    @Test func `What is no page is refused, and names the parameter`() async throws {
        try await SmartGroupWorld.with { world in
            for list in try await world.lists() {
                for (query, name) in [
                    ("page=-1", "page"), ("page=x", "page"), ("page=1.5", "page"),
                    ("page=99999999999999999999", "page"),
                    ("pagesize=-1", "pagesize"), ("pagesize=ten", "pagesize"), ("page_size=-5", "page_size"),
                ] {
                    let response = try await world.api.call(.get, "\(list.path)?\(query)", version: list.version)
                    #expect(response.headers[.apiVersion] == "v\(list.version)", "\(list.path)")
                    try expectRefusal(response, 400, number: 400, saying: name)
                }
            }
        }
    }

    @Test func `An administrator of another branch finds nothing of it on any list`() async throws {
        try await SmartGroupWorld.with { world in
            let foreign = try await world.console.api(.consoleAdministrator, of: "other")
            for list in try await world.lists() {
                let response = try await foreign.call(.get, list.path, version: list.version)
                let text = response.text.lowercased()
                // A refusal may repeat what was asked.
                for word in ["acme", "\"ada\"", "\"bob\"", "sales", "fresh", "iphone"] where !list.path.contains(word) {
                    #expect(!text.contains(word), "\(list.path) \(list.version): \(text.prefix(400))")
                }
            }
        }
    }

    @Test func `Whoever only reads sees every list as those who may change it`() async throws {
        try await SmartGroupWorld.with { world in
            let lists = try await world.lists()
            for role in [AdministratorRole.readOnly, .deviceManager] {
                let reader = try await world.console.api(role, of: "acme")
                // Who has just been made, and who has signed in when, is seen by all alike.
                _ = try await reader.call(.get, "system/info")
                for list in lists {
                    let own = try await Self.page(world.api, list, "")
                    let read = try await Self.page(reader, list, "")
                    #expect(own?.items == read?.items && own?.total == read?.total, "\(list.path) \(role)")
                }
            }
        }
    }

    /// The texts of a value with their paths; of lists only the name, and nothing that is empty.
    private static func texts(_ value: JSONValue, _ path: String = "") -> [String] {
        switch value {
        case .null, .string(""): []
        case .string(let text), .number(let text): ["\(path)=\(text)"]
        case .bool(let flag): ["\(path)=\(flag)"]
        case .array(let values): values.flatMap { texts($0, path) }
        case .object(let members): members.flatMap { texts($0.value, "\(path)/\($0.name)") }
        }
    }

    @Test func `The XML of a first version says what its JSON says`() async throws {
        try await SmartGroupWorld.with { world in
            let more = [
                "system/info", "system/help/localjson", "system/groups/\(world.acme)",
                "system/groups/\(world.acme)/parents", "system/groups/\(world.acme)/roles",
                "system/groups/\(world.acme)/settings/enrollment/customization", "system/users/\(world.ada)",
                "mam/apps/appgroups/1",
            ]
            for path in try await world.lists().filter({ $0.version == 1 }).map(\.path) + more {
                let json = try await world.api.call(.get, path)
                let xml = try await world.api.call(.get, path, headers: ["Accept": "application/xml"])
                #expect(xml.status == json.status && xml.headers[.apiVersion] == "v1", "\(path)")
                #expect(xml.headers[.contentType] == "application/xml; charset=utf-8", "\(path)")
                #expect(xml.text.contains("xmlns=\"\(AdminAnswer.namespace)\""), "\(path)")
                let document = try XMLDocument(Data(xml.text.utf8))
                let said = Self.texts(document.value).sorted()
                let wanted = Self.texts(try JSONValue(json: Data(json.text.utf8))).sorted()
                #expect(!wanted.isEmpty && said == wanted, "\(path): \(xml.text.prefix(500))")
            }
        }
    }

    @Test func `Later versions are JSON whatever is asked for`() async throws {
        try await SmartGroupWorld.with { world in
            for list in try await world.lists() where list.version > 1 {
                let response = try await world.api.call(
                    .get, list.path, headers: ["Accept": "application/xml;version=\(list.version)"])
                #expect(response.headers[.contentType] == "application/json; charset=utf-8", "\(list.path)")
                #expect(response.headers[.apiVersion] == "v\(list.version)")
            }
        }
    }
}
