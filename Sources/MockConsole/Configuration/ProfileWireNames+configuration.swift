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
        compromisedAction = values.wireCompromisedAction
        appCompliance = values.wireAppCompliance
        appComplianceSettings = [
            "EnableApplicationVersion": values.wireAppVersionEnabled,
            "ApplicationIdentifier": values.wireAppIdentifier,
            "ApplicationVersionOperator": values.wireAppVersionOperator,
            "ApplicationVersion": values.wireAppVersion,
            "EnableOSVersion": values.wireOSVersionEnabled,
            "OSVersionOperator": values.wireOSVersionOperator,
            "OSVersion": values.wireOSVersion,
            "OSVersionAction": values.wireOSVersionAction,
        ]
        rootCertificate = values.wireRootCertificate
        intermediateCertificate = values.wireIntermediateCertificate
        sslCertificate = values.wireSSLCertificate
        if let problem { throw ConfigurationError("Of the keys wireNames, \(problem)") }
    }
}
