/// Triple DES (FIPS 46-3), with which keys in PKCS#12 files of Keychain and of older OpenSSL are locked.
struct TripleDES: LegacyBlockCipher {
    private let keys: [[UInt64]]

    /// Expands three keys; of two the first counts again.
    ///
    /// - Parameter key: 24 or 16 bytes.
    init(key: [UInt8]) {
        let singles = stride(from: 0, to: key.count, by: 8).map { start in
            Self.schedule(key[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
        }
        keys = singles.count == 2 ? singles + [singles[0]] : singles
    }

    func decrypt(_ block: UInt64) -> UInt64 {
        Self.run(Self.run(Self.run(block, keys[2].reversed()), keys[1]), keys[0].reversed())
    }

    /// The keys of the rounds.
    private static func schedule(_ key: UInt64) -> [UInt64] {
        let chosen = permute(key, 64, firstChoice)
        var (left, right) = (chosen >> 28, chosen & 0xfff_ffff)
        return shifts.map { shift in
            left = (left << shift | left >> (28 - shift)) & 0xfff_ffff
            right = (right << shift | right >> (28 - shift)) & 0xfff_ffff
            return permute(left << 28 | right, 56, secondChoice)
        }
    }

    /// One DES; with the keys in the other order it decrypts.
    private static func run(_ block: UInt64, _ keys: [UInt64]) -> UInt64 {
        let start = permute(block, 64, initial)
        var (left, right) = (start >> 32, start & 0xffff_ffff)
        for key in keys { (left, right) = (right, left ^ round(right, key)) }
        return permute(right << 32 | left, 64, final)
    }

    private static func round(_ half: UInt64, _ key: UInt64) -> UInt64 {
        let mixed = permute(half, 32, expansion) ^ key
        var substituted: UInt64 = 0
        for box in 0..<8 {
            let six = Int(mixed >> (42 - 6 * box) & 63)
            let place = six & 32 | (six & 1) << 4 | six >> 1 & 15
            substituted = substituted << 4 | boxes[box][place]
        }
        return permute(substituted, 32, mixing)
    }

    /// Takes bits by their places, 1 for the top one of a width.
    private static func permute(_ value: UInt64, _ width: Int, _ places: [Int]) -> UInt64 {
        places.reduce(0) { $0 << 1 | value >> (width - $1) & 1 }
    }
}

/// The tables of FIPS 46-3.
extension TripleDES {
    private static let shifts: [UInt64] = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]

    private static let initial: [Int] = [
        58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32,
        24, 16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55,
        47, 39, 31, 23, 15, 7,
    ]

    private static let final: [Int] = [
        40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31, 38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45, 13, 53,
        21, 61, 29, 36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27, 34, 2, 42, 10, 50, 18, 58, 26, 33, 1,
        41, 9, 49, 17, 57, 25,
    ]

    private static let expansion: [Int] = [
        32, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9, 8, 9, 10, 11, 12, 13, 12, 13, 14, 15, 16, 17, 16, 17, 18, 19, 20, 21, 20,
        21, 22, 23, 24, 25, 24, 25, 26, 27, 28, 29, 28, 29, 30, 31, 32, 1,
    ]

    private static let mixing: [Int] = [
        16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11,
        4, 25,
    ]

    private static let firstChoice: [Int] = [
        57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63,
        55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
    ]

    private static let secondChoice: [Int] = [
        14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55,
        30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
    ]

    /// Each row of 16 as digits, four rows a box.
    private static let boxes: [[UInt64]] = [
        "e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d",
        "f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9",
        "a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c",
        "7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e",
        "2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453",
        "c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d",
        "4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c",
        "d2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b",
    ].map { $0.compactMap { $0.hexDigitValue.map { UInt64($0) } } }
}
