import DeviceProtocol
import DeviceSimulator
import Foundation

extension DeviceRoute {
    private static let devicePath = "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}"
    private static let ownBundle = ["bundle": "com.example.demo"]
    private static let wrongKinds = ["true", "[]", "{}", "null", ""]

    static let checkTerms = get("checkTerms", "\(devicePath)/eula/checkeula/appid/{bundle}").with(\.captures, ownBundle)
    // Nobody has terms of use in the environment these tests start from.
    static let fetchTerms = get("fetchTerms", "\(devicePath)/eula/fetcheula/appid/{bundle}")
        .with(\.captures, ownBundle).with(\.accepted, 404)
    static let fetchTermsVersion = get(
        "fetchTermsVersion", "\(devicePath)/eula/fetcheula/appid/{bundle}/eulacontentid/{eulacontentid}"
    ).with(\.captures, ["bundle": "com.example.demo", "eulacontentid": "42"]).with(\.accepted, 404)
    static let acceptTerms = post(
        "acceptTerms", "\(devicePath)/eula/accepteula", .json,
        body: { _ in TermsOfUseAnswer(contentID: 42).encoded() },
        hostile: { valid, _ in wrongFields(valid, termsFields) }
    ).with(\.accepted, 404)
    static let rejectTerms = post(
        "rejectTerms", "\(devicePath)/eula/rejecteula", .json,
        body: { _ in TermsOfUseAnswer(contentID: 42).encoded() },
        hostile: { valid, _ in wrongFields(valid, termsFields) }
    ).with(\.accepted, 404)
    private static let termsFields = [
        (name: "EulaContentId", values: wrongKinds + ["-1", "1.5", "\"x\"", "\"\"", "99999999999999999999"])
    ]

    static let storeKey = post(
        "storeKey", "\(devicePath)/keystore/storekey", .json,
        body: { try KeyStoreRequest(device: $0.device, key: "MDEyMzQ1Njc4OWFiY2RlZg==").encoded() },
        hostile: { valid, _ in wrongFields(valid, storeFields) + othersKeys(valid) })
    static let retrieveKey = post(
        "retrieveKey", "\(devicePath)/keystore/retrievekey/devicekeyusage/{usage}/enrollmentuserid/{euid}", .json,
        body: { try KeyRetrievalRequest(device: $0.device).encoded() },
        hostile: { valid, _ in wrongFields(valid, retrievalFields) + othersKeys(valid) }
    ).with(\.captures, ["usage": "2", "euid": "-1"]).with(\.accepted, 404)
    private static let usages = wrongKinds + ["0", "3", "-1", "1.5", "\"x\"", "99999999999999999999"]
    private static let longKey = "\"\(String(repeating: "A", count: 8196))\""
    private static let storeFields = [
        (name: "Uid", values: wrongKinds + ["7", "\"a b\"", "\"\""]), (name: "DeviceKeyUsage", values: usages),
        (name: "Algorithm", values: wrongKinds + ["7", "\"ROT13\"", "\"\""]),
        (
            name: "Base64EncodedKey",
            values: wrongKinds + ["7", "\"\"", "\"a\"", "\"****\"", "\"QUJD RA==\"", "\"QUJD\\u0000\"", longKey]
        ),
    ]
    private static let retrievalFields = [
        (name: "Uid", values: wrongKinds + ["\"a b\""]), (name: "KeyUsage", values: usages + ["1"]),
    ]

    private static func othersKeys(_ valid: Data) -> [HostileBody] {
        [("Uid", "\"ffff\""), ("EnrollmentUserId", "\"999999\""), ("EnrollmentUserId", "\"-2\"")].map {
            HostileBody("\($0) of another", replacing($0, by: $1, in: valid), 404)
        }
    }

    static let unenroll = get("unenroll", "\(devicePath)/command/unenroll", methods: ["GET", "POST"])
        .with(\.endsCredential, true)
    static let unenrollMessage = post(
        "unenrollMessage", "\(devicePath)/command/unenroll", methods: ["GET", "POST"], .json,
        body: { _ in UnenrollmentMessage().encoded() },
        hostile: { valid, _ in
            wrongFields(
                valid,
                [
                    ("messageType", wrongKinds + ["7", "\"\"", "\"beacon\""]),
                    ("action", wrongKinds + ["7", "\"\"", "\"wipe\""]),
                ])
        }
    ).with(\.endsCredential, true)

    static let requery = get("requery", "\(devicePath)/requery/{what}").with(\.captures, ["what": "applist"])
    static let supportInfo = post(
        "supportInfo", "/deviceservices/deviceinfo.svc/getsupportinfo", .json,
        body: { try SupportRequest(device: $0.device).encoded() },
        hostile: { valid, _ in
            wrongFields(valid, [("request", wrongKinds + ["7", "{\"Uid\":7}", "{\"Uid\":\"a b\"}", "{\"Uid\":\"\"}"])])
                + [HostileBody("another device", "{\"request\":{\"Uid\":\"ffff\",\"DeviceType\":\"2\"}}", 404)]
        })

    /// What belongs to the life of a device beside what it sends.
    static let lifecycle = [
        checkTerms, fetchTerms, fetchTermsVersion, acceptTerms, rejectTerms, storeKey, retrieveKey, unenroll,
        unenrollMessage, requery, supportInfo,
    ]
}
