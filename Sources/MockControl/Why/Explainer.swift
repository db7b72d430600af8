import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore

/// Explains why requests were refused, from the journal and what the database says now (Why).
struct Explainer: Sendable {
    let store: WhyStore
    let credentials: CredentialStore
    let signatures: SignatureExplainer
    let rules: WhyRules

    /// Explains an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - subtree: What whoever asks may see.
    /// - Returns: The explanation, also of a request that was not refused.
    /// - Throws: What the database throws.
    func explain(_ entry: JournalEntry, in subtree: Subtree) async throws -> Explanation {
        if let incident = entry.parties.incident { return Self.explanation(of: incident, entry) }
        let signs = RefusalRule.Signs(entry)
        if let fault = entry.parties.fault, signs.status >= 400 { return Self.explanation(ofFault: fault, entry) }
        guard let rule = RefusalRule.rule(of: signs) else { return try await accepted(entry, in: subtree) }
        let summary = signs.sentence.isEmpty ? "It was answered \(signs.status)." : signs.sentence
        var explanation = Explanation(of: entry, refused: true, summary: summary)
        explanation.rule = rule.name
        explanation.accepted = rule.accepted
        explanation.documentation = rule.documentation
        switch rule.name {
        case "signature", "signatureHeaders":
            try await signatures.explain(entry, in: subtree, &explanation)
        case "credentialUnknown": try await explainUnknown(entry, in: subtree, &explanation)
        case "profileNone": try await explainProfile(entry, in: subtree, &explanation)
        case "loginGroup": try await explainGroup(entry, in: subtree, &explanation)
        default: RefusalCauses.add(to: &explanation, of: entry)
        }
        if explanation.causes.isEmpty {
            explanation.suspect(rule.name, summary, rule.accepted)
        }
        return explanation
    }

    /// A request that was made to go wrong on purpose.
    private static func explanation(ofFault fault: String, _ entry: JournalEntry) -> Explanation {
        var explanation = Explanation(
            of: entry, refused: true, summary: "It was made to go wrong on purpose, by \(fault).")
        explanation.rule = "fault"
        explanation.accepted = "The same request without the fault."
        explanation.documentation = "Faults"
        explanation.suspect("fault", explanation.summary, "Delete the fault, or end the scenario.", isProven: true)
        return explanation
    }

    /// A connection that came to nothing before there was a request.
    private static func explanation(of incident: JournalIncident, _ entry: JournalEntry) -> Explanation {
        var explanation = Explanation(of: entry, refused: true, summary: incident.advice)
        explanation.rule = "connection"
        explanation.accepted = "A request of HTTP/1.1 or HTTP/2; on the port for HTTPS behind a TLS handshake."
        explanation.documentation = "MockControl, Connections"
        let cause = incident.cause.map { " (\($0))" } ?? ""
        explanation.suspect(incident.kind.rawValue, "\(incident.advice)\(cause)", isProven: true)
        return explanation
    }

    /// A request that was not refused; in lenient mode its signature may be wrong nevertheless.
    private func accepted(_ entry: JournalEntry, in subtree: Subtree) async throws -> Explanation {
        var explanation = Explanation(of: entry, refused: false, summary: "It was not refused.")
        guard rules.isLenient, entry.parties.deviceID != nil, SentSignature(entry.request.head.headerFields) != nil
        else { return explanation }
        try await signatures.explain(entry, in: subtree, &explanation)
        if explanation.causes.isEmpty {
            explanation.signature = nil
            explanation.tried = nil
        } else {
            explanation.summary =
                "It was not refused, because signature.mode is lenient; its signature does not match."
        }
        return explanation
    }

    // MARK: What the database knows

    private func explainUnknown(_ entry: JournalEntry, in subtree: Subtree, _ explanation: inout Explanation)
        async throws
    {
        guard let sent = SentSignature(entry.request.head.headerFields), let device = sent.device else { return }
        try await signatures.explain(entry, in: subtree, &explanation)
        explanation.causes.removeAll { !$0.isProven }
        guard explanation.causes.isEmpty else { return }
        let known = try await credentials.suspects(of: device, in: subtree, limit: 16)
        let groups = SignatureCandidate.unique(known.filter { $0.endedReason == nil }.map(\.authenticationGroup))
        if groups.isEmpty {
            explanation.suspect(
                known.isEmpty ? "deviceUnknown" : "credentialEnded",
                known.isEmpty
                    ? "Nobody has signed in on a device \(device) here, or the console was set up anew since."
                    : "All credentials of the device \(device) have ended.",
                "Log in on this console first; a client shows its login screen after this 403.")
        } else {
            explanation.suspect(
                "wrongGroup",
                "The device has credentials of \(groups.joined(separator: ", ")), and none of \(sent.group ?? "nothing").",
                "Send one of these as aw-auth-group-id, or log in with the other as AuthenticationGroup.")
        }
    }

    private func explainProfile(_ entry: JournalEntry, in subtree: Subtree, _ explanation: inout Explanation)
        async throws
    {
        explanation.summary = "The profile is empty: none is assigned to the app on this device."
        guard let device = entry.parties.deviceID, let bundle = entry.parties.bundle else { return }
        let type = entry.request.query("configtypeid") ?? "21"
        guard type.isEmpty || type == "21" else {
            explanation.suspect(
                "configurationType", "The profile type \(type) was asked for, and only SDK profiles are assigned.",
                "Ask for configtypeid 21.", isProven: true)
            return
        }
        let steps = try await store.profileSteps(of: bundle, onDevice: device, in: subtree) ?? []
        for step in steps {
            explanation.suspect(
                "notAssigned", step, "Assign the app with an SDK profile to a smart group of the device.",
                isProven: true)
        }
        if steps.isEmpty {
            explanation.suspect("changedSince", "By now the app would get a profile, or the device is deleted.")
        }
    }

    private func explainGroup(_ entry: JournalEntry, in subtree: Subtree, _ explanation: inout Explanation) async throws
    {
        let body = (try? JSONValue(json: Data(entry.request.body.bytes.readableBytesView))) ?? .null
        guard let code = body.text("ActivationCode"), !code.isEmpty else {
            explanation.suspect(
                "groupMissing", "The login names no group, and the device is new.",
                "Send the Group ID as ActivationCode.", isProven: true)
            return
        }
        let codes = try await store.groupCodes(in: subtree)
        let nearest = Spelling.nearest(to: code, among: codes)
        explanation.suspect(
            "groupUnknown", "There is no group \(code.prefix(64)) here.\(nearest.map { " Did you mean \($0)?" } ?? "")",
            "Send the code of the group (Group ID), not its name or number.", isProven: true)
    }
}
