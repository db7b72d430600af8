import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import MockConsole

/// The documentation is asked whether it knows what the program does.
@Suite struct CatalogueTests {
    /// All articles of the catalogue, as one text.
    private var catalogue: String {
        EmbeddedFile.below("Sources/MockConsole/MockConsole.docc/", ending: ".md").map(\.text).joined(separator: "\n")
    }

    @Test func `Every route stands in the catalogue`() async throws {
        let text = catalogue.lowercased()
        for route in try await routes() {
            let isDocumented = text.contains("`\(route.lowercased())`")
            #expect(isDocumented, "\(route) is not documented")
        }
    }

    @Test(arguments: UnservedRoutes.families)
    func `Every family that is not served is a row of the catalogue`(family: UnservedFamily) {
        let isDocumented = catalogue.contains("\n| \(family.name) | `\(family.path)` | `\(family.area.rawValue)` |")
        #expect(isDocumented, "\(family.name) is not documented")
    }

    @Test(arguments: ConfigurationKey.allCases)
    func `Every configuration key stands in the catalogue with its variable`(key: ConfigurationKey) {
        let text = catalogue
        let isDocumented = text.contains("`\(key.rawValue)`") && text.contains("`\(key.environmentName)`")
        #expect(isDocumented, "\(key.rawValue) or \(key.environmentName) is not documented")
    }

    @Test func `No route shadows another`() async throws {
        try await withRouters { routers in
            try routers.device().validate()
            try routers.admin().validate()
        }
    }

    private func routes() async throws -> [String] {
        try await withRouters { routers in
            let pages = try routers.pages(readiness: Readiness(), trustAnchorPath: "")
            let served = try routers.admin().routes.filter { !UnservedRoutes.contain($0.path.description) }
            let all = routers.device().routes.map(\.description) + served.map(\.description)
            return all + pages.routes.map(\.description)
        }
    }

    private func withRouters<Value: Sendable>(_ body: @escaping @Sendable (ConsoleRouters) throws -> Value) async throws
        -> Value
    {
        try await withConsole { console in
            let routers = ConsoleRouters(
                parts: console.parts, configuration: try ConsoleConfiguration.test(),
                credentials: console.console.credentials)
            return try body(routers)
        }
    }
}
