/// Which part of a list is asked for.
struct PageRequest: Sendable {
    /// 0-based number of the page.
    let page: Int
    /// Rows on a page.
    let size: Int

    /// Rows before this page.
    var offset: Int { page * size }
}

/// One page of a list, with the count of the whole.
struct Page<Item: Sendable>: Sendable {
    /// The rows of this page.
    let items: [Item]
    /// The page that was asked for.
    let request: PageRequest
    /// Rows of the whole list.
    let total: Int

    /// The same page with each item turned into something else.
    func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), request: request, total: total)
    }
}
