import HTTPTypes
package import Hummingbird

/// Answers addresses that none of a router's routes has, in place of "not found".
package struct FallbackRoutes<Context: RequestContext>: Sendable {
    /// The path of the address that a request is for, captures in braces; nil if there is none.
    let path: @Sendable (Request) -> String?
    /// The methods that addresses with the path of a request have, sorted.
    let methods: @Sendable (Request) -> [HTTPRequest.Method]
    /// Answers a request that is for such an address.
    let answer: @Sendable (Request, Context) async throws -> Response
}
