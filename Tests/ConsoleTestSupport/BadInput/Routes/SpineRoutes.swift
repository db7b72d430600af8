import DeviceProtocol
import DeviceSimulator
import Foundation

extension DeviceRoute {
    private static let loginPath = "/deviceservices/authenticationendpoint.aws"
    private static let loginMethods = ["GET", "HEAD", "POST"]

    static let root = get("root", "/", isAuthenticated: false, methods: ["GET", "HEAD"])
    static let health = get("health", "/deviceservices/awhealth", isAuthenticated: false, methods: ["GET", "HEAD"])
    static let probe = get("probe", loginPath, isAuthenticated: false, methods: loginMethods)
    static let login = post(
        "login", loginPath, isAuthenticated: false, methods: loginMethods, .json,
        body: {
            try LoginRequest(
                username: "demo", password: "demo", activationCode: "demo", device: $0.device, bundle: $0.bundle
            ).encoded()
        }, hostile: { valid, _ in wrongFields(valid, loginFields) })
    static let status = get(
        "status", "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/status", isAuthenticated: false,
        methods: ["GET", "HEAD"])
    static let user = get("user", "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/user")
    static let userDetails = get("userDetails", "/deviceservices/awmdmsdk/v3/users/userid/{userid}")
    static let profile = get("profile", "/deviceservices/ios/settingsendpoint.aspx")
        .with(\.query) { "?bundleid=\($0.bundle)&configtypeid=21&uid=\($0.device)" }
    static let registration = post(
        "registration", "/deviceservices/airwatchenroll.aws/enrollment/registerapplication", .json,
        body: { try ApplicationRegistrationRequest(bundle: $0.bundle, device: $0.device).encoded() },
        hostile: { valid, client in wrongFields(valid, registrationFields(client)) }
    ).with(\.endsCredential, true)
    static let beacon = post(
        "beacon", "/deviceservices/airwatchbeacon.svc/checkin", .json, body: { try $0.beacon().encoded() },
        hostile: { valid, _ in wrongBeacons(valid) })
    static let processor = post(
        "processor", "/deviceservices/awmdmsdk/v3/processor", .propertyList,
        body: {
            try ProcessorMessage(status: .idle, device: $0.device, commandUUID: "", requestor: $0.bundle.value)
                .encoded()
        }, hostile: { _, client in wrongMessages(client) }
    ).with(\.unauthorized, 400)
    static let logging = post(
        "logging", "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/logging", .json,
        body: {
            try LogUpload(header: LogUploadHeader(bundle: $0.bundle, appVersion: "1.0"), text: "a line\n").encoded()
        }, hostile: { valid, _ in wrongFields(valid, logFields) + wrongLogs() })

    /// What a first launch needs.
    static let spine = [
        root, health, probe, login, status, user, userDetails, profile, registration, beacon, processor, logging,
    ]
}
