import ConsoleModel
import ConsolePlatform
import ConsoleResources
import Foundation
import HTTPTypes
import Hummingbird
import Mustache

/// What stands around each page: navigation, palette, notices, and the calls the page was made of.
struct Shell: Sendable {
    private let library: MustacheLibrary
    private let navigation: Navigation
    /// The version of the product.
    private let version: String

    /// With the templates of all rooms.
    ///
    /// - Throws: What reading a template throws.
    init(_ navigation: Navigation, version: String) throws {
        self.navigation = navigation
        self.version = version
        library = try Self.templates()
    }

    /// The templates, by path below the storey without their ending.
    private static func templates() throws -> MustacheLibrary {
        let root = "Sources/WebConsole/"
        var library = MustacheLibrary()
        for file in EmbeddedFile.below(root, ending: ".mustache") {
            try library.register(
                file.text, named: String(file.path.dropFirst(root.count).dropLast(".mustache".count)))
        }
        return library
    }

    /// A page as an answer.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - visit: Who asked for it.
    ///   - formToken: What its forms carry.
    /// - Returns: The answer.
    func response(_ page: ConsolePage, for visit: Visit, formToken: String) -> Response {
        let address = visit.request.head.path ?? visit.path
        let model = Model(
            page: page,
            parts: page.parts.map { StandingPart($0, page: address, token: formToken, notice: visit.notice) },
            actions: page.actions.map { $0.standing(on: address, token: formToken) },
            groups: navigation.groups(for: visit.identity.role, at: visit.path),
            notice: visit.notice.map { Message($0) }, person: visit.identity.name,
            role: visit.identity.role.rawValue, formToken: formToken, address: address, version: version,
            calls: visit.api.calls.map { ShownCall($0, origin: visit.origin) })
        return html(model, template: "Shell/Page")
    }

    /// A page with a template of its own, for those who have not signed in.
    func html(_ model: any Sendable, template: String) -> Response {
        var response = Response.page(library.render(model, withTemplate: template) ?? "")
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Own styles, script, pictures and events; nothing inline, nothing from elsewhere.
    private static let policy = """
        default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """

    /// All that a page shows.
    private struct Model: PageValue {
        let page: ConsolePage
        let parts: [StandingPart]
        let actions: [Action]
        let groups: [Navigation.Group]
        let notice: Message?
        let dialog = Dialog.waiting
        let person: String
        let role: String
        let formToken: String
        let address: String
        let version: String
        let calls: [ShownCall]
    }
}

/// A call of a route, as a command to copy.
struct ShownCall: PageValue {
    let method: String
    let target: String
    let curl: String

    /// The command of a call that a page made.
    init(_ call: ConsoleCall, origin: String) {
        method = call.method.rawValue
        target = call.target
        var words = ["curl -H \"Authorization: Bearer $TOKEN\""]
        if call.method != .get { words.append("-X \(call.method.rawValue)") }
        if let version = call.version { words.append("-H 'Accept: application/json;version=\(version)'") }
        if let body = call.body, !body.isEmpty {
            words.append("-H 'Content-Type: \(call.type)'")
            words.append("--data '\(String(decoding: body, as: UTF8.self).replacing("'", with: "'\\''"))'")
        }
        words.append("'\(origin)\(call.target.replacing("'", with: "%27"))'")
        curl = words.joined(separator: " ")
    }
}
