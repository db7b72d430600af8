import DeviceProtocol
import Foundation
import Testing

/// Encrypted commands with one part wrong at a time.
struct CommandEnvelopePartTests {
    static let vector = Data(0..<16)

    /// The two halves of an envelope of sixteen letters, which are two blocks.
    static func halves(_ plaintext: Data = Data(repeating: 0x41, count: 16)) throws -> (vector: Data, text: Data) {
        let sealed = try CommandEnvelope.seal(plaintext, token: SignatureVector.token, vector: vector)
        let parts = sealed.split(separator: UInt8(ascii: ":"))
        return (
            try #require(Data(base64Encoded: Data(parts[0]))), try #require(Data(base64Encoded: Data(parts[1])))
        )
    }

    static func open(_ vector: Data, _ text: Data) -> Data? {
        let body = Data("\(vector.base64EncodedString()):\(text.base64EncodedString())")
        return CommandEnvelope.open(body, token: SignatureVector.token)
    }

    @Test func `The vector stands before the colon, the ciphertext behind it`() throws {
        let (vector, text) = try Self.halves()
        #expect(vector == Self.vector && text.count == 32)
        #expect(Self.open(vector, text) == Data(repeating: 0x41, count: 16))
        #expect(Self.open(text, vector) == nil)
    }

    @Test(arguments: [0, 1, 12, 15, 17, 24, 32])
    func `A vector of another length is neither used nor taken`(count: Int) throws {
        let vector = Data(repeating: 1, count: count)
        let error = failure { () throws(MessageError) in
            try CommandEnvelope.seal(Data(), token: SignatureVector.token, vector: vector)
        }
        #expect(error?.reason == "initialization vector must have 16 bytes")
        #expect(Self.open(vector, try Self.halves().text) == nil)
    }

    @Test func `Another vector changes the first block and nothing else`() throws {
        let plaintext = Data(repeating: 0x41, count: 40)
        let text = try Self.halves(plaintext).text
        let opened = try #require(Self.open(Data([0xFF]) + Self.vector.dropFirst(), text))
        #expect(opened == Data([0x41 ^ 0xFF]) + plaintext.dropFirst())
    }

    @Test(arguments: [0, 1, 15, 17, 31, 33])
    func `A ciphertext that is not of whole blocks is refused`(count: Int) throws {
        let (vector, text) = try Self.halves()
        #expect(Self.open(vector, (text + text).prefix(count)) == nil)
    }

    @Test func `A block that is missing at the end spoils the padding`() throws {
        let (vector, text) = try Self.halves()
        #expect(Self.open(vector, text.prefix(16)) == nil)
        #expect(Self.open(vector, text.suffix(16)) != Data(repeating: 0x41, count: 16))
    }

    @Test func `Padding that claims zero or more than a block is refused`() throws {
        let (vector, text) = try Self.halves()
        for claim in [UInt8(0), 17, 0x20, 0xFF, 15] {
            var changed = text
            changed[15] ^= 16 ^ claim
            #expect(Self.open(vector, changed) == nil, "\(claim)")
        }
        #expect(Self.open(vector, text) != nil)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33])
    func `The ciphertext is the text filled up to the next whole block`(count: Int) throws {
        let plaintext = Data(repeating: 0x42, count: count)
        let (vector, text) = try Self.halves(plaintext)
        #expect(text.count == (count / 16 + 1) * 16)
        #expect(Self.open(vector, text) == plaintext)
    }

    @Test func `Colons and characters around the halves are refused`() throws {
        let sealed = CommandEnvelopeTests.sealed.text
        let token = SignatureVector.token
        #expect(CommandEnvelope.open(Data(sealed), token: token) != nil)
        for text in [
            ":" + sealed, sealed + ":", sealed.replacing(":", with: "::"), sealed.replacing(":", with: ""),
            sealed.replacing(":", with: ";"), sealed + "\n", " " + sealed, sealed.replacing(":", with: " :"),
            sealed.replacing(":", with: ":\n"), String(sealed.dropLast()), sealed + "AAAA",
            "\"\(sealed)\"",
        ] {
            #expect(CommandEnvelope.open(Data(text), token: token) == nil, "\(text)")
        }
    }

    @Test func `The key is the first 32 bytes of the token, one less is too short`() throws {
        let token = String(repeating: "k", count: 32)
        let sealed = try CommandEnvelope.seal(Data("x"), token: token, vector: Self.vector)
        #expect(CommandEnvelope.open(sealed, token: token + "ä") == Data("x"))
        #expect(CommandEnvelope.open(sealed, token: String(token.dropLast()) + "l") != Data("x"))
        #expect(CommandEnvelope.open(sealed, token: String(token.dropLast())) == nil)
        let error = failure { () throws(MessageError) in
            try CommandEnvelope.seal(Data("x"), token: String(token.dropLast()))
        }
        #expect(error?.reason == "HMAC token has fewer than 32 bytes")
        #expect(throws: Never.self) { try CommandEnvelope.seal(Data(), token: String(repeating: "ä", count: 16)) }
        #expect(CommandEnvelope.vectorLength == 16)
    }
}

/// The messages of clients with each field absent, wrong or at its limit.
struct ProcessorMessageFieldTests {
    static let complete: [String: PropertyListValue] = [
        "Status": .integer(1), "UDID": .string("abc"), "CommandUUID": .string("u"), "Requestor": .string("r"),
        "SampleTime": .string("t"), "ProfileList": .array([.integer(1)]), "CertificateList": .array([.integer(2)]),
    ]

