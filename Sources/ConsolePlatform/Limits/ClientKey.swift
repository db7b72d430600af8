/// Identifies a client to the limiters: its tier, the customer or network that it belongs to, and the client itself.
///
/// Numbers only: a request makes one key, and each limiter compares it cheaply.
package struct ClientKey: Hashable, Sendable {
    /// Which clients a limiter tells apart; each tier takes turns with the others, and has queue places of its own.
    package enum Tier: UInt8, CaseIterable, Sendable {
        /// A device or an app with a valid credential, a user who signed in before, or the console itself.
        case authenticated
        /// An administrator, or a client that signs in as one.
        case administrator
        /// A client without a credential.
        case anonymous
        /// A client of whose network sign-ins failed, or an administrator whose requests take long.
        case suspect
    }

    /// What a client belongs to.
    package enum Owner: Hashable, Sendable {
        case console
        /// The id of a customer's group.
        case customer(Int64)
        /// A hash of an IPv4 address, or of an IPv6 network of 48 bits.
        case network(Int)
        /// A hash of a name.
        case user(Int)
    }

    /// The console's own work.
    package static let console = ClientKey(.authenticated, .console)

    /// The tier.
    package let tier: Tier
    /// The customer or network.
    package let owner: Owner
    /// The device, the administrator's group, or a hash of the IPv6 network of 64 bits; 0 for an owner as a whole.
    package let member: Int64

    /// A client of an owner; the owner as a whole unless a member is given.
    package init(_ tier: Tier, _ owner: Owner, member: Int64 = 0) {
        self.tier = tier
        self.owner = owner
        self.member = member
    }

    /// A client that is known by its network.
    package init(_ tier: Tier, _ network: ClientNetwork) {
        self.init(
            tier, .network(network.widest.hashValue), member: network.site == nil ? 0 : Int64(network.address.hashValue)
        )
    }

    /// A client that is known by its address.
    package init(_ tier: Tier, address: String) {
        self.init(tier, ClientNetwork(of: address))
    }
}
