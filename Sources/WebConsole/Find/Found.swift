/// Something that the palette has found.
struct Found: Hashable, Sendable {
    /// What it is called.
    let title: String
    /// What it is, such as `Device`, with what tells it from others of its name.
    let kind: String
    /// Its page.
    let path: String
}
