import Foundation

extension String {
    /// Whether a text occurs in it, compared byte by byte.
    ///
    /// That of the standard library takes many times as long without optimisation, and tests look through megabytes.
    func contains(_ other: String) -> Bool {
        var text = self
        var word = other
        return text.withUTF8 { text in
            word.withUTF8 { word in UnsafeRawBufferPointer(text).contains(UnsafeRawBufferPointer(word)) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether some bytes follow each other somewhere in it.
    fileprivate func contains(_ word: UnsafeRawBufferPointer) -> Bool {
        guard let wanted = word.baseAddress, let first = word.first else { return true }
        guard var start = baseAddress else { return false }
        var left = count - word.count + 1
        while left > 0, let found = memchr(start, CInt(first), left) {
            if memcmp(found, wanted, word.count) == 0 { return true }
            left -= UnsafeRawPointer(found) - start + 1
            start = UnsafeRawPointer(found) + 1
        }
        return false
    }
}
