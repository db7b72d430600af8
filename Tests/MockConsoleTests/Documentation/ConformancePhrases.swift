@testable import ConsoleTestSupport
/// Tests of what the protocol asks for in words, where no name can be looked for.
///
/// The key is the section and the first cell of the row.
enum ConformancePhrases {
    private static let ownership = "Another's device, app or user is answered as if there were none"
    private static let brokenSignature = "A signature that is malformed or does not match"
    private static let brokenBearer = "A bearer token that is missing, malformed or tampered with"
    private static let revoked = "A credential that is unknown or was revoked is answered 403"
    private static let seenElsewhere = "The variant seen elsewhere names tenant and services"
    private static let fetchTerms = "A fetch names the apps the terms are limited to, and may name the version"
    private static let requery = "The query is queued for the app that asks, and what it answers is shown"
    private static let vectors = "Signatures are those of the published vectors"

    /// Names of tests by row.
    static let tests: [String: [String]] = [
        "1.6 malformed body": ["A body that is malformed, of wrong types or another's is refused"],
        "1.6 unknown path, or a route that is not configured": [
            "An unknown path of mock or device services is told in JSON"
        ],
        "1.6 known path, wrong method": ["A wrong method is answered 405 with the methods there are"],
        "1.6 body larger than the route takes": ["A body above the configured cap is answered 413"],
        "1.6 login without credentials": [
            "A refusal has its code, empty fields and a reason in the log, and enrolls nothing"
        ],
        "1.6 failed signature, or a credential that is unknown or revoked": [brokenSignature, revoked],
        "1.6 failed bearer token": [brokenBearer],
        "1.6 device, bundle or user that is not the credential's own": [ownership],
        "1.6 the data folder cannot be written (disk full, I/O error)": [
            "On a full disk beacons and logs are answered 503 and nothing acknowledged is lost"
        ],
        "4.2.5 credential unknown or revoked": [revoked],
        "4.2.5 signature malformed or not matching": [brokenSignature],
        "4.2.5 device, bundle or user in path, query or body is not the credential's own": [ownership],
        "4.2.7 HMAC token (UTF-8)": [vectors], "4.2.7 `{uid}`": [vectors], "4.2.7 Resource": [vectors],
        "4.2.7 Body": [vectors], "4.2.7 Digest appended to the resource": [vectors],
        "4.6 `jti`": ["Every login hands out a token of its own, and all of them hold"],
        "4.6 token missing, malformed, expired or revoked": [
            brokenBearer, "A bearer token that expired, by the console's clock",
        ],
        "4.6 device, bundle or user in path, query or body is not the token's own": [ownership],
        "8 HTTP 403": [revoked],
        "12 dictionary, type 21": ["Every payload of the profile \"Everything\" arrives as it is stored"],
        "12 dictionary, another type": ["Only SDK profiles are there"],
        "12 no property list, empty, or cannot be unwrapped": [
            "An app without a record gets the empty profile, and the outcome is noted"
        ],
        "12 HTTP error": ["A profile type that is none is refused"],
        "13.5 absent, or any other value": ["A command is delivered as it was queued, then acknowledged"],
        "5.3 `TenantGroup`": [seenElsewhere], "5.3 `GreenboxUrl`": [seenElsewhere],
        "5.3 `deviceServicesUrl`": [seenElsewhere], "5.3 `apiServerUrl`": [seenElsewhere],
        "5.3 `organizationGroupId`": [seenElsewhere],
        "6.1 `NextStep.Groups`": ["A group that asks for it lets the user choose below it, once"],
        "6.1 `Groups`": ["A group that asks for it lets the user choose below it, once"],
        "6.1 `InstallUrl`": ["An agent that names no device gets its page all the same"],
        "6.4 `RegisterApplication`": ["Apps register under the other name of the path too"],
        "7.4 `{\"RedirectUrl\":\"https://idp…\"}`": ["A group that offers SAML says where to sign in"],
        "7.4 with a password": [
            "Who has a password cannot leave it out, and nobody new comes in unless the group says so"
        ],
        "7.4 `provisionSAMLUsers`": ["A first sign-in makes the user if the group says so"],
        "11 `GET …/uid/{uid}/eula/checkeula/appid/{bundle}`": ["Terms are asked for until they are accepted"],
        "11 `GET …/uid/{uid}/eula/fetcheula/appid/{bundle}`": [fetchTerms], "11 `/eulacontentid/{n}`": [fetchTerms],
        "11 `POST …/uid/{uid}/eula/accepteula`": ["Terms are asked for until they are accepted"],
        "11 `…/rejecteula`": ["Decisions are read back with what they are about"],
        "11 `{\"EulaContentId\": 42}`": ["Terms are asked for until they are accepted"],
        "16.2 data under a token that is valid": [
            "A client that is ready gets a fresh token, and its samples are kept under it"
        ],
        "16.2 data under any other token": [
            "A token that is unknown is answered by an error packet, and nothing is kept"
        ],
        "16.2 of another device than the credential's": [
            "Another's device is answered as if there were none, ready or not"
        ],
        "16.2 with an event of another app than the credential's": ["An event of another app refuses the whole packet"],
        "16.2 `limits.analytics`": ["A body above the configured cap is answered 413"],
        "13.3 any other": [requery], "24 `applist`": [requery], "24 `deviceinfo`": [requery],
        "24 `profilesinfo`": [requery], "24 `securityinfo`": [requery],
        "25 3 compliant": ["A device without rules is compliant, and nothing is kept about it"],
        "25 7 pending compliance check": ["A new device waits for its first beacon, and then keeps the rules"],
        "25 2 blocked": ["A beacon that breaks a rule blocks the device, and one that keeps it opens it again"],
        "25 4 non-compliant": ["A compromised device is wiped: its beacon is accepted, and its credentials end"],
    ]

    /// Tests of whole sections, for rows that have none of their own.
    static let sections: [String: [String]] = [
        "1.6": ["A login is read whatever stands in what only describes it", "What is wrong is named"],
        "8": ["A registration, a key and a question are read whatever describes them"],
        "16.2": ["More samples than a packet may have are refused"],
        "16.3": [
            "The fields stand where the specification puts them",
            "Every type has the size of the specification, and is read back as it was",
        ],
    ]

    /// Fields that need not be sent, and are not.
    static let optional: Set<String> = [
        "5.3 `CertificateBase64`", "5.3 `Message`", "6.1 `AgentToken`", "6.1 `ServiceUrl`", "6.1 `SettingsPayload`",
        "6.1 `GreenBoxUrl`", "6.1 `VidmServerUrl`", "6.1 `IsVidmConfigured`", "6.1 `AgentSettings`",
        "6.1 `DeviceUserMode`", "6.1 `StagingRequired`",
    ]
}
