import ConsoleModel
import HTTPTypes
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform

/// The table of addresses that are not served: how it is read, and what it takes (AdminNotServed).
struct UnservedAddressesTests {
    private static let text = """
        # A comment.

        = Gadgets | devices
        > Gadgets are not served: there are none.
        GET,POST 1,2 /api/mdm/gadgets/{id}
        GET 1 /api/mdm/gadgets/Search
        DELETE 3 /api/mdm/gadgets/{id}
        PUT 1 /api/mdm/gadgets/{id}/parts/{part}
        * * /api/mdm/gizmos/**

        = Gadgets | profiles
        > Gadgets have no profiles: there are none.
        POST 1 /api/mdm/profiles/gadgets
        """

    private static func path(_ method: HTTPRequest.Method, _ path: String) throws -> String? {
        try UnservedAddresses(text: text).address(method, path)?.path
    }

    @Test func `A line has methods, versions and a path, and is of the capability above it`() throws {
        let table = try UnservedAddresses(text: Self.text)
        #expect(table.all.map(\.path).count == 6)
        let first = try #require(table.all.first)
        #expect(first.methods == [.get, .post] && first.versions == [1, 2] && !first.isFamily)
        #expect(first.capability.name == "Gadgets" && first.capability.area == .devices)
        #expect(first.capability.sentence == "Gadgets are not served: there are none.")
        #expect(table.all.last?.capability.area == .profiles)
        #expect(table.all[4].isFamily && table.all[4].methods.isEmpty && table.all[4].versions.isEmpty)
    }

    @Test(
        arguments: [
            "GET 1 /api/x", "= A\n", "= A | nothing", "> A", "= A | devices\nGET 1 /api/x",
            "= A | devices\n> A.\nGET 1", "= A | devices\n> A.\nGET x /api/x", "= A | devices\n> A.\nGET 1 /x",
            "= A | devices\n> A.\n* * /api/x", "= A | devices\n> A.\nGET 1 /api/x/**",
            "= A | devices\n> A.\nG(T 1 /api/x", "= A | devices\n> A.\n* 1 /api/x/**",
        ])
    func `A line that cannot be read is named`(text: String) throws {
        let error = try #require(throws: ConsoleError.self) { try UnservedAddresses(text: text) }
        #expect(error.message.hasPrefix("Line \(text.split(separator: "\n").count) of"), "\(error.message)")
    }

    @Test func `The most exact address takes a path, in any letter case`() throws {
        #expect(try Self.path(.get, "/API/mdm//Gadgets/search/") == "/api/mdm/gadgets/Search")
        #expect(try Self.path(.get, "/api/mdm/gadgets/7") == "/api/mdm/gadgets/{id}")
        #expect(try Self.path(.post, "/api/mdm/gadgets/search") == "/api/mdm/gadgets/{id}")
        #expect(try Self.path(.put, "/api/mdm/gadgets/7/parts/x") == "/api/mdm/gadgets/{id}/parts/{part}")
        for below in ["", "/", "/1", "/1/2/3"] {
            #expect(try Self.path(.patch, "/api/mdm/gizmos\(below)") == "/api/mdm/gizmos/**")
        }
    }

    @Test func `What is not in the table is left alone`() throws {
        for path in ["/api/mdm/gadgets", "/api/mdm/gizmosx", "/api/mdm", "/", "", "/api/mdm/gadgets/7/parts"] {
            #expect(try Self.path(.get, path) == nil, "\(path)")
        }
        #expect(try Self.path(.patch, "/api/mdm/gadgets/7") == nil)
        let table = try UnservedAddresses(text: Self.text)
        #expect(table.methods(of: "/api/mdm/gadgets/7") == [.delete, .get, .post])
        #expect(table.methods(of: "/api/mdm/gadgets") == [])
    }

    @Test func `A route knows which addresses its placeholders would take`() throws {
        let table = try UnservedAddresses(text: Self.text)
        func hidden(_ method: HTTPRequest.Method, _ path: String) -> [String] {
            table.hidden(by: method, path).map(\.path)
        }
        #expect(hidden(.get, "/api/mdm/gadgets/{gadget}") == ["/api/mdm/gadgets/Search"])
        #expect(hidden(.post, "/api/mdm/gadgets/{gadget}") == [])
        #expect(hidden(.post, "/api/mdm/profiles/{id}") == ["/api/mdm/profiles/gadgets"])
        #expect(hidden(.get, "/api/mdm/gadgets/search") == [])
        #expect(hidden(.put, "/api/mdm/{family}/{id}/parts/{part}") == ["/api/mdm/gadgets/{id}/parts/{part}"])
    }

    @Test func `The versions of a route are found whatever its captures are called`() throws {
        let table = try UnservedAddresses(text: Self.text)
        #expect(table.versions(.get, "/API/mdm/gadgets/{uuid}").keys.sorted() == [1, 2])
        #expect(table.versions(.delete, "/api/mdm/gadgets/{id}").keys.sorted() == [3])
        #expect(table.versions(.put, "/api/mdm/gadgets/{id}").isEmpty)
    }
}
