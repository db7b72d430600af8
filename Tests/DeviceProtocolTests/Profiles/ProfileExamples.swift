import Foundation

/// The examples of SDKProfile, section 4.
enum ProfileExamples {
    static let minimal = Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
          <key>PayloadDisplayName</key><string>Review profile</string>
          <key>PayloadVersion</key><integer>1</integer>
          <key>PayloadContent</key><array>
            <dict>
              <key>PayloadType</key><string>PasscodePoliciesV2</string>
              <key>AuthenticationType</key><integer>0</integer>
              <key>PasscodeMode</key><integer>0</integer>
              <key>EnableSingleSignOn</key><false/>
            </dict>
            <dict>
              <key>PayloadType</key><string>LoggingSettingsV2</string>
              <key>LoggingLevel</key><integer>2</integer>
              <key>SendLogsOverWifi</key><false/>
            </dict>
          </array>
        </dict></plist>
        """)

    static let full = Data(
        #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
          <key>PayloadDisplayName</key><string>Acme field apps</string>
          <key>PayloadDescription</key><string>Default SDK settings for Acme field staff</string>
          <key>PayloadIdentifier</key><string>test.example.uem.sdk.default</string>
          <key>PayloadOrganization</key><string>Acme</string>
          <key>PayloadType</key><string>Configuration</string>
          <key>PayloadUUID</key><string>3E4C0C0E-7A57-4C5B-9B61-3E2B7B8B2C11</string>
          <key>PayloadVersion</key><integer>7</integer>
          <key>PayloadContent</key><array>

            <dict>
              <key>PayloadType</key><string>PasscodePoliciesV2</string>
              <key>PayloadUUID</key><string>A7C0B6D4-1E2F-4A3B-8C5D-6E7F80910213</string>
              <key>PayloadVersion</key><integer>1</integer>
              <key>policyId</key><string>12</string>
              <key>AuthenticationType</key><integer>1</integer>
              <key>PasscodeMode</key><integer>2</integer>
              <key>AllowSimple</key><false/>
              <key>MinimumPasscodeLength</key><integer>6</integer>
              <key>MinimumNumberComplexCharacters</key><integer>1</integer>
              <key>MaximumPasscodeAge</key><integer>90</integer>
              <key>PasscodeHistory</key><integer>3</integer>
              <key>MaximumFailedAttempts</key><integer>8</integer>
              <key>PasscodeTimeout</key><integer>900</integer>
              <key>BiometricMode</key><integer>2</integer>
              <key>EnableSingleSignOn</key><true/>
              <key>EnableIntegratedAuthentication</key><true/>
              <key>AllowedSites</key><array>
                <string>*.intra.example.test</string>
                <string>wiki.example.test</string>
              </array>
            </dict>

            <dict>
              <key>PayloadType</key><string>CertificateSettingsV2</string>
              <key>CertificateIssuer</key><string>7D0E52B4-93C1-4F0B-8B0A-2E6D5C4F1A90</string>
              <key>IssuerToken</key><string>tok-1</string>
            </dict>

            <dict>
              <key>PayloadType</key><string>CredentialsSettingsV2</string>
              <key>CertificateName</key><string>Acme services</string>
              <key>CertificateType</key><string>Pfx</string>
              <key>CertificateThumbprint</key><string>5A0B1C2D3E4F5061728394A5B6C7D8E9F0011223</string>
              <key>Password</key><string>sample-only</string>
              <key>PayloadContent</key><data>MIIC</data>
            </dict>

            <dict>
              <key>PayloadType</key><string>AppTunnelingPoliciesV2</string>
              <key>EnableAppTunnel</key><false/>
              <key>AppTunnelMode</key><integer>1</integer>
              <key>MAGProxyServer</key><string>tunnel.example.test</string>
              <key>MAGHttpPort</key><integer>2020</integer>
              <key>MAGHttpsPort</key><integer>2020</integer>
              <key>MAGUsePublicSSL</key><true/>
              <key>MAGSslCertificate</key><array/>
              <key>MagRsaAdaptiveAuthEnabled</key><false/>
              <key>AppTunnelDomains</key><array><string>*.intra.example.test</string></array>
              <key>EnableF5Integration</key><false/>
              <key>F5AuthenticationMode</key><integer>-1</integer>
            </dict>

            <dict>
              <key>PayloadType</key><string>DataLossPreventionV2</string>
              <key>EnableDataLossPrevention</key><true/>
              <key>EnableCopyPaste</key><false/>
              <key>EnablePrinting</key><false/>
              <key>EnableComposingEmail</key><true/>
              <key>EnableLocationServices</key><true/>
              <key>EnableCamera</key><true/>
              <key>EnableDataBackUp</key><false/>
              <key>LimitDocumentstoOpenOnlyinApprovedApps</key><true/>
              <key>AllowedApplications</key><array><string>com.example.fieldnotes</string></array>
              <key>EnableWatermark</key><true/>
              <key>OverlayText</key><string>Acme internal</string>
            </dict>

            <dict>
              <key>PayloadType</key><string>BrandingSettingsV2</string>
              <key>EnableBranding</key><true/>
              <key>OrganizationName</key><string>Acme</string>
              <key>PrimaryColor</key><string>3368601</string>
              <key>SecondaryColor</key><string>15790320</string>
              <key>ToolbarColor</key><string>3368601</string>
              <key>PrimaryTextColor</key><string>16777215</string>
              <key>SecondaryTextColor</key><string>3355443</string>
              <key>ToolbarTextColor</key><string>16777215</string>
              <key>BackroundImageiPhone5HighRes</key><string>https://uem.example.test/branding/bg.png</string>
              <key>CompanyLogoPhoneHighRes</key><string>https://uem.example.test/branding/logo.png</string>
            </dict>

            <dict>
              <key>PayloadType</key><string>LoggingSettingsV2</string>
              <key>LoggingLevel</key><integer>3</integer>
              <key>SendLogsOverWifi</key><false/>
            </dict>

            <dict>
              <key>PayloadType</key><string>AnalyticsSettingsV2</string>
              <key>EnableAnalytics</key><true/>
            </dict>

            <dict>
              <key>PayloadType</key><string>NetworkAccessV2</string>
              <key>EnableNetworkAccess</key><true/>
              <key>AllowCellularConnection</key><integer>2</integer>
              <key>AllowWiFiConnection</key><integer>2</integer>
              <key>AllowedSSIDs</key><array><string>AcmeStaff</string></array>
            </dict>

            <dict>
              <key>PayloadType</key><string>OfflineAccessPoliciesV2</string>
              <key>EnableOfflineAccess</key><true/>
              <key>MaximumPeriodAllowedOffline</key><integer>86400</integer>
            </dict>

            <dict>
              <key>PayloadType</key><string>CompromisedPoliciesV2</string>
              <key>CompromisedProtection</key><true/>
              <key>policyID</key><string>3</string>
            </dict>

            <dict>
              <key>PayloadType</key><string>GeofencingSettingsV2</string>
              <key>EnableGeofencing</key><true/>
              <key>GeofenceAreas</key><array><dict>
                <key>UniqueId</key><string>hq</string>
                <key>Name</key><string>Headquarters</string>
                <key>CenterX</key><real>52.5200</real>
                <key>CenterY</key><real>13.4050</real>
                <key>Radius</key><real>500</real>
              </dict></array>
            </dict>

            <dict>
              <key>PayloadType</key><string>CustomSettingsV2</string>
              <key>CustomSettings</key><string>{"apiBase":"https://api.example.test","betaFeatures":false}</string>
            </dict>

            <dict>
              <key>PayloadType</key><string>ContentFiltering</string>
              <key>WebsenseProxyType</key><integer>0</integer>
            </dict>

            <dict>
              <key>PayloadType</key><string>WebsiteFiltering</string>
              <key>WebsiteFilterId</key><integer>1</integer>
              <key>FilterTypeId</key><integer>1</integer>
              <key>WebsiteFilterCategories</key><array><string>gambling</string></array>
            </dict>

            <dict>
              <key>PayloadType</key><string>IntegrationServices</string>
              <key>EnableIntegrationServices</key><false/>
            </dict>

            <dict>
              <key>PayloadType</key><string>com.example.fieldnotes.settings</string>
              <key>PayloadDisplayName</key><string>Field Notes settings</string>
              <key>PayloadVersion</key><string>1</string>
              <key>syncIntervalMinutes</key><string>15</string>
            </dict>

          </array>
        </dict></plist>
        """#)
}
