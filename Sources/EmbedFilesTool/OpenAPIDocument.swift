import Yams

/// An error in the files that describe the API.
struct OpenAPIProblem: Error, CustomStringConvertible {
    let description: String
}

/// The description of the API: files of YAML, each about the routes of a feature, merged into one document of JSON.
///
/// Repeated parts have short forms, which `openapi.yaml` explains. Paths are sorted, so it does not matter which file
/// describes them; everything else keeps the order in which it is written, files in the order of their names.
struct OpenAPIDocument {
    private var files: [(name: String, tree: Tree)] = []

    /// The sections that files may have; anything else is copied into the document, or belongs to a template.
    private static let sections: Set<String> = [
        "captures", "components", "doors", "families", "family", "parameters", "paths", "schemas", "sets", "templates",
    ]

    /// Adds a file.
    ///
    /// - Throws: ``OpenAPIProblem`` if it is no mapping; `YamlError`.
    mutating func add(_ yaml: String, file: String) throws {
        guard let node = try Yams.compose(yaml: yaml), case .mapping = node else {
            throw OpenAPIProblem(description: "\(file): not a mapping")
        }
        files.append((file, Tree(node)))
    }

    /// The document as JSON without white space.
    ///
    /// - Throws: ``OpenAPIProblem`` for something that is described twice, or is unknown.
    func json() throws -> String {
        let templates = members("templates").map { OpenAPITemplate($0.key, $0.value) }
        let schemas = OpenAPISchemas(templates: templates.filter { !$0.isAboutRoutes })
        let doors = members("doors")
        let sets = members("sets")
        var document: Tree = [:]
        var paths = OpenAPIPaths()
        var components: Tree = [:]
        for file in files {
            var own = file.tree
            for template in templates where template.isAboutRoutes { try template.apply(to: &own) }
            for member in own.members where !Self.sections.contains(member.key) { document[member.key] = member.value }
            let operations = OpenAPIOperations(
                schemas: schemas, sets: sets, doors: doors, family: own["family"], captures: own["captures"])
            try paths.add(own["paths"], operations, file.name)
            try Self.add(try Self.components(of: own, operations), to: &components, file.name)
        }
        document["tags"] = tags
        document["x-tagGroups"] = tagGroups
        document["paths"] = paths.sorted
        document["components"] = components
        return document.json
    }

    /// Families of routes.
    private var tags: Tree {
        .list(members("families").flatMap(\.value.members).map { ["name": .text($0.key), "description": $0.value] })
    }

    /// Which surface a family is of.
    private var tagGroups: Tree {
        .list(
            members("families").map { surface in
                ["name": .text(surface.key), "tags": .list(surface.value.members.map { .text($0.key) })]
            })
    }

    private func members(_ section: String) -> [Tree.Member] { files.flatMap { $0.tree[section]?.members ?? [] } }

    /// The components of a file, its schemas and parameters among them.
    private static func components(of file: Tree, _ operations: OpenAPIOperations) throws -> Tree {
        var result = file["components"] ?? [:]
        result["responses"] = try result["responses"]?.mapped { try operations.schemas.message($0.value) }
        result["parameters"] = try file["parameters"]?.mapped { try operations.parameter($0, in: "query") }
        result["schemas"] = try file["schemas"]?.mapped { try operations.schemas.schema($0.value) }
        return result
    }

    private static func add(_ components: Tree, to all: inout Tree, _ file: String) throws {
        for kind in components.members {
            var known = all[kind.key] ?? [:]
            for member in kind.value.members {
                guard known[member.key] == nil else {
                    throw OpenAPIProblem(description: "\(file): \(member.key) is described twice")
                }
                known[member.key] = member.value
            }
            all[kind.key] = known
        }
    }
}

/// The paths of the document, with their operations.
struct OpenAPIPaths {
    private var paths: [String: Tree] = [:]

    private static let methods = ["get", "head", "post", "put", "patch", "delete"]

    /// Adds the paths of a file.
    ///
    /// - Throws: ``OpenAPIProblem`` for an operation that is described twice.
    mutating func add(_ added: Tree?, _ operations: OpenAPIOperations, _ file: String) throws {
        for path in added?.members ?? [] {
            var known = paths[path.key] ?? [:]
            for method in path.value.members {
                guard known[method.key] == nil else {
                    throw OpenAPIProblem(description: "\(file): \(method.key) \(path.key) is described twice")
                }
                known[method.key] = try operations.operation(method.value, method: method.key, path: path.key)
            }
            paths[path.key] = known
        }
    }

    /// Paths in the order of their words, letter case ignored, each with its methods in the order people expect.
    var sorted: Tree {
        func words(_ path: String) -> [String] { path.lowercased().split(separator: "/").map(String.init) }
        let all = paths.sorted { words($0.key).lexicographicallyPrecedes(words($1.key)) }
        return .object(
            all.map { path in
                Tree.Member(path.key, .object(path.value.members.sorted { Self.rank($0.key) < Self.rank($1.key) }))
            })
    }

    private static func rank(_ method: String) -> Int { methods.firstIndex(of: method) ?? methods.count }
}
