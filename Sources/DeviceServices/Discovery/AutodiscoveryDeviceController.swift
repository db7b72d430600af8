import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Autodiscovery by e-mail domain (DeviceServices, section 5.3).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/autodiscovery/awcredentials.aws/v1/domainlookup/domain/{domain}`, `…/v2/…` | none |
/// | GET | `/autodiscovery/DeviceRegistry.aws/v1/domainlookup/domain/{domain}`, `…/v2/…` | built into the client, or any |
/// | GET | `/autodiscovery/DeviceRegistry.aws/v2/gbdomainlookup/domain/{domain}` | built into the client, or any |
struct AutodiscoveryDeviceController {
    let store: AutodiscoveryStore
    let lookups: LookupThrottle
    let origin: PublicOrigin

    /// Adds the routes that need no signature.
    func addOpenRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/autodiscovery/awcredentials.aws/v1/domainlookup/domain/{domain}", use: lookUp)
        router.get("/autodiscovery/awcredentials.aws/v2/domainlookup/domain/{domain}", use: lookUp)
    }

    /// Adds the routes that need one; the router asks for it.
    func addSignedRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/autodiscovery/DeviceRegistry.aws/v1/domainlookup/domain/{domain}", use: lookUp)
        router.get("/autodiscovery/DeviceRegistry.aws/v2/domainlookup/domain/{domain}", use: lookUp)
        router.get("/autodiscovery/DeviceRegistry.aws/v2/gbdomainlookup/domain/{domain}", use: lookUpWithTenant)
    }

    private func lookUp(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        guard let destination = try await destination(context) else { return Response(status: .noContent) }
        return .json(data: try answer(destination, request).encoded())
    }

    private func lookUpWithTenant(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        guard let destination = try await destination(context) else { return Response(status: .noContent) }
        var answer = answer(destination, request)
        let origin = origin.of(request)
        answer.tenantGroup = destination.tenant.code
        // There is no app catalogue here.
        answer.greenboxURL = ""
        answer.management = DomainLookupResponse.Management(
            deviceServicesURL: "\(origin)/DeviceServices", apiServerURL: "\(origin)/API",
            organizationGroupID: destination.group.code)
        return .json(data: try answer.encoded())
    }

    private func destination(_ context: DeviceServicesContext) async throws -> AutodiscoveryStore.Destination? {
        let text = try context.pathParameter("domain")
        guard let domain = EmailDomain(text) else {
            throw ConsoleError(
                .badRequest,
                "\"\(text.prefix(80))\" is neither a domain name such as acme.example nor an address in one.")
        }
        context.notes.note(groupID: context.homeGroupID)
        let destination = try await lookups.find(from: context.address, knowing: { nil }) {
            try await store.destination(of: domain, at: context.homeGroupID)
        }
        context.notes.note(groupID: destination?.group.id)
        return destination
    }

    private func answer(_ destination: AutodiscoveryStore.Destination, _ request: Request) -> DomainLookupResponse {
        DomainLookupResponse(
            enrollmentURL: "\(origin.of(request))\(EnrollmentPageController.path)", groupID: destination.group.code)
    }
}
