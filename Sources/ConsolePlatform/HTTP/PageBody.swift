/// A page of a list as `/_mock` answers it.
package struct PageBody<Item: Encodable & Sendable>: Encodable {
    let items: [Item]
    /// 0-based.
    let page: Int
    let pageSize: Int
    /// Rows of the whole list.
    let total: Int

    /// The body for a page.
    package init(_ page: Page<Item>) {
        items = page.items
        self.page = page.request.page
        pageSize = page.request.size
        total = page.total
    }
}
