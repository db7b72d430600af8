/// A number that names a registered device which has not enrolled.
struct RegisteredDeviceKey: Hashable, Sendable {
    /// Kinds of number, by the words of `searchby`.
    enum Kind: String, CaseIterable, Sendable {
        case serialNumber = "SerialNumber"
        case assetNumber = "AssetNumber"
        case udid = "Udid"
        case imei = "ImeiNumber"

        /// The column of registrations.
        var column: String {
            switch self {
            case .serialNumber: "serialNumber"
            case .assetNumber: "assetNumber"
            case .udid: "identifier"
            case .imei: "imei"
            }
        }
    }

    let kind: Kind
    /// The number as registrations have it.
    let value: String
    /// The number as it was written.
    let text: String

    /// A number of some kind.
    init(_ kind: Kind, _ text: String) {
        (self.kind, self.text) = (kind, text)
        switch kind {
        case .udid: value = text.lowercased()
        case .imei: value = text.filter(\.isNumber)
        case .serialNumber, .assetNumber: value = text
        }
    }
}

/// What is done to the custom attributes of a registration, by the words of the paths.
enum RegisteredAttributeChange: String, CaseIterable, Sendable {
    /// Adds attributes that it does not have.
    case create
    /// Gives attributes that it has another value.
    case update
    /// Takes attributes away.
    case delete
}
