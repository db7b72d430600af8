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

    package var circle: FairQueue.Circle { notes.circle }

    package var hasLeft: Bool { isOver() }

    package var line: FairQueue.Line {
        let owner = notes.owner
        if let administrator = owner.administrator { return administrator.subtree.line(in: .administrators) }
        if let device = owner.device {
            let group = customer(device.groupID) ?? device.groupID
            return .sender("device \(device.deviceID)", of: "devices of \(group)", in: .known)
        }
        let network = ClientNetwork(of: address())
        return .sender(network.address, of: network.site, in: circle)
    }
}

extension Subtree {
    /// What its administrators want, which takes turns with what those of others want; all of a customer count as one.
    package func line(in circle: FairQueue.Circle = .strangers, isDoubtful: Bool = false) -> FairQueue.Line {
        let (name, site) = ("groups \(ancestorsAndSelf)", "groups \(customer)")
        return isDoubtful ? .doubtful(name, of: site, in: circle) : .sender(name, of: site, in: circle)
    }

    /// Ids from the root down to the customer.
    var customer: [Int64] { Array(ancestorsAndSelf.prefix(2)) }
}
