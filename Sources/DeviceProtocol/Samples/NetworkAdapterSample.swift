/// A network adapter of a device: sample type 40 (DeviceServices, section 16.3).
public struct NetworkAdapterSample: SampleFields, Codable {
    /// 23 cellular, 24 loopback, 0 other.
    public var type: UInt32 = 0
    /// Such as `en0`.
    public var name = ""
    /// Its name in words.
    public var description = ""
    /// How many addresses it has; the first one is reported.
    public var ipCount: UInt16 = 0
    /// How many gateways it has; the first one is reported.
    public var gatewayCount: UInt16 = 0
    /// Whether there is a WINS server; other numbers than 0 and 1 are kept.
    public var haveWINS: UInt16 = 0
    /// Hexadecimal digits of the hardware address, 16 at most.
    public var mac = ""
    /// Its address.
    public var ip = NetworkAddress()
    /// Whether DHCP is on; other numbers than 0 and 1 are kept.
    public var dhcpEnabled: UInt16 = 0
    /// The DHCP server.
    public var dhcp = NetworkAddress()
    /// When the address was given; nothing if not known.
    public var leaseObtained: SampleTime?
    /// Until when it is given; nothing if not known.
    public var leaseExpires: SampleTime?
    /// The gateway.
    public var gateway = NetworkAddress()

    /// Bytes of a hardware address.
    private static let macLength = 8

    /// Takes the defaults.
    public init() {}

    /// Reads what follows the header.
    init(reading reader: inout LittleEndianReader) throws(MessageError) {
        type = try reader.integer("type")
        let nameSize = try reader.size("nameSize")
        let descriptionSize = try reader.size("descriptionSize")
        ipCount = try reader.integer("ipCount")
        gatewayCount = try reader.integer("gatewayCount")
        haveWINS = try reader.integer("haveWINS")
        let macSize = try reader.size("macSize")
        mac = try reader.bytes(Self.macLength, "mac").prefix(macSize).hexadecimal
        ip = try NetworkAddress(reading: &reader, "ip")
        dhcpEnabled = try reader.integer("dhcpEnabled")
        dhcp = try NetworkAddress(reading: &reader, "dhcp")
        leaseObtained = try SampleTime(reading: &reader, "leaseObtained")
        leaseExpires = try SampleTime(reading: &reader, "leaseExpires")
        name = try reader.text(nameSize, "name")
        description = try reader.text(descriptionSize, "description")
        gateway = try NetworkAddress(reading: &reader, "gateway")
    }

    /// Writes what follows the header.
    func write(to writer: inout LittleEndianWriter) throws(MessageError) {
        writer.append(type)
        try writer.appendSize(name.utf8.count, "name")
        try writer.appendSize(description.utf8.count, "description")
        for number in [ipCount, gatewayCount, haveWINS] { writer.append(number) }
        let address = [UInt8](hexadecimal: mac)?.prefix(Self.macLength) ?? []
        try writer.appendSize(address.count, "mac")
        writer.append(contentsOf: address)
        writer.append(contentsOf: repeatElement(0, count: Self.macLength - address.count))
        ip.write(to: &writer)
        writer.append(dhcpEnabled)
        dhcp.write(to: &writer)
        for lease in [leaseObtained, leaseExpires] {
            if let lease {
                lease.write(to: &writer)
            } else {
                writer.append(contentsOf: repeatElement(0, count: SampleTime.byteCount))
            }
        }
        writer.append(contentsOf: name.utf8)
        writer.append(contentsOf: description.utf8)
        gateway.write(to: &writer)
    }

    /// Reads the members of a JSON object.
    init(json fields: JSONObjectReader) throws(MessageError) {
        type = try fields.number("type", default: type)
        name = try fields.text("name") ?? ""
        description = try fields.text("description") ?? ""
        ip = try NetworkAddress("ip", of: fields)
        dhcp = try NetworkAddress("dhcp", of: fields)
        gateway = try NetworkAddress("gateway", of: fields)
        ipCount = try fields.number("ipCount", default: ip.address.isEmpty ? 0 : 1)
        gatewayCount = try fields.number("gatewayCount", default: gateway.address.isEmpty ? 0 : 1)
        haveWINS = try fields.number("haveWINS", default: 0)
        dhcpEnabled = try fields.number("dhcpEnabled", default: dhcp.address.isEmpty ? 0 : 1)
        guard let address = [UInt8](hexadecimal: try fields.text("mac") ?? ""), address.count <= Self.macLength else {
            throw fields.wrong("mac", "must be up to \(2 * Self.macLength) hexadecimal digits")
        }
        mac = address[...].hexadecimal
        leaseObtained = try fields.moment("leaseObtained")
        leaseExpires = try fields.moment("leaseExpires")
    }
}

extension ArraySlice<UInt8> {
    /// The bytes as lower-case hexadecimal digits.
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension [UInt8] {
    /// The bytes of hexadecimal digits, two each; nothing for any other text.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap(\.hexadecimalValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
