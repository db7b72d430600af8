import ConsoleHTTP
@testable import ConsoleModel
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import ConsoleResources
@testable import ConsoleTestSupport
@testable import MockConsole

/// The documentation is asked whether it knows what the program does.
struct CatalogueTests {
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

    @Test(arguments: ConfigurationKey.allCases)
    func `Every configuration key stands in the catalogue as it is declared`(key: ConfigurationKey) {
        let shown = key.defaultText.isEmpty ? "" : " `\(key.defaultText)`"
        let row = "\n| `\(key.name)` | `\(key.environmentName)` |\(shown) | \(Self.taken(by: key.form))"
        let isDocumented = catalogue.contains(row)
        #expect(isDocumented, "there is no row\(row)")
    }

    /// What a row says a key takes; of a text it says more than the program does.
    private static func taken(by form: ConfigurationKey.Form) -> String {
        switch form {
        case .text: ""
        case .secret: "secret |"
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound) |"
        case .choice(let choices): choices.map { "`\($0)`" }.joined(separator: ", ") + " |"
        case .list: "list |"
        }
    }

    @Test func `No route shadows another`() async throws {
        try await withRouters { routers in
            try routers.device.validate()
            try routers.admin.validate()
        }
    }

    private func routes() async throws -> [String] {
        try await withRouters { routers in
            let all = routers.device.routes + routers.admin.routes + routers.pages.routes
            return all.map { "\($0.method.rawValue) \($0.path)" }
        }
    }

    private func withRouters<Value: Sendable>(_ body: @escaping @Sendable (ConsoleRouters) throws -> Value) async throws
        -> Value
    {
        try await withConsole { console in
            let routers = try console.routers()
            return try body(routers)
        }
    }
}
