package import ConsoleModel
import ConsolePlatform
package import HTTPTypes

/// Something that a real console can do and this one does not (AdminNotServed).
package struct UnservedCapability: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The part of the console that its addresses belong to; they need the same permissions as on a real console.
    package let area: AdminPermission.Area
    /// What its addresses answer: that they are not served, and why.
    package let sentence: String
}

/// Addresses of the admin REST API that a real console has and this one does not serve: one path, or all below it.
package struct UnservedAddress: Hashable, Sendable {
    /// What they belong to.
    package let capability: UnservedCapability
    /// The methods; none stands for all of them.
    package let methods: [HTTPRequest.Method]
    /// The versions, ascending; none stands for all of them.
    package let versions: [Int]
    /// The path, captures in braces; one that ends with `/**` stands for itself and for all below it.
    package let path: String
    /// The path without that ending.
    let pattern: PathPattern

    /// Addresses.
    init(_ path: String, _ methods: [HTTPRequest.Method], _ versions: [Int], of capability: UnservedCapability) {
        self.capability = capability
        self.methods = methods
        self.versions = versions
        self.path = path
        pattern = PathPattern(path.hasSuffix("/**") ? String(path.dropLast(3)) : path)
    }

    /// Whether it stands for everything below its path.
    package var isFamily: Bool { path.hasSuffix("/**") }

    /// Whether it takes the segments of a path, in lower case.
    func takes(_ segments: [String]) -> Bool {
        pattern.matches(isFamily ? Array(segments.prefix(pattern.segments.count)) : segments)
    }

    /// Whether it has a method.
    func has(_ method: HTTPRequest.Method) -> Bool { methods.isEmpty || methods.contains(method) }

    /// Refuses a request, as far as the administrator may know that.
    ///
    /// - Throws: ``ConsoleError`` `forbidden` without the permission, else `notServed`.
    func refuse(_ method: HTTPRequest.Method, to administrator: AdministratorIdentity) throws -> Never {
        let isReading = [.get, .head, .options].contains(method)
        try administrator.require(AdminPermission(area: capability.area, access: isReading ? .read : .write))
        throw ConsoleError(.notServed, capability.sentence)
    }

    /// What a version answers that is not served while others are.
    func refusal(insteadOf versions: [Int]) -> ConsoleError {
        let others = versions.map(String.init).joined(separator: ", ")
        return ConsoleError(.notServed, "\(capability.sentence) Version \(others) of this address is served.")
    }
}
