import Foundation

/// The samples of a data packet, one behind the other, read one by one (DeviceServices, section 16.3).
///
/// Whatever the bytes are, going through them ends and stays inside them.
public struct SampleData: Hashable, Sendable, Sequence {
    /// The most samples one packet may have.
    public static let maximumSamples = 100_000

    /// What stands at one place.
    public enum Item: Hashable, Sendable {
        /// A sample.
        case sample(DeviceSample)
        /// A sample of a type that is not listed, as it came.
        case unlisted(UnlistedSample)
        /// A sample that says something impossible, stepped over if its size allows, or the end of what can be read.
        case malformed(MessageError)
    }

    /// The bytes.
    let bytes: ArraySlice<UInt8>

    /// Takes bytes as they stand in a packet.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Takes samples; throws a `MessageError` for one that is too large.
    public init(_ samples: some Sequence<DeviceSample>) throws(MessageError) {
        var bytes: [UInt8] = []
        for sample in samples { bytes.append(contentsOf: try sample.encoded()) }
        self.bytes = bytes[...]
    }

    /// How many samples there are, without looking into them.
    public var count: Int {
        var iterator = makeIterator()
        var count = 0
        while iterator.nextSample() != nil { count += 1 }
        return count
    }

    /// Starts at the first sample.
    public func makeIterator() -> SampleIterator { SampleIterator(bytes) }
}

/// Goes from sample to sample by their sizes.
public struct SampleIterator: IteratorProtocol, Sendable {
    /// The unread rest.
    private var rest: ArraySlice<UInt8>

    /// Starts at the first byte.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next sample, or nothing at the end.
    public mutating func next() -> SampleData.Item? {
        guard let sample = nextSample() else { return nil }
        do {
            return try Self.read(sample)
        } catch {
            return .malformed(error)
        }
    }

    /// The bytes of the next sample; all that is left if its size is impossible.
    mutating func nextSample() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        var header = LittleEndianReader(rest.dropFirst(2))
        let size = (try? header.size("size")) ?? 0
        let isPossible = size >= DeviceSample.headerLength && size <= rest.count
        let sample = isPossible ? rest.prefix(size) : rest
        rest = isPossible ? rest.dropFirst(size) : []
        return sample
    }

    /// Reads one sample.
    private static func read(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> SampleData.Item {
        var reader = LittleEndianReader(bytes)
        let raw: UInt16 = try reader.integer("sample type")
        let size = try reader.size("sample size")
        guard size >= DeviceSample.headerLength else {
            throw MessageError("is \(size), less than \(DeviceSample.headerLength)", field: "sample size")
        }
        guard size == bytes.count else {
            throw MessageError("is \(size), but \(bytes.count) bytes are left", field: "sample size")
        }
        let time = try SampleTime(reading: &reader, "sample time")
        guard let type = SampleType(rawValue: raw) else {
            let rest = Data(try reader.bytes(reader.remaining, "sample"))
            return .unlisted(UnlistedSample(type: raw, time: time, bytes: rest))
        }
        guard let time else { throw MessageError("names no moment", field: "sample time") }
        return .sample(DeviceSample(try SampleContent(type, reading: &reader), at: time))
    }
}
