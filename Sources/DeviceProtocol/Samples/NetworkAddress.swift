/// An address of a network adapter, with its mask, as texts of up to 15 characters.
public struct NetworkAddress: Hashable, Sendable, Codable {
    /// Bytes of either text.
    private static let width = 15

    /// Such as `192.0.2.7`; empty if there is none.
    public var address = ""
    /// Such as `255.255.255.0`; empty if there is none.
    public var mask = ""
    /// Its name in the system.
    public var context: UInt32 = 0

    /// Takes an address and its mask.
    public init(_ address: String = "", mask: String = "", context: UInt32 = 0) {
        self.address = address
        self.mask = mask
        self.context = context
    }

    /// Reads address and mask.
    init(reading reader: inout LittleEndianReader, _ field: String) throws(MessageError) {
        address = try reader.fixedText(Self.width, field)
        mask = try reader.fixedText(Self.width, field)
        context = try reader.integer(field)
    }

    /// Writes address, mask and context.
    func write(to writer: inout LittleEndianWriter) {
        writer.appendFixed(address, Self.width)
        writer.appendFixed(mask, Self.width)
        writer.append(context)
    }

    /// Reads a member that is an object with `address`, `mask` and `context`; empty if it is absent.
    init(_ name: String, of fields: JSONObjectReader) throws(MessageError) {
        guard let members = try fields.object(name) else { return }
        address = try members.fixedText("address", Self.width)
        mask = try members.fixedText("mask", Self.width)
        context = try members.number("context", default: 0)
    }
}
