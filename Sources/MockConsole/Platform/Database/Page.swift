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

    /// A page of rows, with the count of the whole.
    init(items: [Item], request: PageRequest, total: Int) {
        (self.items, self.request, self.total) = (items, request, total)
    }

    /// A page of a list that is there as a whole.
    init(_ request: PageRequest, of all: [Item]) {
        self.init(
            items: Array(all.dropFirst(request.offset).prefix(request.size)), request: request, total: all.count)
    }

    /// The same page with each item turned into something else.
    func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), request: request, total: total)
    }
}
