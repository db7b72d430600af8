import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import Hummingbird

/// SDK profiles (AdminAPI, "SDK profiles").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/profiles/payload-types` | the payload types with their settings, of a group |
/// | POST | `/_mock/profiles/validate` | what creating the profile in the body would say |
/// | GET | `/_mock/profiles` | a page of profiles, without payloads |
/// | POST | `/_mock/profiles` | adds a profile; 201 |
/// | GET | `/_mock/profiles/{profile}` | one profile, by id, uuid or name |
/// | PUT | `/_mock/profiles/{profile}` | replaces it |
/// | PATCH | `/_mock/profiles/{profile}` | changes payloads or settings of it |
/// | DELETE | `/_mock/profiles/{profile}` | deletes it; 204 |
/// | POST | `/_mock/profiles/{profile}/copy` | copies it; 201 |
struct ProfileMockController {
    let store: ProfileLibraryStore
    let origin: PublicOrigin
    /// Bytes of a body.
    let bodyLimit: Int
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/profiles/payload-types", use: payloadTypes)
        router.get("/_mock/profiles", use: list)
        router.post("/_mock/profiles", use: create)
        router.get("/_mock/profiles/{profile}", use: show)
        router.put("/_mock/profiles/{profile}", use: replace)
        router.patch("/_mock/profiles/{profile}", use: change)
        router.delete("/_mock/profiles/{profile}", use: delete)
        router.post("/_mock/profiles/{profile}/copy", use: copy)
    }

    /// Adds the dry run, which reads only.
    func addReview(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/profiles/validate", use: validate)
    }

    private func payloadTypes(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.require(only: ["group"])
        let types = try await store.payloadTypes(in: try parameters.identifier("group"), for: context.identity)
        return try .json(["items": types.map(PayloadTypeBody.init)])
    }

    /// An answer of 200 is no promise: another administrator may take the name.
    private func validate(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let draft = try ProfileDraft(json: try await request.data(limit: bodyLimit), needsName: false)
        return try .json(ProfileReviewBody(try await store.review(draft, for: context.identity)))
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.require(only: ["page", "pageSize", "group", "usableIn", "name", "app"])
        let filter = ProfileFilter(
            group: try parameters.identifier("group"), usableIn: try parameters.identifier("usableIn"),
            name: parameters.text("name"), application: parameters.text("app"))
        let page = try await store.profiles(
            filter, for: context.identity, page: try parameters.page(limit: pageLimit))
        return try .json(PageBody(page.map(ProfileSummaryBody.init)))
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let draft = try ProfileDraft(json: try await request.data(limit: bodyLimit))
        return try created(try await store.create(draft, by: context.identity), request)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try answer(try await store.profile(try context.profile(), for: context.identity))
    }

    private func replace(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let draft = try ProfileDraft(json: try await request.data(limit: bodyLimit))
        var precondition = request.profilePrecondition
        precondition.version = draft.version
        return try answer(
            try await store.replace(try context.profile(), by: draft, if: precondition, context.identity))
    }

    private func change(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let change = try ProfileChange(json: try await request.data(limit: bodyLimit))
        var precondition = request.profilePrecondition
        precondition.version = change.version
        return try answer(
            try await store.change(try context.profile(), change, if: precondition, by: context.identity))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(try context.profile(), if: request.profilePrecondition, by: context.identity)
        return Response(status: .noContent)
    }

    /// A body may be left out.
    private func copy(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let data = try await request.data(limit: bodyLimit)
        let copy = data.isEmpty ? ProfileCopy() : try ProfileCopy(json: data)
        return try created(try await store.copy(try context.profile(), as: copy, by: context.identity), request)
    }

    private func answer(_ details: ProfileEntry, status: HTTPResponse.Status = .ok) throws -> Response {
        var response = try Response.json(ProfileBody(details), status: status)
        response.headers[.eTag] = details.record.entityTag
        return response
    }

    private func created(_ details: ProfileEntry, _ request: Request) throws -> Response {
        var response = try answer(details, status: .created)
        response.headers[.location] = "\(origin.of(request))/_mock/profiles/\(details.record.uuid)"
        return response
    }
}

extension AdminRequestContext {
    /// The profile the path names.
    func profile() throws -> NamedReference { try pathParameter("profile", as: NamedReference.init) }
}

extension Request {
    /// The state of the profile that the request expects.
    var profilePrecondition: ProfilePrecondition { ProfilePrecondition(ifMatch: headers[.ifMatch]) }
}

extension QueryParameters {
    /// The value of a parameter that is an identifier; nil if it is not there or empty.
    func identifier<Identifier: TextIdentifier>(_ name: String) throws -> Identifier? {
        guard let text = text(name) else { return nil }
        guard let identifier = Identifier(text) else {
            throw ConsoleError(
                .badRequest, "\(name) is \"\(text.prefix(80))\"; it has to be \(Identifier.rule).")
        }
        return identifier
    }
}
