import HTTPTypes
package import Hummingbird

extension Response {
    /// The answer to a deletion of several things: no body, and how many they were in `x-mockuem-deleted`.
    package static func deleted(_ count: Int) -> Response {
        Response(status: .noContent, headers: [.deletedCount: "\(count)"])
    }

    /// How many things were deleted, as the answer says; nil if it does not.
    package var deletedCount: Int? { headers[.deletedCount].flatMap { Int($0) } }
}
