package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol
package import HTTPTypes
import NIOConcurrencyHelpers

/// What becomes known of a request while it is answered, for whoever watches requests (Architecture, "Requests").
///
/// Whoever finds something out notes it; nobody who answers reads it.
package final class ExchangeNotes: Sendable {
    /// What is known.
    package struct Facts: Sendable {
        /// Id of the request, as its answer carries it.
        package internal(set) var requestID = ""
        /// The port it came to, if that is one of those that are given to groups; nil at the console's own.
        package internal(set) var port: Int?
        /// What the listener serves that it came to.
        package internal(set) var scope = ListenerScope.everything
        /// Path of the route that answered, with its placeholders; nil if there was none.
        package internal(set) var route: String?
        /// Device, app and user of the credential.
        package internal(set) var identity: DeviceIdentity?
        /// The administrator.
        package internal(set) var administrator: AdministratorIdentity?
        /// The device that a request without a credential speaks of.
        package internal(set) var device: DeviceIdentifier?
        /// The app that a request without a credential speaks of.
        package internal(set) var bundle: BundleIdentifier?
        /// Id of the group that a request without a credential speaks of.
        package internal(set) var groupID: Int64?
        /// Name of the user that a request without a credential speaks of.
        package internal(set) var user: String?
        /// Whether a request without a credential has proved whom it speaks of, as a login with the right password does.
        package internal(set) var isProven = false
        /// Why it was refused.
        package internal(set) var refusal: ConsoleError?
        /// What made it go wrong on purpose; nil if nothing did.
        package internal(set) var fault: String?
        /// What it wants in place of header fields that listeners add; no values for none.
        var listenerFields: [HTTPField.Name: [String]] = [:]
        /// Whether its answer is sent in pieces, with pauses or an end before its time, so that nobody may make it whole.
        package internal(set) var isPaced = false
        /// Whether the body of its answer is made, so that nobody else has to.
        package internal(set) var isWhole = false
        /// Why an answer that is no error refuses all the same, as that of a login does.
        package internal(set) var reason: Reason?
    }

    /// Why an answer that is no error refuses.
    package struct Reason: Hashable, Sendable {
        /// The code that the client gets.
        package let code: String
        /// The real reason, which the client does not get.
        package let sentence: String
    }

    private let box = NIOLockedValueBox(Facts())

    /// Notes of a request of which nothing is known yet.
    package init() {}

    /// What is known.
    package var facts: Facts { box.withLockedValue { $0 } }

    /// The port it came to, if that is one of those that are given to groups; nil at the console's own.
    package var port: Int? { box.withLockedValue { $0.port } }

    /// Whether its answer is sent in pieces, with pauses or an end before its time, so that nobody may make it whole.
    package var isPaced: Bool { box.withLockedValue { $0.isPaced } }

    /// Whether the body of its answer is made, so that nobody else has to.
    package var isWhole: Bool { box.withLockedValue { $0.isWhole } }

    /// Whose credential it was, as far as that is known.
    var owner: (administrator: AdministratorIdentity?, device: DeviceIdentity?) {
        box.withLockedValue { ($0.administrator, $0.identity) }
    }

    /// The tier of the client.
    var tier: ClientKey.Tier {
        box.withLockedValue { facts in
            if facts.administrator != nil { return .administrator }
            return facts.identity != nil || facts.isProven ? .authenticated : .anonymous
        }
    }

    /// What the listener serves that it came to.
    var scope: ListenerScope { box.withLockedValue { $0.scope } }

    /// Notes what the listener serves that the request came to.
    package func note(scope: ListenerScope) { box.withLockedValue { $0.scope = scope } }

    /// Notes that the request came to a port that is given to groups.
    package func note(port: Int?) { box.withLockedValue { $0.port = port } }

    /// Notes the id of the request.
    func note(requestID: String) { box.withLockedValue { $0.requestID = requestID } }

    /// Notes which route answered, and why it refused if it did.
    func note(route: String?, refusal: ConsoleError?) {
        box.withLockedValue { facts in
            facts.route = route
            facts.refusal = refusal
        }
    }

    /// Notes why an answer that is no error refuses.
    package func note(code: String, reason: String) {
        box.withLockedValue { $0.reason = Reason(code: code, sentence: reason) }
    }

    /// Notes whose credential it was.
    package func note(_ identity: DeviceIdentity) { box.withLockedValue { $0.identity = identity } }

    /// Notes which administrator it was.
    func note(_ administrator: AdministratorIdentity) { box.withLockedValue { $0.administrator = administrator } }

    /// Notes whom a request without a credential speaks of; what is nil stays as it was.
    package func note(
        device: DeviceIdentifier? = nil, bundle: BundleIdentifier? = nil, groupID: Int64? = nil, user: String? = nil
    ) {
        box.withLockedValue { facts in
            facts.device = device ?? facts.device
            facts.bundle = bundle ?? facts.bundle
            facts.groupID = groupID ?? facts.groupID
            facts.user = user ?? facts.user
        }
    }

    /// Notes that a request without a credential has proved whom it speaks of.
    package func noteProof() { box.withLockedValue { $0.isProven = true } }

    /// Notes that the body of the answer is made.
    package func noteWhole() { box.withLockedValue { $0.isWhole = true } }

    /// What the answer wants in place of header fields that listeners add.
    var listenerFields: [HTTPField.Name: [String]] { box.withLockedValue { $0.listenerFields } }

    /// Notes what the answer wants in place of header fields that listeners add; no values for none.
    package func note(listenerFields fields: [HTTPField.Name: [String]]) {
        box.withLockedValue { $0.listenerFields = fields }
    }

    /// Notes what made the request go wrong on purpose, and whether its answer is sent in pieces.
    package func note(fault: String, isPaced: Bool) {
        box.withLockedValue { facts in
            facts.fault = fault
            facts.isPaced = isPaced
        }
    }
}
