import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Answers questions of a client about its device and user (DeviceServices, sections 9 and 10).
///
/// | Method | Path | Credential |
/// |---|---|---|
/// | GET | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/status` | none; one decides |
/// | GET | `/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/user` | application |
/// | GET | `/deviceservices/awmdmsdk/v3/users/userid/{userId}` | application |
struct StatusDeviceController {
    let devices: DeviceStore
    let groups: OrganizationGroupStore
    let users: UserStore
    let lookups: LookupThrottle
    /// Whether the open status has the name of a group, or only its code.
    let tellsGroupNames: Bool
    /// Finds the device whose credential came with a request.
    let owner: EnrollmentFeature.CredentialOwner

    /// Adds the route that needs no credential.
    func addOpenRoutes(to router: some RouterMethods<DeviceServicesContext>) {
        router.get("/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/status", use: status)
    }

    /// Adds the routes that need one.
    func addRoutes(to router: some RouterMethods<DeviceRequestContext>) {
        router.get("/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/user", use: user)
        router.get("/deviceservices/awmdmsdk/v3/users/userid/{userId}", use: userDetails)
    }

    /// An empty body says that the console does not know the device; it is no JSON, and not called so.
    ///
    /// A credential decides which device is meant, if several customers know the identifier; without one, an enrolled device
    /// goes before one that is not, and an earlier enrollment before a later one. Reading changes nothing, and what is found is never slowed down: nobody guesses identifiers of devices.
    private func status(_ request: Request, context: DeviceServicesContext) async throws -> Response {
        let text = try context.pathParameter("uid")
        guard let identifier = DeviceIdentifier(text) else {
            throw ConsoleError(.badRequest, "The device identifier has to be \(DeviceIdentifier.rule).")
        }
        context.notes.note(device: identifier, groupID: context.homeGroupID)
        guard
            let (device, group) = try await devices.status(
                of: identifier, provenAs: try await owner(request, identifier), at: context.homeGroupID)
        else {
            try await lookups.note(.status, from: context.address)
            return .text("")
        }
        context.notes.note(groupID: group.id)
        let report = DeviceStatusReport(
            isManaged: device.isManaged,
            enrollmentStatus: EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown,
            complianceStatus: ComplianceStatus(rawValue: device.complianceStatus) ?? .unknown,
            managedBy: ManagementType(rawValue: device.managedBy) ?? .notManaged,
            groupCode: group.code, locationGroup: tellsGroupNames ? group.name : group.code)
        return .json(data: try report.encoded())
    }

    private func user(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let (user, name) = try await signedInUser(context)
        let group = try await groups.group(id: user.groupId)
        let answer = EnrolledUser(
            userName: name, accountType: user.accountType, isActive: user.isActive,
            locationGroup: group.name, userID: String(try user.storedID()), userCategory: "0")
        return .json(data: try answer.encoded())
    }

    /// `GroupCode` is the id of the user's group as a number, as consoles send it.
    private func userDetails(_ request: Request, context: DeviceRequestContext) async throws -> Response {
        let (user, name) = try await signedInUser(context)
        guard try context.pathParameter("userId") == String(try user.storedID()) else {
            throw ConsoleError(.notFound, "The user asked for is not the one this credential belongs to.")
        }
        let answer = UserDetails(
            domain: user.domain, email: user.email, firstName: user.firstName, groupCode: String(user.groupId),
            lastName: user.lastName, userID: String(try user.storedID()), userName: name)
        return .json(data: try answer.encoded())
    }

    /// The user of the credential, and the name by which they signed in on the device.
    private func signedInUser(_ context: DeviceRequestContext) async throws -> (UserRecord, name: String) {
        guard let id = context.identity.userID, let user = try await users.user(id: id) else {
            throw ConsoleError(.notFound, "The user this credential belonged to is deleted.")
        }
        let device = try await devices.database.read { db in try DeviceRecord.stored(context.identity.deviceID, db) }
        return (user, device?.userId == id ? device?.signInName ?? user.username : user.username)
    }
}
