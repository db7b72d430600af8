/// Finds the word that a misspelled one was probably meant to be.
package enum Spelling {
    /// The word that takes the fewest edits to get to, if that are few for its length.
    ///
    /// - Parameters:
    ///   - word: What was written; letter case counts only between words that are equally near.
    ///   - words: What would have been accepted.
    /// - Returns: The word; nil if none is near.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let written = Array(word.lowercased())
        let distances = words.map { (word: $0, distance: distance(written, Array($0.lowercased()))) }
        guard let least = distances.map(\.distance).min() else { return nil }
        let near = distances.filter { $0.distance == least }
        let inCase = near.map { (word: $0.word, distance: distance(Array(word), Array($0.word))) }
        guard let nearest = inCase.min(by: { $0.distance < $1.distance }) else { return nil }
        return least <= max(1, min(written.count, nearest.word.count) / 3) ? nearest.word : nil
    }

    /// What to add to a refusal: ` Did you mean serve?`, or nothing.
    package static func question(_ word: String, among words: [String]) -> String {
        nearest(to: word, among: words).map { " Did you mean \($0)?" } ?? ""
    }

    /// How many characters have to be put in, left out, replaced, or exchanged with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for (row, character) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = rows[row][column] + (character == other ? 0 : 1)
                var best = min(replaced, rows[row][column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
