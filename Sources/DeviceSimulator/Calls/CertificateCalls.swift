import DeviceProtocol
import Foundation

/// The answer to a certificate request (DeviceServices, section 19.1).
private struct CertificateAnswer: Decodable {
    let type: String?
    let archive: String
    let password: String?

    private enum CodingKeys: String, CodingKey {
        case type = "ResponseType"
        case archive = "Pkcs12"
        case password = "Password"
    }
}

/// The answer to a request for a proxy certificate (DeviceServices, section 27.1).
private struct ProxyAnswer: Decodable {
    let archive: String

    private enum CodingKeys: String, CodingKey {
        case archive = "AWAuthenticationCertificate"
    }
}

extension ClientCall where Answer == Data {
    /// The certificate for integrated authentication, as PKCS#12 (section 19.1).
    static func identityCertificate(issuer: String, token: String) -> Self {
        let path = "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/"
        return ClientCall("POST", "\(path)\(issuer)?token=\(token)", credential: .application) { response in
            let answer = try response.json("the certificate", as: CertificateAnswer.self)
            guard answer.type == nil || answer.type == "Certificate" else {
                throw ClientFailure(.unexpectedResponse, "the certificate comes as \(answer.type ?? "")")
            }
            return try Self.decoded(answer.archive, "the certificate")
        }
    }

    /// The certificate for the tunnel, as PKCS#12; asked for by the shared identity with single sign-on (section 27.1).
    static func proxyCertificate(
        _ device: DeviceIdentifier, _ bundle: BundleIdentifier, credential: ClientCredential
    ) throws -> Self {
        let fields = [
            "Username": "", "Password": "", "ActivationCode": "", "RequestingApp": "", "Udid": device.value,
            "DeviceType": "2", "BundleId": bundle.value, "AuthenticationType": "4", "AuthenticationGroup": bundle.value,
        ]
        return ClientCall("POST", authenticationPath, body: try sortedJSON(fields), credential: credential) {
            response in
            let answer = try response.json("the proxy certificate", as: ProxyAnswer.self)
            return try Self.decoded(answer.archive, "the proxy certificate")
        }
    }

    /// A picture of the branding (section 28).
    static func image(_ target: String) -> Self {
        ClientCall("GET", target, headers: [], needsVersion: false) { response in
            try response.requireSuccess("the picture")
            return response.body
        }
    }

    private static func decoded(_ base64: String, _ name: String) throws -> Data {
        guard let data = Data(base64Encoded: base64), !data.isEmpty else {
            throw ClientFailure(.unexpectedResponse, "\(name) is not base64")
        }
        return data
    }
}
