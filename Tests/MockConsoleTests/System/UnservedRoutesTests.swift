import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Families of routes that answer 501 (AdminAPI, "Not served").
struct UnservedRoutesTests {
    @Test(arguments: UnservedRoutes.families)
    func `Every path and method of a family says that it is not served`(family: UnservedFamily) async throws {
        let path = String(family.path.dropFirst("/api/".count))
        try await withConsole { console in
            for below in ["", "/", "/search", "/12", "/7caa/%00/..//x?page=1", "/Groups/1/Devices"] {
                for version in [nil, 1, 3] as [Int?] {
                    let answer = try await console.api.call(.get, path + below, version: version)
                    try expectRefusal(answer, 501, number: 501, saying: family.sentence)
                }
            }
            for method in [HTTPRequest.Method.post, .put, .patch, .delete, .options] {
                for body in [nil, "", "{", "{\"a\":1}"] as [String?] {
                    let answer = try await console.api.call(method, path + "/1/x", body)
                    try expectRefusal(answer, 501, number: 501, saying: family.sentence)
                }
            }
            #expect(try await console.api.call(.head, path).status == .notImplemented)
            let shouted = try await console.api.call(.get, "V2/\(path.uppercased())/Search")
            try expectRefusal(shouted, 501, number: 501)
        }
    }

    @Test(arguments: UnservedRoutes.families)
    func `A family asks who is there, and what they may do, before it refuses`(family: UnservedFamily) async throws {
        try await withConsole { console in
            let nobody = try await console.send(.get, "\(family.path)/1")
            try expectRefusal(nobody, 401, number: 1005)
            let reader = try await console.api(.readOnly)
            let path = String(family.path.dropFirst("/api/".count))
            #expect(try await reader.call(.get, path).status == .notImplemented)
            try expectRefusal(
                try await reader.call(.post, path), 403, number: 1011, saying: "\(family.area.rawValue).write")
        }
    }

    @Test func `What merely begins like a family is unknown, and unknown is a page`() async throws {
        try await withConsole { console in
            for path in ["mdm/productsx", "mcmx/awcontents", "mdm", "mdm/nothing/at/all", "memory"] {
                let answer = try await console.api.call(.get, path)
                #expect(answer.status == .notFound && answer.text.hasPrefix("<!DOCTYPE html>"), "\(path)")
            }
        }
    }

    @Test func `Served routes are told from the others`() {
        for path in ["/api/mdm/products", "API/MDM/Products/1/", "/api/mcm/**", "//api//mem"] {
            #expect(UnservedRoutes.contain(path), "\(path)")
        }
        for path in ["/api/mdm/profiles", "/api/mdm/productsx", "/api/mdm/devices/{id}/profiles", "/", ""] {
            #expect(!UnservedRoutes.contain(path), "\(path)")
        }
        #expect(Set(UnservedRoutes.families.map(\.path)).count == UnservedRoutes.families.count)
    }
}