    static func read(_ changes: [String: PropertyListValue?]) throws -> Result<ProcessorMessage, MessageError> {
        let members = complete.merging(changes.compactMapValues { $0 }) { $1 }
            .filter { changes[$0.key] != .some(.none) }
        let data = try ProcessorMessageTests.plist(members)
        return Result { () throws(MessageError) in try ProcessorMessage(propertyList: data) }
    }

    @Test func `Every field comes from its own key`() throws {
        let message = try Self.read([:]).get()
        #expect(message.status == .acknowledged && message.device.value == "abc" && message.commandUUID == "u")
        #expect(message.requestor == "r" && message.sampleTime == "t")
        #expect(message.profileList == [.integer(1)] && message.certificateList == [.integer(2)])
    }

    @Test func `Every field is written under its own key`() throws {
        let message = try Self.read([:]).get()
        #expect(try PropertyListValue(parsing: message.encoded()) == .dictionary(Self.complete))
        let bare = ProcessorMessage(status: .notNow, device: message.device)
        #expect(
            try PropertyListValue(parsing: bare.encoded())
                == .dictionary([
                    "Status": .integer(5), "UDID": .string("abc"), "CommandUUID": .string(""),
                    "Requestor": .string(""),
                ]))
    }

    @Test(arguments: ["CommandUUID", "Requestor", "SampleTime", "ProfileList", "CertificateList"])
    func `A field that may be absent has its default and leaves the others alone`(field: String) throws {
        let whole = try Self.read([:]).get()
        let message = try Self.read([field: nil]).get()
        #expect(message.commandUUID == (field == "CommandUUID" ? "" : whole.commandUUID))
        #expect(message.requestor == (field == "Requestor" ? "" : whole.requestor))
        #expect(message.sampleTime == (field == "SampleTime" ? nil : whole.sampleTime))
        #expect(message.profileList == (field == "ProfileList" ? nil : whole.profileList))
        #expect(message.certificateList == (field == "CertificateList" ? nil : whole.certificateList))
    }

    @Test(
        arguments: [
            ("Status", nil, "must be an integer"), ("Status", .real(1), "must be an integer"),
            ("Status", .string("1.0"), "must be an integer"), ("Status", .array([]), "must be an integer"),
            ("UDID", nil, "must be \(DeviceIdentifier.rule)"),
            ("UDID", .string(""), "must be \(DeviceIdentifier.rule)"),
            ("UDID", .data(Data("abc")), "must be a string"), ("CommandUUID", .integer(1), "must be a string"),
            ("Requestor", .array([]), "must be a string"),
            ("UDID", .string(String(repeating: "a", count: 1025)), "is longer than 1024 characters"),
            ("Requestor", .string(String(repeating: "a", count: 1025)), "is longer than 1024 characters"),
        ] as [(String, PropertyListValue?, String)])
    func `A field that is wrong is named with what it must be, if the message needs it`(
        field: String, value: PropertyListValue?, reason: String
    ) throws {
        guard case .failure(let error) = try Self.read([field: value]) else {
            Issue.record("was taken")
            return
        }
        #expect(error == MessageError(reason, field: field))
    }

