import DeviceProtocol

/// The number under which samples of a kind are kept: that of their type, or one beyond all types.
struct SampleKind: Hashable, Sendable {
    /// Kinds without a number of their own.
    private static let named: [(number: Int, name: String)] = [(65_537, "wifi"), (65_538, "callLog")]
    /// The name of samples of unlisted types.
    private static let unlisted = "unlisted"

    /// The number.
    let number: Int

    /// The kind of a row.
    init(number: Int) { self.number = number }

    /// The kind of a sample whose layout is not known.
    init(_ kind: UnlistedSample.Kind) {
        switch kind {
        case .type(let type): number = Int(type)
        case .dataUsage: number = Int(SampleType.dataUsage.rawValue)
        case .cellular: number = Int(SampleType.cellular.rawValue)
        case .wifi, .callLog: number = Self.named.first { $0.name == kind.name }?.number ?? 0
        }
    }

    /// The name in JSON.
    var name: String {
        if let named = Self.named.first(where: { $0.number == number }) { return named.name }
        return SampleType(rawValue: UInt16(clamping: number))?.name ?? Self.unlisted
    }

    /// Every name a list can be asked for.
    static var names: [String] {
        let types = SampleType.allCases.filter { $0 != .analytics }.map(\.name)
        return Set(types + named.map(\.name) + [unlisted]).sorted()
    }

    /// A condition on `record.kind`: the rows of a name, or of the number of a type; nil if there is no such kind.
    static func condition(_ text: String) -> String? {
        let types = SampleType.allCases.filter { $0 != .analytics }
        let numbers =
            types.filter { $0.name == text }.map { Int($0.rawValue) }
            + named.filter { $0.name == text }.map(\.number)
        if !numbers.isEmpty { return "record.kind IN (\(list(numbers)))" }
        if text == unlisted {
            return "record.kind NOT IN (\(list(types.map { Int($0.rawValue) } + named.map(\.number))))"
        }
        return UInt16(text).map { "record.kind = \($0)" }
    }

    private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }
}

/// The numbers of types that the configuration names (Configuration, `samples.…`).
package struct SampleTypeNumbers: Sendable {
    private let kinds: [UInt16: UnlistedSample.Kind]

    /// Takes the numbers; one below 0 is not known.
    package init(wifi: Int, callLog: Int) {
        var kinds: [UInt16: UnlistedSample.Kind] = [:]
        if let number = UInt16(exactly: wifi) { kinds[number] = .wifi }
        if let number = UInt16(exactly: callLog) { kinds[number] = .callLog }
        self.kinds = kinds
    }

    /// The subject of a sample, from its numbers.
    func kind(of sample: UnlistedSample) -> UnlistedSample.Kind {
        guard case .type(let number) = sample.kind else { return sample.kind }
        return kinds[number] ?? sample.kind
    }
}
