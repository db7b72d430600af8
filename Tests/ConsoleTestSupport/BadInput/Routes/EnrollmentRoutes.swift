import DeviceProtocol
import DeviceSimulator
import Foundation

extension DeviceRoute {
    private static let registry = "/autodiscovery/deviceregistry.aws"
    private static let credentials = "/autodiscovery/awcredentials.aws"
    private static let agentPaths = [
        "/deviceservices/enrollment/airwatchenroll.aws", "/deviceservices/airwatchenroll.aws/enrollment",
    ]

    private static func lookup(_ name: String, _ pattern: String, isAuthenticated: Bool) -> DeviceRoute {
        get(name, "\(pattern)/domain/{domain}", isAuthenticated: isAuthenticated)
            .with(\.captures, ["domain": "example.test"])
    }

    private static func host(_ name: String, _ pattern: String) -> DeviceRoute {
        get(name, pattern, isAuthenticated: false).with(\.query) { _ in "?url=uem.example.test" }
    }

    private static let agentSteps =
        ["groupidentifier", "groupselector", "logincredentials"].map { "validate\($0)" }
        + ["createmdminstallurl"]

    private static let agent = agentPaths.flatMap { path in
        agentSteps.map { step in
            post(
                "\(path.suffix(10))/\(step)", "\(path)/\(step)", isAuthenticated: false, .json,
                body: { _ in
                    var request = AgentEnrollmentRequest()
                    request.groupID = "demo"
                    return try request.encoded()
                })
        }
    }

    static let registrationAlias = post(
        "registrationAlias", "\(agentPaths[0])/registerapplication", .json,
        body: { try ApplicationRegistrationRequest(bundle: $0.bundle, device: $0.device).encoded() },
        hostile: { valid, client in wrongFields(valid, registrationFields(client)) }
    ).with(\.endsCredential, true)

    private static let derived = "/deviceservices/derivedcredentials/profiles"

    /// Routes that say that something is not configured.
    static let notConfigured = [
        get("checkIn", "/deviceservices/connectionendpoint.aws/v2", isAuthenticated: false),
        get("derivedCredentials", derived, methods: ["GET", "POST"]),
        post("newDerivedCredentials", derived, methods: ["GET", "POST"], .none) { _ in Data() },
        get("policySigning", "/deviceservices/policysigningcertificate").with(\.query) { _ in "?requestType=x5c" },
        post(
            "certificate",
            "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/{issuer}", .none
        ) { _ in Data() }.with(\.captures, ["issuer": "7D0E52B4"]).with(\.query) { _ in "?token=tok-1" },
    ].map { $0.with(\.accepted, 404) }

    /// How clients find the console, its pins, and how they enroll otherwise.
    static let enrollment =
        [
            lookup("credentialsV1", "\(credentials)/v1/domainlookup", isAuthenticated: false),
            lookup("credentialsV2", "\(credentials)/v2/domainlookup", isAuthenticated: false),
            lookup("registryV1", "\(registry)/v1/domainlookup", isAuthenticated: true),
            lookup("registryV2", "\(registry)/v2/domainlookup", isAuthenticated: true),
            lookup("registryGB", "\(registry)/v2/gbdomainlookup", isAuthenticated: true),
            host("hostRegistry", "/autodiscovery/hostregistry.aws"),
            host("trustService", "/deviceservices/trustservice/sslpinning/settings"),
            host("pinReport", "/deviceservices/certificatepinningreportingendpoint"),
            get("trustSettings", "/deviceservices/trustservicesettings", isAuthenticated: false),
            get("pins", "/deviceservices/certificatepinningendpoint"),
            registrationAlias,
        ] + agent + notConfigured
}
