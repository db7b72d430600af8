/// How much reading a binary property list may make.
///
/// A list may refer to an object any number of times: without a bound of its own, a few hundred bytes make a million
/// values, and one long text referred to a thousand times makes a thousand texts.
package struct PropertyListBudget: Hashable, Sendable {
    /// Values, counted as often as they are referred to.
    let values: Int
    /// Bytes of texts and data, counted as often.
    let bytes: Int

    /// Leaves room for lists that share some of what they hold: 1,000 values and four for each byte, a million at most;
    /// 1 MiB of texts and eight bytes for each byte, 64 MiB beyond the file at most.
    ///
    /// - Parameter count: Bytes of the list.
    /// - Returns: The budget.
    package static func wide(for count: Int) -> PropertyListBudget {
        PropertyListBudget(
            values: min(1000 + 4 * count, 1_000_000), bytes: min(1 << 20 + 8 * count, count + 64 << 20))
    }

    /// Leaves room for lists as libraries write them, who share texts and numbers and never containers: 1,000 values and
    /// one for each byte; 64 KiB of texts and two bytes for each byte.
    ///
    /// - Parameter count: Bytes of the list.
    /// - Returns: The budget.
    package static func narrow(for count: Int) -> PropertyListBudget {
        PropertyListBudget(values: 1000 + count, bytes: 64 << 10 + 2 * count)
    }
}