    @Test(arguments: ["CommandUUID", "Requestor", "SampleTime"])
    func `Texts of 1024 characters are taken, whatever their bytes`(field: String) throws {
        #expect(throws: Never.self) {
            try Self.read([field: .string(String(repeating: "😀", count: 1024))]).get()
        }
    }

    @Test(
        arguments: [
            (.string("4"), .idle), (.bool(true), .acknowledged), (.bool(false), .unknown), (.integer(0), .unknown),
            (.integer(5), .notNow), (.integer(6), .unknown), (.string("-3"), .unknown), (.integer(.min), .unknown),
        ] as [(PropertyListValue, CommandStatus)])
    func `A status is coerced as settings are`(value: PropertyListValue, status: CommandStatus) throws {
        #expect(try Self.read(["Status": value]).get().status == status)
    }

    @Test func `States have the numbers of the specification`() {
        let states: [CommandStatus] = [.unknown, .acknowledged, .error, .commandFormatError, .idle, .notNow]
        #expect(states.map(\.rawValue) == Array(0...5) && CommandStatus.allCases == states)
    }

    @Test(arguments: ["<array/>", "<string>x</string>", "<integer>1</integer>", "<true/>"])
    func `Only a dictionary is a message`(body: String) {
        let data = PropertyListTrapTests.xml(body)
        let expected = MessageError("must be a dictionary")
        #expect(failure { () throws(MessageError) in try ProcessorMessage(propertyList: data) } == expected)
        #expect(failure { () throws(MessageError) in try CommandMessage(propertyList: data) } == expected)
    }

    @Test func `What the parser of lists says is passed on`() {
        let data = Data("<plist><dict>")
        let expected = MessageError("document ends too early")
        #expect(failure { () throws(MessageError) in try ProcessorMessage(propertyList: data) } == expected)
        #expect(failure { () throws(MessageError) in try CommandMessage(propertyList: data) } == expected)
    }
}

/// Commands with each of their two keys absent or wrong.
struct CommandMessageFieldTests {
    static func error(_ members: [String: PropertyListValue]) throws -> MessageError? {
        let data = try ProcessorMessageTests.plist(members)
        return failure { () throws(MessageError) in try CommandMessage(propertyList: data) }
    }

    @Test func `Each key that is missing or wrong is named`() throws {
        let command = PropertyListValue.dictionary(["RequestType": .string("X")])
        let missing = MessageError("is missing", field: "CommandUUID")
        let wrong = MessageError("must be a dictionary", field: "Command")
        #expect(try Self.error(["Command": command]) == missing)
        #expect(try Self.error(["commandUUID": .string("u"), "Command": command]) == missing)
        #expect(
            try Self.error(["CommandUUID": .bool(true), "Command": command])
                == MessageError("must be a string", field: "CommandUUID"))
        #expect(try Self.error(["CommandUUID": .string("u")]) == wrong)
        for value in [PropertyListValue.array([]), .string("x"), .array([command]), .bool(true)] {
            #expect(try Self.error(["CommandUUID": .string("u"), "Command": value]) == wrong)
        }
        #expect(try Self.error(["CommandUUID": .string(""), "Command": .dictionary([:])]) == nil)
    }

    @Test func `Commands are written with exactly their keys`() throws {
        let commands: [(CommandMessage, [String: PropertyListValue])] = [
            (
                .installProfile(uuid: "u", payload: Data([1])),
                ["RequestType": .string("InstallProfile"), "Payload": .data(Data([1]))]
            ),
            (.requestProfiles(uuid: "u"), ["RequestType": .string("RequestProfiles")]),
            (
                .uploadLogs(uuid: "u", level: 3, period: 60),
                ["RequestType": .string("UploadLogs"), "LogLevel": .integer(3), "LogPeriod": .integer(60)]
            ),
            (.lock(uuid: "u"), ["RequestType": .string("DeviceLockSso")]),
        ]
        for (message, command) in commands {
            #expect(
                try PropertyListValue(parsing: message.encoded())
                    == .dictionary(["CommandUUID": .string("u"), "Command": .dictionary(command)]))
        }
    }

    @Test func `The type wins over a setting of its name, and must be a text`() {
        let message = CommandMessage(uuid: "u", requestType: "A", settings: ["RequestType": .string("B")])
        #expect(message.requestType == "A" && message.command.count == 1)
        #expect(CommandMessage(uuid: "u", command: ["RequestType": .integer(1)]).requestType == nil)
    }
}
