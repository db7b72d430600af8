import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import HTTPTypes
import Hummingbird
import Logging

/// The question whether SAML is configured (DeviceServices, section 7.4).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/AuthenticationEndpoint.aws` | none |
struct SAMLProbeDeviceController {
    let groups: OrganizationGroupStore
    let devices: DeviceStore
    let codes: CodeLookups
    let rules: SAMLRules
    let sealing: SAMLRequestSealing
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/deviceservices/AuthenticationEndpoint.aws", use: probe)
    }

    /// 401 says where to sign in, 200 that SAML is not configured; a body must be there, an empty one crashes clients.
    private func probe(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        switch try await signIn(request, context) {
        case .offered(let signIn):
            let address = "\(origin.of(request))\(SAMLPageController.path)?request=\(try sealing.seal(signIn))"
            return try .json(["RedirectUrl": address], status: .unauthorized)
        case .notOffered(let reason):
            context.logger.debug("SAML is not offered", metadata: ["reason": "\(reason)"])
            return .text("{}", type: "application/json; charset=utf-8")
        }
    }

    private enum Outcome {
        case offered(SAMLRequest)
        case notOffered(String)
    }

    /// The sign-in the headers ask for.
    private func signIn(_ request: Request, _ context: DeviceServicesContext) async throws -> Outcome {
        func header(_ name: String) -> String? {
            HTTPField.Name(name).flatMap { request.headers[$0] }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let device = header("Udid").flatMap(DeviceIdentifier.init),
            let bundle = header("BundleId").flatMap(BundleIdentifier.init)
        else { return .notOffered("Udid or BundleId is missing or invalid") }
        context.notes.note(device: device, bundle: bundle, groupID: context.homeGroupID)
        let code = header("ActivationCode")
        guard let group = try await group(code: code, device: device, context) else {
            return .notOffered("the group is unknown, or none is named and the device is new")
        }
        let groupID = try group.storedID()
        context.notes.note(groupID: groupID)
        guard try await groups.settings(of: groupID).offersSAML else {
            return .notOffered("the group \(group.code) does not offer SAML")
        }
        guard let returnAddress = header("RedirectUrl").flatMap(SAMLReturnAddress.init),
            rules.admits(returnAddress)
        else {
            return .notOffered(
                "RedirectUrl is not {scheme}://SAMLAuthentication? with a scheme of an app's own (saml.returnSchemes)")
        }
        let expiresAt = sealing.clock.now(in: groupID).adding(seconds: SAMLRequest.lifetime)
        return .offered(
            SAMLRequest(
                groupID: groupID, device: device, bundle: bundle, returnAddress: returnAddress, expiresAt: expiresAt))
    }

    private func group(code: String?, device: DeviceIdentifier, _ context: DeviceServicesContext) async throws
        -> OrganizationGroupRecord?
    {
        if let code {
            return try await codes.find(from: context.address, naming: device) { try await groups.group(code: code) }
        }
        let home = context.homeGroupID
        guard let groupID = try await devices.claimed(device, at: home)?.groupId ?? home else { return nil }
        return try await groups.group(id: groupID)
    }
}
