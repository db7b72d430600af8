package import ConsolePlatform

/// Ends the body of a request that is still being received: an event for the channel of the request.
///
/// Reading the body throws the error, so that the request is refused at once, whatever its client still sends. A request
/// whose body is complete is not concerned.
package struct BodyInterruption: Sendable {
    /// Why the request is refused.
    package let error: ConsoleError

    /// An end with its reason.
    package init(_ error: ConsoleError) {
        self.error = error
    }
}
