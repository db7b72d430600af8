/// The routes below `/_mock`, as `/_mock` lists them.
struct MockRouteList: Encodable {
    /// A path with its methods.
    struct Item: Encodable {
        let path: String
        let methods: [String]
    }

    let items: [Item]
    /// Path of the document that describes them.
    let description = "/openapi.json"
}
