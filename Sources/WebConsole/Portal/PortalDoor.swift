import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Where the portal adds its pages and forms, and what stands around its pages.
struct PortalDoor {
    /// Makes a page.
    typealias Build = @Sendable (PortalVisit) async throws -> ConsolePage

    let router: ListedRouter<PageContext>
    let gate: PortalGate
    let shell: Shell
    let version: String

    /// Adds a page.
    func page(_ path: String, _ build: @escaping Build) { add(path, to: router, build) }

    private func add(_ path: String, to router: some RouterMethods<PageContext>, _ build: @escaping Build) {
        router.get(RouterPath(path)) { [gate, shell, version] request, context in
            // Links of pages are relative to the root, so that a slash at the end changes nothing but the address.
            if request.uri.path == "/mydevice" { return ConsoleGate.seeOther("/mydevice/") }
            return try await gate.entered(request, context) { visit, token in
                do {
                    let model = Model(try await build(visit), visit, formToken: token, version: version)
                    return shell.html(model, template: "Portal/PortalPage")
                } catch let error as ConsoleError where error.code != .internalError {
                    let refusal = RefusedPage(error: error, request: request, home: ("/mydevice/", "Devices"))
                    let model = Model(refusal.page, visit, formToken: token, version: version)
                    return refusal.answer(
                        shell.html(model, template: "Portal/PortalPage"), logger: context.logger)
                }
            }
        }
    }

    /// Answers for addresses below the portal's that no page has; after all others are added.
    func addRest() {
        add("/mydevice/**", to: router.unlisted) { visit in throw RefusedPage.missing(visit.request) }
        for (path, methods) in router.addressesWithoutGet(below: "/mydevice") {
            add(path, to: router.unlisted) { visit in throw RefusedPage.missing(visit.request, takes: methods) }
        }
    }

    /// Adds a form: afterwards the browser is sent to a page that says what came of it.
    ///
    /// One that wants something to be asked before, and whose reader has no script, is answered with the question.
    func form(_ path: String, _ act: @escaping @Sendable (PortalVisit) async throws -> Outcome) {
        router.post(RouterPath(path)) { [gate, shell, version] request, context in
            try await gate.submitted(request, context) { visit in
                let address = visit.request.head.path ?? path
                guard let question = Question(of: visit.form, sentTo: address, below: "/mydevice/") else {
                    return try await act(visit)
                }
                let token = visit.form.exactly("formToken")
                let model = Model(question.page, visit, formToken: token, version: version)
                return .answer(shell.html(model, template: "Portal/PortalPage"))
            }
        }
    }

    /// All that a page shows.
    private struct Model: PageValue {
        let page: ConsolePage
        let parts: [StandingPart]
        let actions: [Action]
        let places: [Navigation.Item]
        let notice: Message?
        let dialog = Dialog.waiting
        let person: String
        let group: String
        let formToken: String
        let version: String

        init(_ page: ConsolePage, _ visit: PortalVisit, formToken: String, version: String) {
            let address = visit.request.head.path ?? "/mydevice/"
            let isAboutTokens = visit.request.uri.path.hasPrefix("/mydevice/tokens")
            self.page = page
            parts = page.parts.map {
                StandingPart($0, page: address, token: formToken, notice: visit.notice)
            }
            actions = page.actions.map { $0.standing(on: address, token: formToken) }
            places = [
                .init(title: "Devices", path: "/mydevice/", isCurrent: !isAboutTokens),
                .init(title: "App tokens", path: "/mydevice/tokens", isCurrent: isAboutTokens),
            ]
            notice = visit.notice.map { Message($0) }
            person = visit.person.user.username
            group = visit.person.group.name
            self.formToken = formToken
            self.version = version
        }
    }
}
