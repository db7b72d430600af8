import ConsoleModel
package import ConsolePlatform

/// Whom a request is answered for: an administrator, a device, or whoever is at an address.
package struct RequestCaller: DatabaseCaller {
    /// Whether the request has the method DELETE.
    package let isDeleting: Bool
    private let notes: ExchangeNotes
    private let address: @Sendable () -> String
    private let customer: @Sendable (Int64) -> Int64?
    private let isOver: @Sendable () -> Bool

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - notes: What becomes known of the request.
    ///   - isDeleting: Whether the request has the method DELETE.
    ///   - address: Address of the client, without its port.
    ///   - customer: The customer that a group belongs to; nil if that is not known right now.
    ///   - isOver: Whether the client has left.
    package init(
        _ notes: ExchangeNotes, isDeleting: Bool = false, at address: @escaping @Sendable () -> String,
        customer: @escaping @Sendable (Int64) -> Int64? = { _ in nil }, isOver: @escaping @Sendable () -> Bool
    ) {
        self.notes = notes
        self.isDeleting = isDeleting
        self.address = address
        self.customer = customer
        self.isOver = isOver
    }

    package var tier: ClientKey.Tier { notes.tier }

    package var hasLeft: Bool { isOver() }

    package var key: ClientKey {
        let owner = notes.owner
        if let administrator = owner.administrator { return administrator.subtree.key(.administrator) }
        if let device = owner.device {
            let group = customer(device.groupID) ?? device.groupID
            return ClientKey(.authenticated, .customer(group), member: device.deviceID)
        }
        return ClientKey(tier, address: address())
    }
}

extension Subtree {
    /// The key of its administrators; all of a customer have one owner.
    package func key(_ tier: ClientKey.Tier) -> ClientKey {
        ClientKey(tier, .customer(customer.last ?? 0), member: ancestorsAndSelf.last ?? 0)
    }

    /// Ids from the root down to the customer.
    var customer: [Int64] { Array(ancestorsAndSelf.prefix(2)) }
}
