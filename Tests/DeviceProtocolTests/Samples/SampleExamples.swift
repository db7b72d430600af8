import Foundation
import Testing

@testable import DeviceProtocol

/// Samples and bytes the tests share.
enum SampleExamples {
    /// The device of DeviceServices, section 4.2.7.
    static let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    /// The 116 bytes of DeviceServices, section 16.3.
    static let analytics = bytes(
        """
        7000 7400 e807 0300 0500 0a00 1400 1e00 0000
        0b00 0200 1600 0300 0a00 0000 0100
        30463541364331452d324233442d344535462d384139422d304331443245334634413542
        6f70656e5f7265706f7274 3432 636f6d2e6578616d706c652e6669656c646e6f746573 312e34 4669656c644e6f746573
        """)

    /// The bytes of hexadecimal digits, whatever stands between them.
    static func bytes(_ text: String) -> Data {
        let digits = text.utf8.compactMap(\.hexadecimalValue)
        return Data(stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// 2024-03-05T10:20:30.000Z.
    static func time() throws -> SampleTime {
        try #require(SampleTime(milliseconds: 1_709_634_030_000))
    }

    static func sender() throws -> InterrogatorSender {
        InterrogatorSender(try #require(DeviceIdentifier(device)))
    }

    /// One sample of each type, every field different.
    static func all() throws -> [DeviceSample] {
        var event = AnalyticsEvent("open_report")
        event.type = .viewDidAppear
        event.valueType = .string
        event.value = "ä 😀"
        (event.session, event.bundleID) = ("0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B", "com.example.demo")
        (event.bundleVersion, event.bundleName) = ("1.4", "Demo")
        var place = LocationSample(latitude: 52.52, longitude: -13.405)
        place.speed = 1.5
        place.heading = 270
        place.magneticVariation = -3.25
        place.altitude = 34
        place.facility = 2
        place.eventCode = 70_000
        place.note = "Büro"
        var adapter = NetworkAdapterSample()
        adapter.type = 23
        adapter.name = "pdp_ip0"
        adapter.description = "cellular – LTE"
        adapter.ipCount = 1
        adapter.gatewayCount = 2
        adapter.haveWINS = 3
        adapter.mac = "001122334455"
        adapter.ip = NetworkAddress("192.0.2.7", mask: "255.255.255.0", context: 4)
        (adapter.dhcpEnabled, adapter.dhcp) = (1, NetworkAddress("192.0.2.1", mask: "255.255.255.255", context: 5))
        (adapter.leaseObtained, adapter.leaseExpires) = (try time(), SampleTime(milliseconds: 1_709_720_430_123))
        adapter.gateway = NetworkAddress("192.0.2.254", mask: "255.0.0.0", context: 6)
        let contents: [SampleContent] = [
            .system(system), .power(power), .memory(memory), .analytics(event), .networkAdapter(adapter),
            .location(place), .raw(RawSample(.dataUsage, Data([1, 2, 3]))),
            .raw(RawSample(.alternateDataUsage, Data())), .raw(RawSample(.cellular, Data([0xFF]))),
        ]
        let time = try time()
        return contents.map { DeviceSample($0, at: time) }
    }

    private static var system: SystemSample {
        var sample = SystemSample()
        sample.osMajor = 17
        sample.osMinor = 3
        sample.osPatch = 1
        sample.cpuLevel = 8
        sample.cpuRevision = 9
        sample.instructionSet = 1
        (sample.oemInfo, sample.platformType) = ("Obst", "iPhone 😀")
        return sample
    }

    private static var power: PowerSample {
        var sample = PowerSample()
        sample.lineStatus = -1
        sample.batteryStatus = 2
        sample.lifePercent = 83
        sample.lifeTime = 1000
        sample.fullLifeTime = 2000
        sample.backupStatus = 3
        sample.backupPercent = 4
        sample.backupLifeTime = 5
        sample.backupFullLifeTime = 6
        sample.voltage = 3800
        sample.current = 7
        sample.averageCurrent = 8
        sample.averageInterval = 9
        sample.discharge = .max
        sample.temperature = 36.5
        sample.backupVoltage = 10
        sample.chemistry = 11
        return sample
    }

    private static var memory: MemorySample {
        var sample = MemorySample()
        sample.load = 41
        sample.totalPhysical = .max
        sample.availablePhysical = 2
        (sample.totalPageFile, sample.availablePageFile) = (3, 4)
        (sample.totalVirtual, sample.availableVirtual) = (5, 6)
        return sample
    }
}

extension SampleData {
    /// Takes bytes as they are.
    init(raw: Data) {
        self.init(ArraySlice(raw))
    }

    /// The samples in it.
    var samples: [DeviceSample] {
        compactMap { if case .sample(let sample) = $0 { sample } else { nil } }
    }

    /// The one sample in it.
    var only: DeviceSample? { Array(self).count == 1 ? samples.first : nil }
}
