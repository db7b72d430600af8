import Foundation

/// Random numbers of one fault for one request: the same for the same seed and the same turn, in every run.
///
/// Each turn has numbers of its own, so that how often a fault acts does not depend on how long it lets others wait.
struct FaultDraw: Hashable, Sendable {
    private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    /// The numbers of a turn.
    ///
    /// - Parameters:
    ///   - seed: Chooses all numbers of a fault.
    ///   - turn: How many requests of the fault came before.
    init(seed: UInt64, turn: Int) {
        var mixed = seed
        _ = Self.next(&mixed)
        state = Self.next(&mixed) ^ (UInt64(truncatingIfNeeded: turn) &* 0xD134_2543_DE82_EF95)
    }

    /// A number from 0 to below 1, each as likely.
    mutating func fraction() -> Double { Double(Self.next(&state) >> 11) / Double(1 << 53) }

    /// A number distributed normally around 0 with deviation 1.
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * .pi * fraction())
    }

    /// SplitMix64.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= golden
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
