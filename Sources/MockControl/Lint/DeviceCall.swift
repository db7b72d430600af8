import HTTPTypes

/// Which call of device services a request is, whatever became of it.
enum DeviceCall: Hashable, Sendable {
    case serverCheck, endpointCheck, reachability, root
    case probe, login, register, status, user, userDetails, profile, processor, beacon, logging
    case checkTerms, fetchTerms, acceptTerms, rejectTerms
    case support, storeKey, retrieveKey, unenroll, requery
    case discovery, registryDiscovery, hostRegistry, agentStep
    case pins, trustSettings, trustService, pinReport
    case interrogator, analytics, dataUsage, dataUsageList, doNotDisturb
    case certificate, derivedCredentials, checkIn, policyCertificate, branding, health
    case other

    /// Whether it needs no credential.
    var isOpen: Bool {
        switch self {
        case .serverCheck, .endpointCheck, .reachability, .root, .probe, .login, .status, .discovery, .hostRegistry,
            .agentStep, .trustSettings, .trustService, .pinReport, .checkIn, .branding, .health:
            true
        default: false
        }
    }

    /// Whether it brings records of the app.
    var bringsRecords: Bool {
        switch self {
        case .beacon, .analytics, .interrogator, .dataUsage: true
        default: false
        }
    }

    /// The media type of its body; nil if it has none, or any will do.
    var bodyType: String? {
        switch self {
        case .login, .register, .beacon, .logging, .acceptTerms, .rejectTerms, .support, .storeKey, .retrieveKey,
            .analytics, .dataUsage:
            "application/json"
        default: nil
        }
    }

    /// The call of a method and a path.
    init(_ method: HTTPRequest.Method, _ path: Substring) {
        let parts = path.split(separator: "/").map { $0.lowercased() }
        guard let first = parts.first else {
            self = method == .head ? .serverCheck : .root
            return
        }
        switch first {
        case "deviceservices": self = Self.deviceServices(method, Array(parts.dropFirst()))
        case "autodiscovery": self = Self.discovery(parts)
        default: self = .other
        }
    }

    private static func discovery(_ parts: [String]) -> DeviceCall {
        switch parts.dropFirst().first {
        case "awcredentials.aws": .discovery
        case "deviceregistry.aws": .registryDiscovery
        case "hostregistry.aws": .hostRegistry
        default: .other
        }
    }

    private static func deviceServices(_ method: HTTPRequest.Method, _ parts: [String]) -> DeviceCall {
        switch parts.first {
        case "authenticationendpoint.aws":
            method == .post ? .login : method == .head ? .endpointCheck : .probe
        case "awmdmsdk": software(method, Array(parts.dropFirst()))
        case "airwatchenroll.aws", "enrollment": parts.last == "registerapplication" ? .register : .agentStep
        case let part?: single[part] ?? .other
        case nil: .other
        }
    }

    private static let single: [String: DeviceCall] = [
        "ios": .profile, "airwatchbeacon.svc": .beacon, "interrogator": .interrogator, "analytics": .analytics,
        "deviceinfo.svc": .support, "derivedcredentials": .derivedCredentials, "connectionendpoint.aws": .checkIn,
        "certificatepinningendpoint": .pins, "certificatepinningreportingendpoint": .pinReport,
        "trustservicesettings": .trustSettings, "trustservice": .trustService, "awhealth": .health,
        "policysigningcertificate": .policyCertificate, "branding": .branding, "publicblob": .branding,
    ]

    private static func software(_ method: HTTPRequest.Method, _ parts: [String]) -> DeviceCall {
        guard let place = parts.firstIndex(of: "uid"), parts.count > place + 2 else {
            switch parts.dropFirst().first {
            case "processor": return .processor
            case "users": return .userDetails
            case "samples": return parts.last == "datausageperapp" ? .dataUsage : .dataUsageList
            case "certificateservice": return .certificate
            default: return .other
            }
        }
        switch parts[place + 2] {
        case "status": return method == .head ? .reachability : .status
        case "eula": return terms(parts.dropFirst(place + 3).first)
        case "keystore": return parts.last == "storekey" ? .storeKey : .retrieveKey
        case let part: return ofDevice[part] ?? .other
        }
    }

    private static let ofDevice: [String: DeviceCall] = [
        "user": .user, "logging": .logging, "command": .unenroll, "requery": .requery, "donotdisturb": .doNotDisturb,
    ]

    private static func terms(_ part: String?) -> DeviceCall {
        switch part {
        case "checkeula": .checkTerms
        case "fetcheula": .fetchTerms
        case "accepteula": .acceptTerms
        case "rejecteula": .rejectTerms
        default: .other
        }
    }
}
