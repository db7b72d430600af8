import DeviceProtocol
import Foundation
import Testing

/// A client and a console that exchange bytes of this module only.
struct StoryTests {
    static let key = String(repeating: "0123456789abcdef", count: 4)

    static func identity() throws -> (device: DeviceIdentifier, bundle: BundleIdentifier) {
        (
            try #require(DeviceIdentifier("3F1C9A5D2BE84760A1D2C3B4E5F60718293A4B5C")),
            try #require(BundleIdentifier("com.example.fieldnotes"))
        )
    }

    @Test
    func `A credential from a login signs a request that the console verifies while the body arrives`() throws {
        let (device, bundle) = try Self.identity()
        let login = try LoginRequest(
            json: LoginRequest(username: "dana", password: "demo", device: device, bundle: bundle).encoded())
        #expect(login.authenticationType.wantsHMAC)
        var answer = LoginResponse(username: login.username ?? "", userID: "317")
        answer.hmacKey = Self.key
        let received = try JSONDecoder().decode(LoginResponse.self, from: answer.encoded())
        let signer = RequestSigner(
            device: device, group: login.authenticationGroup, key: try #require(received.hmacKey))

        let upload = LogUpload(header: LogUploadHeader(bundle: bundle, appVersion: "1"), text: "one\ntwo 😀\n")
        let body = try upload.encoded()
        let target = "/deviceServices/awmdmsdk/v1/platform/2/uid/\(device)/logging"
        let sent =
            [(name: "Content-Type", value: "application/json; charset=utf-8")]
            + signer.headers(
                method: "POST", authority: "uem.example.test:8443", target: target,
                headers: [("Content-Type", "application/json; charset=utf-8")], body: body,
                date: Date(timeIntervalSince1970: 1_709_634_030))

        let headers = try SignedRequestHeaders { name in sent.first { $0.name.lowercased() == name }?.value }
        #expect(headers.device == device && headers.authenticationGroup == bundle.value)
        var digest = BodyDigest(headers.algorithm)
        var scanner = LogUploadScanner()
        var log = Data()
        for start in stride(from: 0, to: body.count, by: 11) {
            try body[start..<min(start + 11, body.count)].withUnsafeBytes { piece in
                digest.update(bufferPointer: piece)
                try scanner.consume(piece) { log.append(contentsOf: $0) }
            }
        }
        let canonical = CanonicalRequest(
            method: "POST", headers: sent,
            resource: CanonicalRequest.resource(authority: "UEM.example.test:8443", target: target),
            contentDigest: .digest(digest.finalize()))
        #expect(
            RequestSignature.isValid(
                headers.signature, for: canonical.stringToSign, key: Self.key, algorithm: headers.algorithm))
        #expect(try scanner.finish() == upload.header)
        #expect(log.text == upload.text)
    }

    @Test
    func `A profile is installed by an encrypted command and comes back in the acknowledgement`() throws {
        let (device, bundle) = try Self.identity()
        let payload = try ProfilePayload(
            type: "PasscodePoliciesV2",
            settings: ["AuthenticationType": .string("passcode"), "PasscodeMode": .integer(1)]
        ).validated()
        let profile = SDKProfileDocument(displayName: "Field", version: 3, payloads: [payload])
        let command = CommandMessage.installProfile(uuid: "c-1", payload: try profile.rendered().data)
        let sealed = try CommandEnvelope.seal(command.encoded(), token: Self.key)

        let opened = try #require(CommandEnvelope.open(sealed, token: Self.key))
        let received = try CommandMessage(propertyList: opened)
        #expect(received.requestType == "InstallProfile")
        let list = try PropertyListValue(parsing: try #require(received.command["Payload"]?.dataValue))
        #expect(try SDKProfileDocument(propertyList: list) == profile)
        #expect(list["PayloadContent"]?.arrayValue?.first?["AuthenticationType"]?.coercedInteger == 1)

        let acknowledgement = ProcessorMessage(
            status: .acknowledged, device: device, commandUUID: received.uuid, requestor: bundle.value,
            profileList: [list])
        let read = try ProcessorMessage(propertyList: acknowledgement.encoded())
        #expect(read.commandUUID == "c-1" && read.status == .acknowledged)
        #expect(try read.profileList.map { try SDKProfileDocument(propertyList: $0[0]) } == profile)
    }

    @Test
    func `A refused login carries no credential, and the client sees the reason`() throws {
        let answer = try JSONDecoder().decode(
            LoginResponse.self, from: LoginResponse(failure: .accountLocked).encoded())
        #expect(answer.status == .accountLocked && answer.hmacKey == nil && answer.username.isEmpty)
    }

    @Test
    func `A device that answers unenrolled in its status makes the client wipe`() throws {
        var report = DeviceStatusReportTests.report
        report.enrollmentStatus = .unenrolled
        let read = try DeviceStatusReport(json: report.encoded())
        #expect(read.enrollmentStatus.makesClientWipe && read.groupCode == "ACMEFIELD")
    }

    @Test(arguments: 0..<4)
    func `A mutated profile never ends a client`(seed: Int) throws {
        for format in PropertyListFormat.allCases {
            let data = try SDKProfileDocumentTests.full().propertyList.encoded(as: format)
            for mutation in data.mutations(100, seed: UInt64(80 + seed)) {
                guard let list = try? PropertyListValue(parsing: mutation),
                    let document = try? SDKProfileDocument(propertyList: list)
                else { continue }
                for payload in document.payloads { _ = try? payload.validated() }
                #expect(throws: Never.self) { try document.rendered() }
            }
        }
    }

    @Test
    func `A mutated envelope never ends a client and never opens to the command`() throws {
        let command = try CommandMessage.lock(uuid: "1").encoded()
        let sealed = try CommandEnvelope.seal(command, token: Self.key, vector: Data(0..<16))
        for mutation in sealed.mutations(500, seed: 91) where mutation != sealed {
            if let opened = CommandEnvelope.open(mutation, token: Self.key), opened != command {
                _ = try? CommandMessage(propertyList: opened)
            }
        }
        for part in sealed.truncations { #expect(CommandEnvelope.open(part, token: Self.key) != command) }
    }
}
