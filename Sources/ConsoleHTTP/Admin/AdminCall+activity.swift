extension AdminCall {
    /// The id of the request, which `activityId` names; it is also in the log.
    package var activityID: String { context.notes.facts.requestID }
}
