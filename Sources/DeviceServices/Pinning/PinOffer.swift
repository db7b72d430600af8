/// The pins that callers who are unknown may get (DeviceServices, section 20).
struct PinOffer: Hashable, Sendable {
    /// Those of the topmost group, or of the group whose base URL is asked.
    let topmost: PublicKeyPins
    /// Those of each customer.
    let customers: [PublicKeyPins]

    /// Made of its parts.
    init(topmost: PublicKeyPins, customers: [PublicKeyPins] = []) {
        self.topmost = topmost
        self.customers = customers
    }

    /// The pins for a host: of the topmost group if it has any, else of the customer who has; of several, what all of them
    /// have, so that none adds a key to those that devices of another pin.
    func pins(for host: String) -> PublicKeyPins {
        let own = topmost.covering(host)
        guard own.keys.isEmpty else { return own }
        let all = customers.map { $0.covering(host) }.filter { !$0.keys.isEmpty }
        guard let first = all.first else { return own }
        return all.dropFirst().reduce(first) { $0.common(with: $1) }
    }
}
