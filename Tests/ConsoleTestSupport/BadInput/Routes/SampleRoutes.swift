import DeviceProtocol
import DeviceSimulator
import Foundation

extension DeviceRoute {
    private static let interrogatorPath = "/deviceservices/interrogator/interrogatorhandler.ashx"
    private static let doNotDisturbPath = "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/donotdisturb"

    static let interrogator = post(
        "interrogator", interrogatorPath, .other,
        body: { try InterrogatorMessage.ready(InterrogatorSender($0.device)).encoded() },
        hostile: { valid, client in wrongPackets(valid, client) })
    static let analytics = post(
        "analytics", "/deviceservices/analytics", .json,
        body: { _ in Data("{\"events\":[{\"name\":\"open_report\",\"value\":42}]}".utf8) },
        hostile: { _, _ in wrongBatches() })
    static let dataUsage = get("dataUsage", "/deviceservices/awmdmsdk/v3/samples/datausage")
        .with(\.query) { "?bundleid=\($0.bundle)&fromdate=2026-3-1T00:00:00&todate=2026-3-5T00:00:00" }
    static let dataUsagePerApp = post(
        "dataUsagePerApp", "/deviceservices/awmdmsdk/v3/samples/datausageperapp", .json,
        body: { _ in Data("{\"wifi\":1234,\"cellular\":{\"in\":5,\"out\":[6]}}".utf8) })
    static let doNotDisturb = get("doNotDisturb", doNotDisturbPath, methods: ["GET", "POST"])
    static let setDoNotDisturb = post(
        "setDoNotDisturb", doNotDisturbPath, methods: ["GET", "POST"], .json,
        body: { _ in try DoNotDisturbChange(isDoNotDisturb: true).encoded() },
        hostile: { valid, _ in
            wrongFields(valid, [("IsDoNotDisturb", ["", "null", "1", "\"true\"", "[]", "{}", "0"])])
        })

    /// Analytics, samples, data usage and do-not-disturb.
    static let samples = [
        interrogator, analytics, dataUsage, dataUsagePerApp, doNotDisturb, setDoNotDisturb,
    ]

    /// Bytes of a packet, some of them replaced.
    private static func patched(_ packet: Data, _ changes: [Int: UInt8]) -> Data {
        var bytes = [UInt8](packet)
        for (place, byte) in changes where bytes.indices.contains(place) { bytes[place] = byte }
        return Data(bytes)
    }

    private static func wrongPackets(_ ready: Data, _ client: SimulatedClient) -> [HostileBody] {
        let sender = InterrogatorSender(client.device)
        var bodies = (0..<ready.count).filter { $0 < 40 || $0 % 7 == 0 }.map {
            HostileBody("ready, \($0) bytes", ready.prefix($0))
        }
        if let now = SampleTime(milliseconds: 1_772_706_030_000),
            let samples = try? SampleData([DeviceSample(.memory(MemorySample()), at: now)]),
            let data = try? InterrogatorMessage.data(sender, token: .none, samples: samples).encoded()
        {
            bodies += (0..<data.count).filter { $0 % 5 == 0 }.map { HostileBody("data, \($0) bytes", data.prefix($0)) }
            bodies += [
                HostileBody("data, one byte more", data + [0]),
                HostileBody("device id size too large", patched(data, [27: 0x7F])),
                HostileBody("device id size negative", patched(data, [27: 0x80])),
                HostileBody("sample size negative", patched(data, [31: 0x80])),
                HostileBody("both sizes huge", patched(data, [27: 0x7F, 31: 0x7F])),
                HostileBody("sizes that cancel out", patched(data, [24: 0xFF, 28: 0])),
            ]
        }
        bodies += [
            HostileBody("one byte more", ready + [0]), HostileBody("twice", ready + ready),
            HostileBody("reserved byte", patched(ready, [0: 1])), HostileBody("text", "hello"),
            HostileBody("JSON", "{\"flag\":16}"), HostileBody("zeros", Data(count: 108)),
            HostileBody("ones", Data(repeating: 0xFF, count: 108)), HostileBody("every byte", Data(0...255)),
            HostileBody("length negative", patched(ready, [21: 0xFF])),
            HostileBody("length huge", patched(ready, [21: 0x7F])), HostileBody("length 0", patched(ready, [18: 0])),
            HostileBody("platform 0", patched(ready, [22: 0])), HostileBody("platform 6", patched(ready, [22: 6])),
            HostileBody("platform 258", patched(ready, [23: 1])),
            HostileBody("odd id size", patched(ready, [24: 0x4F])),
            HostileBody("id size negative", patched(ready, [27: 0xFF])),
            HostileBody("half a surrogate pair", patched(ready, [28: 0, 29: 0xD8])),
            HostileBody("a blank in the id", patched(ready, [28: 0x20])), HostileBody("NUL", patched(ready, [28: 0])),
            HostileBody("another's id", patched(ready, [28: 0x7A]), 404),
        ]
        for flag in UInt8.min ... .max where flag != 16 {
            bodies.append(HostileBody("flag \(flag)", patched(ready, [1: flag])))
        }
        return bodies
    }

