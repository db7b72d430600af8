import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) })
    }
}

extension Data {
    init(_ text: String) {
        self.init(text.utf8)
    }

    var text: String { String(decoding: self, as: UTF8.self) }

    /// Every proper beginning, the empty one first.
    var truncations: [Data] {
        (0..<count).map { Data(prefix($0)) }
    }

    /// Copies with some bytes replaced at random.
    func mutations(_ number: Int, seed: UInt64) -> [Data] {
        var generator = SeededGenerator(seed: seed)
        return (0..<number).map { _ in
            var copy = self
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !copy.isEmpty {
                copy[Int.random(in: 0..<copy.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            return copy
        }
    }
}

/// Hostile inputs for parsers of text.
enum Hostile {
    static let megabyte = 1 << 20

    static func repeated(_ text: String, bytes: Int = megabyte) -> Data {
        Data(String(repeating: text, count: bytes / text.utf8.count))
    }

    static let nested = [
        repeated("["), repeated("{\"a\":"), repeated("[{\"a\":"), repeated("<array>"), repeated("<dict><key>a</key>"),
        repeated("<plist>"), repeated("<!--"), repeated("<![CDATA["), repeated("\""), repeated("\\"), repeated("&"),
    ]

    static let invalidUTF8: [[UInt8]] = [
        [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
        [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98],
    ]

    static func random(_ number: Int, seed: UInt64) -> [Data] {
        var generator = SeededGenerator(seed: seed)
        return (0..<number).map { _ in
            let count = Int.random(in: 0...200, using: &generator)
            return generator.bytes(count)
        }
    }
}

/// A place to leave a result.
private final class Box<Value: Sendable>: Sendable {
    let value = NIOLockedValueBox<Value?>(nil)
}

/// Runs a function on a thread with a stack of 512 KiB and waits for it.
func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        let value = body()
        box.value.withLockedValue { $0 = value }
        done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    return box.value.withLockedValue { $0 }
}

/// What a throwing function throws, or nothing.
func failure<Failure: Error>(_ body: () throws(Failure) -> some Any) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
