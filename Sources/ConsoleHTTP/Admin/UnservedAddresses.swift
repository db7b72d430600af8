import HTTPTypes

/// The table of addresses that a real console has and this one does not serve (AdminNotServed).
///
/// A route that is served always comes before its address here.
package struct UnservedAddresses: Sendable {
    /// All of them, in the order of the table.
    package let all: [UnservedAddress]
    private let families: [UnservedAddress]
    /// The others by the number of their segments.
    private let byLength: [Int: [UnservedAddress]]
    /// The others by the names of their routes.
    private let byName: [String: [UnservedAddress]]

    /// A table of addresses.
    package init(_ all: [UnservedAddress] = []) {
        self.all = all
        families = all.filter(\.isFamily)
        let single = all.filter { !$0.isFamily }
        byLength = Dictionary(grouping: single) { $0.pattern.segments.count }
        byName = single.reduce(into: [:]) { named, address in
            for method in address.methods {
                named[RegisteredRoute.name(method.rawValue, address.path), default: []].append(address)
            }
        }
    }

    /// The address that a request for a path is for, the most exact one; nil if the table has none.
    func address(_ method: HTTPRequest.Method, _ path: String) -> UnservedAddress? {
        let segments = PathPattern.segments(of: path)
        return single(segments).filter { $0.has(method) }.min { $0.pattern.isMoreExact(than: $1.pattern) }
            ?? families.first { $0.has(method) && $0.takes(segments) }
    }

    /// The methods that a path has in the table, sorted.
    func methods(of path: String) -> [HTTPRequest.Method] {
        Set(single(PathPattern.segments(of: path)).flatMap(\.methods)).sorted { $0.rawValue < $1.rawValue }
    }

    /// The addresses that a route with placeholders would take for its own, such as `devices/appstatus` for a device.
    func hidden(by method: HTTPRequest.Method, _ path: String) -> [UnservedAddress] {
        let route = PathPattern(path)
        guard route.vagueness.contains(1) else { return [] }
        return (byLength[route.segments.count] ?? []).filter {
            $0.has(method) && $0.pattern.isMoreExact(than: route) && $0.pattern.overlaps(route)
        }
    }

    /// The versions of a route that the table has.
    func versions(_ method: HTTPRequest.Method, _ path: String) -> [Int: UnservedAddress] {
        (byName[RegisteredRoute.name(method.rawValue, path)] ?? []).reduce(into: [:]) { found, address in
            for version in address.versions { found[version] = address }
        }
    }

    private func single(_ segments: [String]) -> [UnservedAddress] {
        (byLength[segments.count] ?? []).filter { $0.takes(segments) }
    }
}