    private static func wrongBatches() -> [HostileBody] {
        let many = Array(repeating: "{\"name\":\"e\"}", count: 10_001).joined(separator: ",")
        let bodies = [
            "{}", "{\"events\":{}}", "{\"events\":null}", "{\"events\":[1]}", "{\"events\":[{}]}",
            "{\"events\":[{\"name\":\"\"}]}", "{\"events\":[{\"name\":1}]}", "{\"events\":[{\"name\":\"a\\u0000\"}]}",
            "{\"events\":[{\"name\":\"a\",\"type\":\"other\"}]}", "{\"events\":[{\"name\":\"a\",\"type\":0}]}",
            "{\"events\":[{\"name\":\"a\",\"value\":true}]}", "{\"events\":[{\"name\":\"a\",\"value\":[]}]}",
            "{\"events\":[{\"name\":\"a\",\"value\":\"x\",\"valueType\":\"integer\"}]}",
            "{\"events\":[{\"name\":\"a\",\"value\":1,\"valueType\":\"none\"}]}",
            "{\"events\":[{\"name\":\"a\",\"valueType\":\"long\"}]}",
            "{\"events\":[{\"name\":\"a\",\"session\":\"x\"}]}", "{\"events\":[{\"name\":\"a\",\"bundleId\":\"a b\"}]}",
            "{\"events\":[{\"name\":\"a\",\"occurredAt\":\"yesterday\"}]}",
            "{\"events\":[{\"name\":\"a\",\"occurredAt\":1772706030}]}", "{\"samples\":[{}]}", "{\"samples\":\"x\"}",
            "{\"samples\":[{\"kind\":\"telepathy\"}]}", "{\"samples\":[{\"kind\":\"analytics\"}]}",
            "{\"samples\":[{\"kind\":\"gps\"}]}", "{\"samples\":[{\"kind\":\"gps\",\"latitude\":91,\"longitude\":0}]}",
            "{\"samples\":[{\"kind\":\"gps\",\"latitude\":1,\"longitude\":\"east\"}]}",
            "{\"samples\":[{\"kind\":\"gps\",\"latitude\":1,\"longitude\":2,\"speed\":1e300}]}",
            "{\"samples\":[{\"kind\":\"memory\",\"load\":-1}]}",
            "{\"samples\":[{\"kind\":\"memory\",\"load\":4294967296}]}",
            "{\"samples\":[{\"kind\":\"power\",\"lineStatus\":128}]}",
            "{\"samples\":[{\"kind\":\"system\",\"osMajor\":1.5}]}",
            "{\"samples\":[{\"kind\":\"networkAdapter\",\"mac\":\"0g\"}]}",
            "{\"samples\":[{\"kind\":\"networkAdapter\",\"ip\":\"192.0.2.7\"}]}",
            "{\"samples\":[{\"kind\":\"networkAdapter\",\"ip\":{\"address\":\"1234567890123456\"}}]}",
            "{\"events\":[\(many)]}",
        ]
        return bodies.map { HostileBody(String($0.prefix(70)), $0) } + [
            HostileBody("another's bundle", "{\"events\":[{\"name\":\"a\",\"bundleId\":\"com.example.other\"}]}", 404)
        ]
    }
}
