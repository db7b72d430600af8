import DeviceProtocol
import Foundation

/// Calls an app may make beside those of the start sequence.
extension SimulatedClient {
    /// Whether terms of use have to be accepted (DeviceServices, section 11).
    public func areTermsRequired() async throws -> Bool {
        try await perform(.checkTerms(device, bundle))
    }

    /// The terms of use, or those of a version.
    public func terms(id: UInt64? = nil) async throws -> TermsOfUse {
        try await perform(.terms(device, bundle, id: id))
    }

    /// Accepts or rejects terms of use.
    public func answerTerms(id: UInt64, isAccepted: Bool) async throws {
        try await perform(.answerTerms(device, id: id, isAccepted: isAccepted))
    }

    /// Has the console keep a key (DeviceServices, section 22.1).
    ///
    /// - Parameters:
    ///   - key: Base64 of the key.
    ///   - isShared: Whether by the common identity, as with single sign-on.
    /// - Throws: ``ClientFailure`` if the console does not take it.
    public func storeKey(_ key: String, isShared: Bool = false) async throws {
        try await perform(.storeKey(key, device, credential: isShared ? .common : .application))
    }

    /// The key the console keeps (DeviceServices, section 22.2).
    public func retrieveKey(isShared: Bool = false) async throws -> String {
        try await perform(.retrieveKey(device, credential: isShared ? .common : .application))
    }

    /// Reports that the device is un-enrolled (DeviceServices, section 23).
    public func reportUnenrollment() async throws {
        try await perform(.unenrollment(device, credential: .application))
    }

    /// Asks the console to query the device (DeviceServices, section 24): 0 is ok, 1 is failed.
    public func requery(_ what: String) async throws -> Int {
        try await perform(.requery(device, what))
    }

    /// Contacts for help (DeviceServices, section 21).
    public func supportInformation() async throws -> SupportInformation {
        try await perform(.supportInformation(device))
    }

    /// Pins by host name (DeviceServices, section 20.1).
    public func pins() async throws -> [String: [String]] {
        try await perform(.pins(device))
    }

    /// Sends analytics events in the console's JSON form (DeviceServices, section 16).
    public func sendAnalytics(_ events: [AnalyticsEvent]) async throws {
        try await perform(.analytics(events))
    }

    /// Where devices of an e-mail domain enroll (DeviceServices, section 5.3).
    public func discover(domain: String) async throws -> DiscoveredConsole {
        try await perform(.discover(domain: domain))
    }
}
