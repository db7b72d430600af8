import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Terms of use, as apps ask for them (DeviceServices, section 11).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `…/uid/{uid}/eula/checkeula/appid/{bundle}` | application |
/// | GET | `…/uid/{uid}/eula/fetcheula/appid/{bundle}` | application |
/// | GET | `…/uid/{uid}/eula/fetcheula/appid/{bundle}/eulacontentid/{eulaContentId}` | application |
/// | POST | `…/uid/{uid}/eula/accepteula` | application |
/// | POST | `…/uid/{uid}/eula/rejecteula` | application |
struct TermsOfUseDeviceController {
    private static let path = "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/eula"

    let store: TermsOfUseStore

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get("\(Self.path)/checkeula/appid/{bundle}", use: check)
        router.get("\(Self.path)/fetcheula/appid/{bundle}", use: fetch)
        router.get("\(Self.path)/fetcheula/appid/{bundle}/eulacontentid/{eulaContentId}", use: fetchVersion)
        router.post("\(Self.path)/accepteula", use: accept)
        router.post("\(Self.path)/rejecteula", use: reject)
    }

    private func check(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let identity = try app(context)
        guard let userID = identity.userID else {
            throw ConsoleError(.notFound, "The user this credential belonged to is deleted.")
        }
        let isRequired = try await store.isAcceptanceRequired(
            identity.bundle, userID: userID, groupID: identity.groupID)
        return .json(data: TermsOfUseCheck(isAcceptanceRequired: isRequired).encoded())
    }

    private func fetch(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        try answer(try await store.inForce(for: try app(context)))
    }

    /// A version that is no longer in force is not to be accepted, so it is not shown either.
    private func fetchVersion(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let number = try context.pathParameter("eulaContentId", as: Int64.init)
        let found = try await store.inForce(for: try app(context))
        guard found.version.id == number else {
            throw ConsoleError(.notFound, "The terms of use \(number) are not in force for this app.")
        }
        return try answer(found)
    }

    private func accept(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        try await decide(true, context)
    }

    private func reject(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        try await decide(false, context)
    }

    private func decide(_ isAccepted: Bool, _ context: DeviceRequestContext) async throws -> Response {
        let answer: TermsOfUseAnswer
        do {
            answer = try TermsOfUseAnswer(json: context.body.data)
        } catch {
            throw ConsoleError(.badRequest, "The decision cannot be read: \(error).")
        }
        try await store.decide(on: answer.contentID, isAccepted: isAccepted, by: context.identity)
        return .text("{}", type: "application/json; charset=utf-8")
    }

    /// The identity, once the app in the path is found to be its own.
    private func app(_ context: DeviceRequestContext) throws -> DeviceIdentity {
        try context.identity.require(bundle: try context.pathParameter("bundle", as: BundleIdentifier.init))
        return context.identity
    }

    private func answer(_ found: TermsOfUseInForce) throws -> Response {
        let applications = try found.terms.bundles()
        let content = TermsOfUseContent(
            contentID: UInt64(try found.version.storedID()), content: found.version.content,
            applications: applications.isEmpty ? nil : applications)
        return .json(data: try content.encoded())
    }
}
