import ConsoleHTTP
import ConsoleModel
import DeviceProtocol

/// Adds versions, permissions and refusals of the routes to the description of the API (Operations, "The description of
/// the API").
///
/// An operation gets the permission its route asks for, the versions that its schemas are of, and the XML form that
/// answers of version 1 have.
struct APICompletion {
    private let routes: [String: RegisteredRoute]

    /// Completes the descriptions of some routes.
    ///
    /// - Parameter routes: Routes by their names.
    init(_ routes: [String: RegisteredRoute]) { self.routes = routes }

    /// A document with what its routes know.
    func completed(_ document: JSONValue) -> JSONValue {
        document.mapped { part in
            guard part.name == "paths" else { return part.value }
            return part.value.mapped { path in
                path.value.mapped { method in
                    guard let route = routes[RegisteredRoute.name(method.name, path.name)] else { return method.value }
                    return Self.operation(method.value, of: route)
                }
            }
        }
    }

    private static func operation(_ operation: JSONValue, of route: RegisteredRoute) -> JSONValue {
        let completed = versioned(operation, route.versions).mapped { part in
            guard part.name == "responses", route.versions.contains(1) else { return part.value }
            return part.value.mapped { $0.name.hasPrefix("2") ? withXML($0.value) : $0.value }
        }
        guard let permission = route.permission else { return completed }
        let member = JSONMember(name: "x-permission", value: .string(permission.description))
        return .object(completed.members + [member])
    }

    /// An answer that has JSON also has it as XML.
    private static func withXML(_ answer: JSONValue) -> JSONValue {
        answer.mapped { part in
            guard part.name == "content", part.value["application/json"] != nil else { return part.value }
            return .object(part.value.members + [JSONMember(name: "application/xml", value: .object([]))])
        }
    }

    /// A value in which schemas by the first of the versions that have them, null for none, are alternatives, each
    /// titled by its versions.
    private static func versioned(_ value: JSONValue, _ versions: [Int]) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { versioned($0, versions) })
        case .object(let members):
            return .object(
                members.map { member in
                    guard member.name == "x-versions" else {
                        let isExample = member.name == "example"
                        return JSONMember(
                            name: member.name, value: isExample ? member.value : versioned(member.value, versions))
                    }
                    return JSONMember(name: "oneOf", value: .array(alternatives(member.value, versions)))
                })
        case .string, .number, .bool, .null: return value
        }
    }

    private static func alternatives(_ schemas: JSONValue, _ versions: [Int]) -> [JSONValue] {
        let first = schemas.members.compactMap { Int($0.name) }
        return schemas.members.filter { $0.value != .null }.map { schema in
            let own = versions.filter { version in first.last { $0 <= version }.map(String.init) == schema.name }
            let title = "Version \(own.map(String.init).joined(separator: ", "))"
            return .object([JSONMember(name: "title", value: .string(title))] + schema.value.members)
        }
    }
}

extension JSONValue {
    /// An object with other values of the same names; anything else as it is.
    fileprivate func mapped(_ change: (JSONMember) -> JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.map { JSONMember(name: $0.name, value: change($0)) })
    }
}
