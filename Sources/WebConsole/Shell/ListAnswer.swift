/// A page of a list as the routes answer it: the names of its members differ from surface to surface.
struct ListAnswer: Sendable {
    /// The entries.
    let items: [JSON]
    /// How many there are in all.
    let total: Int
    /// How many a page has.
    let size: Int

    /// A list below `/_mock`: `items`, `total`, `pageSize`.
    init(_ answer: JSON) {
        items = answer["items"].list
        total = answer["total"].integer ?? items.count
        size = answer["pageSize"].integer ?? max(1, items.count)
    }

    /// A list of the admin REST API, whose entries have a name of their own; none for an answer without a body.
    init(_ answer: JSON, _ name: String, size: Int) {
        items = answer[name].list
        total = (answer["Total"].exists ? answer["Total"] : answer["total"]).integer ?? items.count
        self.size = size
    }
}
