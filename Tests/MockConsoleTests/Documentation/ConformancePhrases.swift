/// Tests of what the protocol asks for in words, where no name can be looked for.
///
/// The key is the section and the first cell of the row.
enum ConformancePhrases {
    private static let ownership = "Another's device, app or user is answered as if there were none"
    private static let brokenSignature = "A signature that is malformed or does not match"
    private static let brokenBearer = "A bearer token that is missing, malformed or tampered with"
    private static let revoked = "A credential that is unknown or was revoked is answered 403"
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
    ]
}
