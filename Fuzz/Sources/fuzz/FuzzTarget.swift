import Foundation

/// A parser that is fed, and what is to hold whatever it is fed with.
struct FuzzTarget {
    /// What libFuzzer calls.
    typealias Function = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

    /// Name on the command line.
    let name: String
    /// Feeds it.
    let function: Function
    /// Valid inputs to start from.
    let seeds: () throws -> [Data]

    /// Every target.
    static var all: [FuzzTarget] { [propertyLists, logs, packets, analytics, signatures] }

    /// Writes the seeds, a file each.
    func writeSeeds(below folder: String) throws {
        let own = URL(filePath: folder).appending(path: name)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        for (number, seed) in try seeds().enumerated() {
            try seed.write(to: own.appending(path: "seed-\(number)"))
        }
    }
}

/// Writes a line to standard error.
func complain(_ sentence: String) {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
}

/// Ends the process, which saves the input, unless a property holds.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
    if holds { return }
    complain("Does not hold: \(property())")
    abort()
}

/// The bytes of an input.
func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Data {
    Data(UnsafeBufferPointer(start: start, count: count))
}

/// Numbers that follow from an input, the same whenever it is fed.
struct InputGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Begins with a hash of the bytes (FNV-1a).
    init(_ data: Data) {
        state = data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
