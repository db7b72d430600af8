/// A custom attribute that devices are looked for by (AdminDeviceDetails, "Custom attributes").
struct DeviceAttributeFilter: Hashable, Sendable {
    let name: String
    /// Nil for any.
    let value: String?

    /// Reads `name` or `name=value`.
    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        (name, value) = (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }
}
