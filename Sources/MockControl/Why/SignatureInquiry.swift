import DeviceProtocol
import Foundation
import HTTPTypes

/// Finds out what a client has signed, by trying what clients are known to get wrong (Why, "Wrong signatures").
///
/// It runs when an administrator asks, never while a device waits, so that nothing can be learned from how long an
/// answer takes; and what it computes is only compared with what was sent, never shown.
struct SignatureInquiry: Sendable {
    /// The most texts that are tried for one request.
    static let budget = 30_000

    /// A key that may have been used.
    struct Suspect: Sendable {
        /// Nil for the key that was right.
        let cause: Explanation.Cause?
        let key: TriedKey
    }

    /// What was found.
    struct Finding: Sendable {
        var causes: [Explanation.Cause] = []
        /// The text that the client has signed.
        var text: String?
        var tried = 0
    }

    /// The signature.
    let sent: SentSignature
    /// The algorithm that its length stands for.
    let algorithm: SignatureAlgorithm
    /// What the server signs; its digest is empty if the body is not all there.
    let parts: SignedParts
    /// Keys, the right one first.
    let suspects: [Suspect]
    /// What else may have been signed, the likeliest first.
    let candidates: [SignatureCandidate]

    /// Tries one thing at a time with each key, then two at a time with the right one.
    func run() -> Finding {
        var finding = Finding()
        for suspect in suspects where tries([], suspect, &finding) { return finding }
        for suspect in suspects {
            for candidate in candidates where tries([candidate], suspect, &finding) { return finding }
        }
        guard let own = suspects.first else { return finding }
        let common = candidates.filter(\.isCommon)
        for (index, first) in common.enumerated() {
            for second in common[(index + 1)...] where second.dimension != first.dimension {
                if tries([first, second], own, &finding) { return finding }
                guard finding.tried < Self.budget else { return finding }
            }
        }
        return finding
    }

    /// Tries some changes with a key; notes what they came to if it is that.
    private func tries(_ changes: [SignatureCandidate], _ suspect: Suspect, _ finding: inout Finding) -> Bool {
        guard finding.tried < Self.budget else { return false }
        finding.tried += 1
        var changed = parts
        for candidate in changes { candidate.change(&changed) }
        let text = changed.text
        guard suspect.key.signs(text, as: sent.bytes, algorithm) else { return false }
        finding.text = text
        finding.causes = [suspect.cause].compactMap(\.self)
        finding.causes += changes.map {
            Explanation.Cause(cause: $0.cause, sentence: $0.sentence, remedy: $0.remedy, isProven: true)
        }
        return true
    }
}
