/// How a device, the simulator and programs are made to trust the console's certificate.
enum TrustSection {
    /// The section; nil if clients trust the certificate anyway.
    static func section(_ anchor: TrustAnchor?, isFolded: Bool) -> Section? {
        guard let fingerprint = anchor?.fingerprint else { return nil }
        var section = Section(
            "Trust the certificate", id: "trust",
            parts: [
                .facts([
                    Fact("SHA-256 fingerprint", .code(fingerprint), isCopied: true),
                    Fact("Certificate as PEM", .text("mockuem-ca.pem").linked("/ca.pem")),
                    Fact("Certificate as DER", .text("mockuem-ca.cer").linked("/console/ca.cer")),
                ]),
                .custom(template: "Trust/Steps", model: Steps()),
            ])
        section.isFolded = isFolded
        return section
    }

    /// The template has no values.
    private struct Steps: PageValue {}
}
