public import Foundation

/// The answer to a beacon, `{"d":{"Status":1}}` (DeviceServices, section 14).
public struct BeaconAnswer: Hashable, Sendable {
    /// 1 is accepted; anything else is a failure that never blocks the app.
    public var status: Int

    /// The answer that accepts a beacon.
    public static let accepted = BeaconAnswer(status: 1)

    /// The answer that refuses a beacon.
    public static let refused = BeaconAnswer(status: 0)

    /// The JSON form of the answer that nearly every beacon gets.
    private static let acceptedData = Data(#"{"d":{"Status":1}}"#.utf8)

    /// Takes a status.
    public init(status: Int) {
        self.status = status
    }

    /// Reads the JSON form; the status must be an integer.
    public init(json data: Data) throws(MessageError) {
        guard case .number(let text) = try JSONObjectReader(data).object("d")?.value("Status"),
            let status = Int(text)
        else { throw MessageError("must be an integer", field: "d.Status") }
        self.status = status
    }

    /// The JSON form.
    public func encoded() -> Data {
        status == 1 ? Self.acceptedData : Data(#"{"d":{"Status":\#(status)}}"#.utf8)
    }
}
