import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// What a device is and has, made up and reported (AdminAPI, "Changing a device").
struct DeviceInventoryTests {
    private static let everything = """
        {"serialNumber":"S1","imei":"1","easId":"E","assetNumber":"A","reportedName":"R","model":"iPad","phone":"+1",
         "osVersion":"18.0","osBuildVersion":"22A","macAddress":"aa","ipAddress":"10.0.0.1","wifiSsid":"W","email":"e@x",
         "oemInfo":"O","storageBytes":10,"availableStorageBytes":5,"batteryLevel":50,"physicalMemory":4,
         "availableMemory":2,"virtualMemory":8,"processorArchitecture":4,"isRoaming":true,"isCompromised":true,
         "platform":"AppleOsX","lastSeenAt":"2026-01-02T03:04:05.000Z"}
        """

    @Test func `Everything that is said is kept and shown`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let response = try await console.change(client.device.value, Self.everything)
            #expect(response.status == .ok, "\(response.text)")
            let shown = try await console.adminJSON("/_mock/devices/\(client.device)")
            let said = try JSONSerialization.jsonObject(with: Data(Self.everything.utf8)) as? [String: Any] ?? [:]
            for (name, value) in said {
                #expect("\(shown[name] ?? "nothing")" == "\(value)", "\(name)")
            }
            let device = try await console.parts.model.devices.device(client.device)
            #expect(device?.osVersionNumber == OSVersion.number("18.0"))
        }
    }

    @Test func `An empty text says that there is none`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.change(client.device.value, Self.everything)
            let cleared = try await console.change(
                client.device.value, #"{"serialNumber":"","osVersion":"","model":""}"#)
            let device = try cleared.json()
            #expect(device["serialNumber"] == nil && device["osVersion"] == nil && device["model"] == nil)
            #expect(device["imei"] as? String == "1")
        }
    }

    @Test(arguments: [
        #"{"batteryLevel":101}"#, #"{"batteryLevel":-1}"#, #"{"storageBytes":-1}"#, #"{"storageBytes":"many"}"#,
        #"{"platform":"Amiga"}"#, #"{"lastSeenAt":"today"}"#, #"{"isRoaming":1}"#, #"{"serialNumber":7}"#,
        #"{"serialNumber":null}"#, #"{"serialnumber":"x"}"#, #"{"storageBytes":9223372036854775808}"#,
    ])
    func `What cannot be is refused`(text: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            #expect(try await console.change(client.device.value, text).status == .badRequest)
        }
    }

    @Test func `Samples tell of battery, memory and processor`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var power = PowerSample()
            var memory = MemorySample()
            var system = SystemSample()
            power.lifePercent = 87
            memory.totalPhysical = 4096
            memory.availablePhysical = 1024
            memory.totalVirtual = 8192
            (system.processorArchitecture, system.oemInfo) = (4, "Maker")
            try await console.keep([.power(power), .memory(memory), .system(system)], of: client)
            let device = try await console.api.object("mdm/devices/udid/\(client.device)")
            #expect(device["BatteryLevel"] as? String == "87%" && device["VirtualMemory"] as? Int == 8192)
            #expect(device["TotalPhysicalMemory"] as? Int == 4096 && device["AvailablePhysicalMemory"] as? Int == 1024)
            #expect(device["ProcessorArchitecture"] as? Int == 4 && device["OEMInfo"] as? String == "Maker")
            power.lifePercent = 255
            try await console.keep([.power(power)], of: client)
            let later = try await console.api.object("mdm/devices/udid/\(client.device)")
            #expect(later["BatteryLevel"] as? String == "87%")
        }
    }
}

extension TestConsole {
    /// Stores samples as if a device had sent them.
    func keep(_ contents: [SampleContent], of client: SimulatedClient) async throws {
        let identity = try await identity(of: client)
        let settings = try await parts.model.groups.settings(of: identity.groupID)
        let now = clock.now
        try await parts.core.database.write { transaction in
            let writer = SampleWriter(
                db: transaction.db, identity: identity, settings: settings,
                numbers: SampleTypeNumbers(wifi: -1, callLog: -1), now: now)
            var intake = SampleIntake()
            for content in contents {
                let time = try #require(SampleTime(milliseconds: now.milliseconds))
                try writer.write(.sample(DeviceSample(content, at: time)), counting: &intake)
            }
        }
    }
}
