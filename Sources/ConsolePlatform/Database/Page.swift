/// Which part of a list is asked for.
package struct PageRequest: Sendable {
    /// 0-based number of the page.
    package let page: Int
    /// Rows on a page.
    package let size: Int

    /// Made of its parts.
    package init(page: Int, size: Int) {
        self.page = page
        self.size = size
    }

    /// Rows before this page.
    package var offset: Int { page * size }

    /// How many rows the whole list has: of its last page that is known, and otherwise they are counted.
    ///
    /// - Parameters:
    ///   - shown: How many rows are on this page.
    ///   - counting: Counts all rows.
    /// - Returns: Their number.
    package func total(showing shown: Int, counting: () throws -> Int) rethrows -> Int {
        let isLast = shown < size && (shown > 0 || page == 0)
        return isLast ? offset + shown : try counting()
    }
}

/// One page of a list, with the count of the whole.
package struct Page<Item: Sendable>: Sendable {
    /// The rows of this page.
    package let items: [Item]
    /// The page that was asked for.
    package let request: PageRequest
    /// Rows of the whole list.
    package let total: Int

    /// A page of rows, with the count of the whole.
    package init(items: [Item], request: PageRequest, total: Int) {
        self.items = items
        self.request = request
        self.total = total
    }

    /// A page of a list that is in memory as a whole.
    package init(_ request: PageRequest, of all: [Item]) {
        self.init(
            items: Array(all.dropFirst(request.offset).prefix(request.size)), request: request, total: all.count)
    }

    /// The same page with each item turned into something else.
    package func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), request: request, total: total)
    }
}
