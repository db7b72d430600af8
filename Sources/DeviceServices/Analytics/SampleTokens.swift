import ConsoleModel
import ConsolePlatform
import Crypto
import DeviceProtocol
import Foundation

/// Tokens that tie a data packet to the ready packet before it (DeviceServices, section 16.2).
///
/// A token carries its own proof: four bytes say until when it is valid, four are random, and eight are an
/// authentication code of these and the installation. So nothing is kept for it, and a restart breaks no exchange.
struct SampleTokens: Sendable {
    /// Seconds a token is valid.
    static let lifetime: Int64 = 3600
    private static let codeLength = 8

    private let key: SymmetricKey
    private let clock: ConsoleClock
    private let random: RandomSource

    /// Tokens under a key, which may serve other purposes too.
    init(key: Data, clock: ConsoleClock, random: RandomSource) {
        let own = HMAC<SHA256>.authenticationCode(for: Data("samples".utf8), using: SymmetricKey(data: key))
        self.key = SymmetricKey(data: own)
        self.clock = clock
        self.random = random
    }

    /// A fresh token.
    func make(for identity: DeviceIdentity) -> InterrogatorToken {
        let expiry = UInt32(clamping: clock.now(in: identity.groupID).seconds + Self.lifetime)
        let start = withUnsafeBytes(of: expiry.bigEndian) { Array($0) } + random.bytes(4)
        return InterrogatorToken(start + code(of: start[...], for: identity)) ?? .none
    }

    /// Whether a token was made for an installation and has not expired.
    func isValid(_ token: InterrogatorToken, for identity: DeviceIdentity) -> Bool {
        let start = token.bytes.dropLast(Self.codeLength)
        let expected = code(of: start, for: identity)
        var difference: UInt8 = 0
        for (one, other) in zip(token.bytes.suffix(Self.codeLength), expected) { difference |= one ^ other }
        let expiry = start.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return difference == 0 && clock.now(in: identity.groupID).seconds < expiry
    }

    private func code(of start: ArraySlice<UInt8>, for identity: DeviceIdentity) -> [UInt8] {
        let message = Data(start) + Data(":\(identity.installationID)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(Self.codeLength))
    }
}
