import Hummingbird
import Logging

extension AdminCall {
    /// The id of the request, which `activityId` names; it is also in the log.
    package var activityID: String {
        guard case .string(let id)? = context.logger[metadataKey: "request_id"] else { return "" }
        return id
    }
}
