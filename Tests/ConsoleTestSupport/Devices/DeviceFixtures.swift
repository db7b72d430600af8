import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import DeviceServices
@testable import MockConsole

extension TestConsole {
    /// Whom an app on a device stands for.
    func identity(of device: SimulatedClient) async throws -> DeviceIdentity {
        guard
            case .inForce(let credential) = try await parts.model.credentials.credential(
                device: device.device, authenticationGroup: device.bundle.value)
        else { throw ConsoleError(.notFound, "the app has not signed in") }
        return credential.identity
    }

    /// Makes a device send one beacon and one log, and queues one command for it.
    func keepRecords(of device: SimulatedClient) async throws {
        try await device.sendBeacon(device.beacon())
        try await device.uploadLog("text")
        try await parts.commands.enqueue("Ping", for: try await identity(of: device))
    }
}

extension DeviceRecord {
    /// An enrolled device with chosen attributes.
    static func test(
        _ identifier: String, groupID: Int64 = 7, userID: Int64? = nil, platform: String = "Apple",
        model: String? = nil, osVersion: String? = nil, ownership: String = "Undefined"
    ) throws -> DeviceRecord {
        guard let identifier = DeviceIdentifier(identifier) else { throw ConsoleError(.badRequest, "no identifier") }
        var device = DeviceRecord.new(
            identifier, groupID: groupID, uuid: NamedUUID.of([Data(identifier.value.utf8)]), at: TestClock.start)
        device.userId = userID
        device.platform = platform
        device.model = model
        device.ownership = ownership
        (device.osVersion, device.osVersionNumber) = (osVersion, OSVersion.number(osVersion))
        device.enrollmentStatus = EnrollmentStatus.enrolled.rawValue
        return device
    }
}

extension ConsoleDatabase {
    /// Adds a device.
    ///
    /// - Returns: Its id.
    @discardableResult
    func add(_ device: DeviceRecord) async throws -> Int64 {
        try await write { transaction in
            var device = device
            try device.insert(transaction.db)
            return try device.storedID()
        }
    }
}

extension DeviceStore {
    /// The device with an identifier; of several the one that signed in last.
    func device(_ identifier: DeviceIdentifier) async throws -> DeviceRecord? {
        try await claimed(identifier, at: nil)
    }
}
