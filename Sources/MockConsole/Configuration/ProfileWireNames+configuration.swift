import DeviceServices

extension ProfileWireNames {
    /// Reads the names.
    ///
    /// - Throws: ``ConfigurationError`` if clients could not read one, or two are the same.
    init(_ values: ResolvedConfiguration) throws {
        self.init()
        copyPasteOut = values.wireCopyPasteOut
        copyPasteInto = values.wireCopyPasteInto
        thirdPartyKeyboards = values.wireThirdPartyKeyboards
        integratedCredential = values.wireIntegratedCredential
        rootCertificate = values.wireRootCertificate
        intermediateCertificate = values.wireIntermediateCertificate
        sslCertificate = values.wireSSLCertificate
        if let problem { throw ConfigurationError("Of the keys wireNames, \(problem)") }
    }
}
