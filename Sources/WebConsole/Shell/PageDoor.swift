import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Where rooms of the console add their pages and forms: for those who have signed in, on their behalf.
struct PageDoor {
    /// Makes a page.
    typealias Build = @Sendable (Visit) async throws -> ConsolePage
    /// Does what a form asks for.
    typealias Act = @Sendable (Visit) async throws -> Outcome

    let router: ListedRouter<PageContext>
    let gate: ConsoleGate
    let shell: Shell

    /// Adds a page.
    func page(_ path: String, _ build: @escaping Build) { add(path, to: router, build) }

    private func add(_ path: String, to router: some RouterMethods<PageContext>, _ build: @escaping Build) {
        router.get(RouterPath(path)) { [gate, shell] request, context in
            try await gate.entered(request, context) { visit, session in
                do {
                    return shell.response(try await build(visit), for: visit, formToken: session.formToken)
                } catch let error as ConsoleError where error.code != .internalError {
                    let refusal = RefusedPage(
                        error: error, request: visit.request, home: ("/console/", "Monitor"),
                        person: "You are \(visit.identity.name), whose role is \(visit.identity.role.rawValue).")
                    let made = shell.response(refusal.page, for: visit, formToken: session.formToken)
                    return refusal.answer(made, logger: context.logger)
                }
            }
        }
    }

    /// Answers for addresses below the console's that no page has; after all others are added.
    func addRest() {
        add("/console/**", to: router.unlisted) { visit in throw RefusedPage.missing(visit.request) }
        for (path, methods) in router.addressesWithoutGet(below: "/console") {
            add(path, to: router.unlisted) { visit in throw RefusedPage.missing(visit.request, takes: methods) }
        }
    }

    /// Adds something to look at that is no page, such as a download or a stream.
    func get(_ path: String, _ answer: @escaping @Sendable (Visit) async throws -> Response) {
        router.get(RouterPath(path)) { [gate] request, context in
            try await gate.entered(request, context) { visit, _ in try await answer(visit) }
        }
    }

    /// Adds a form: afterwards the browser is sent to a page that says what came of it.
    ///
    /// One that wants something to be asked before, and whose reader has no script, is answered with the question.
    func form(_ path: String, _ act: @escaping Act) {
        router.post(RouterPath(path)) { [gate, shell] request, context in
            try await gate.submitted(request, context) { visit in
                let address = visit.request.head.path ?? path
                guard let question = Question(of: visit.form, sentTo: address, below: "/console/") else {
                    return try await act(visit)
                }
                let token = visit.form.exactly("formToken")
                return .answer(shell.response(question.page, for: visit, formToken: token))
            }
        }
    }

    /// Adds a form that changes nothing: the answer is its page again, with what it would come to.
    func preview(_ path: String, _ build: @escaping Build) {
        router.post(RouterPath(path)) { [gate, shell] request, context in
            try await gate.submitted(request, context) { visit in
                let page = try await build(visit)
                return .answer(shell.response(page, for: visit, formToken: visit.form.exactly("formToken")))
            }
        }
    }

    /// Adds a form whose last field is a file of any size, which is read while it arrives (``Visit/file``).
    func file(_ path: String, _ act: @escaping Act) {
        router.post(RouterPath(path)) { [gate] request, context in
            try await gate.received(request, context, act)
        }
    }
}
