import Foundation

/// Certificates for tests, in base64; made with openssl, valid for a hundred years.
enum CertificateFixtures {
    /// A root authority, "Example Root".
    static let root = """
        MIIBhTCCASugAwIBAgIUHShNsl/zW6CgIF+Q2GVAG9dm16IwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290\
        MCAXDTI2MTEyMzAxMDcyNVoYDzIxMjYxMDMwMDEwNzI1WjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwWTATBgcqhkjOPQIB\
        BggqhkjOPQMBBwNCAATCRnGfti9GMUnkOQf3/BXAGh6rHEsjK4KAzbr396innpkOdcBXEYHB40TYI39hysThqu3zIYnMmvcU\
        pgUYLBAdo1MwUTAdBgNVHQ4EFgQUxekPdu7CxstG0oT5DBKQ8YjOhdQwHwYDVR0jBBgwFoAUxekPdu7CxstG0oT5DBKQ8YjO\
        hdQwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBW0zwYspQ7b6HsHTKLmp7eEB4LUkTvTK9wDkIuQ7Vs+wIh\
        AOW5lfvrRvOQi8XfInnnVU3zJDvL96TOqbtyK7/TSKSH
        """
    /// An authority it has issued, "Example Intermediate".
    static let intermediate = """
        MIIBejCCASCgAwIBAgIBAjAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwIBcNMjYxMTIzMDEwNzI1WhgP\
        MjEyNjEwMzAwMTA3MjVaMB8xHTAbBgNVBAMMFEV4YW1wbGUgSW50ZXJtZWRpYXRlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD\
        QgAEzsf1eVs2UBFVoz+O8RD3UX7zjH3CHt6/7VBuI6C0jHKFr6cI6n2S4eZc4L+uAXvjPbwuV36npXkqxWxvDYC9JKNTMFEw\
        DwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQURQ4gRenwastXsaG2clBj1OI+pAgwHwYDVR0jBBgwFoAUxekPdu7CxstG0oT5\
        DBKQ8YjOhdQwCgYIKoZIzj0EAwIDSAAwRQIhAJrSDHVN9oRL4U2kGEf1sqmzRT5I6BR493JoxlQftDnaAiAs57fgWKfDnwzA\
        q/5iYyq6t2q71AXMRCNBKHhFpKl+bw==
        """
    /// A server's that has issued itself, "intranet.example.test".
    static let server = """
        MIIBlDCCATqgAwIBAgIUfHYMZaR+25Tjy0Mp0JwQHoofrlYwCgYIKoZIzj0EAwIwIDEeMBwGA1UEAwwVaW50cmFuZXQuZXhh\
        bXBsZS50ZXN0MCAXDTI2MTEyMzAxMDcyNVoYDzIxMjYxMDMwMDEwNzI1WjAgMR4wHAYDVQQDDBVpbnRyYW5ldC5leGFtcGxl\
        LnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARrJjm3Cnh+uAZgx5InH8D5nms+0bpx8hKJj33/YapQ10Z0gHv7ob53\
        AtQz1BWeDp9/qFfUeS8cgGhRmVrp23Vfo1AwTjAdBgNVHQ4EFgQUxdDlMoLmw3LegB9yXBwC7EZz1NAwHwYDVR0jBBgwFoAU\
        xdDlMoLmw3LegB9yXBwC7EZz1NAwDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNIADBFAiEAiyRG/l3MZgqfseyBWO6jyguM\
        dJM79aiE6VJf08BVbH8CICA50dB4z2t2Irv+4++KO917hxiiavMzXSkqZaFCnEqw
        """
    /// One of version 1 or 3 with an RSA key of 1024 bits and no common name, "O=Old Authority".
    static let weak = """
        MIICDjCCAXegAwIBAgIULGfZYmdHLiXtgruCyLnufnO72LswDQYJKoZIhvcNAQELBQAwGDEWMBQGA1UECgwNT2xkIEF1dGhv\
        cml0eTAgFw0yNjExMjMwMTA3MjVaGA8yMTI2MTAzMDAxMDcyNVowGDEWMBQGA1UECgwNT2xkIEF1dGhvcml0eTCBnzANBgkq\
        hkiG9w0BAQEFAAOBjQAwgYkCgYEArkB/TgloyrFFivzh01mBXOtcRGWl+tx6o5o8yepes3rXtYnuDuQRSa2LkQ9iI324tAfO\
        dgFDKQuuN/FZ1sP/wbyCqMGfTYaXepGZaPwryOVxAmmiENZ29UtDgRoK27qIHanpdJR1jTF2Ga/AnWF7yId67E7bNWTIsrip\
        eib8phUCAwEAAaNTMFEwHQYDVR0OBBYEFMfXlGCMLg7A7LY21uAZEofshsmUMB8GA1UdIwQYMBaAFMfXlGCMLg7A7LY21uAZ\
        EofshsmUMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEAnCcAxQ4Gnag8LZB79NIeIXxDKiFh1wRvYAXrVVLM\
        oVU8ipa3CHUraHlV6NPQbd6d3TUYm/sX7m9QNMc9LI3YM5PJa6MQ3+oyUILiO5ULE6t23UfgD9WdoN2lZdZGHqkZ54Hmy0D8\
        GNYqpZeGBmD6YPnFLwl4n1cAxFTOUw1AkyI=
        """
    /// A PKCS#12 with the certificate "Demo services" and its key, whose password is `sample-only`.
    static let identity = """
        MIIEZwIBAzCCBB0GCSqGSIb3DQEHAaCCBA4EggQKMIIEBjCCApIGCSqGSIb3DQEHBqCCAoMwggJ/AgEAMIICeAYJKoZIhvcN\
        AQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjJoA4RzLiFfQICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQME\
        ASoEEAe+XYia5C+p9q9hlsGGtzyAggIQ4JmjW5IYeweS/YkQLvMmDXr064X4JasY2E1t3giANexP4dqvIJYVsEV3/6BnD5HY\
        Ej0Y0nRkPZoyoVyis2OynbBk7ogkk4QxEdRiP/CfyEl6N3MUJVh2dvSu3m6Xm7Csls2sQahf9LJam/yqRqJXRtNrOxqQR6B3\
        LsBCuJVl44+OGq4tA0YuakmbSDNP7jsM22Gc7v2g+lb3gJ+7uuv7Tr9S0EOxU1hjZjf3ShfKAaO9xXCpMh5c7RtrF0/BZ8A+\
        MHnUqemIEwAtQp967UtE0Cu/VabhrbnPR9NxGaQctOUDEhClP9yJSrwk7F5FKzmC4HUDx6cpEY1bu2Lkqlzp69uuZyrpz0uY\
        EaHc/CqwzPfvIHiH0WbICMpVSZlTpohthR4ujkwmPIaNxwd5kjnD9N+gSIYfWKt8z6s77EXcSXnpWkvWcartVvX3tNxKo1YG\
        s476I1bj0cQT4momkjBRGmadcemiWazlmEURnpeago5nvQEQQoI0X/iZF5hcUSbwx69uJ1+G1LoFRlqu4RyiF+Hc3DVv73dQ\
        8sRsMdk/RKiw1IqNd/AY2UP7klB/wfhdZ6DlMPtCBodAJCK10PlEiQ4bjrvyy2ibLewlZsB0hnncy1lbsGcaUEZgmCo4uYwh\
        bI9naXeFTP8AbLviHCuVrHwVdMyyWPlOUseJRwK6yoCh0atyPjCrRGfbjqxwmf6lMIIBbAYJKoZIhvcNAQcBoIIBXQSCAVkw\
        ggFVMIIBUQYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECPDcCaxyUXHuAgIIADAM\
        BggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQj/QslOlP55vH4+5MGHK5PwSBkKlvkcOxX6WbWucHCJpXU1GhFQJFII6X6Ryc\
        arL10JZqBh9QeZCWHqmPnw7t3/56DXVBlDYHKqkB9zGHza+m648imPyMh3LKEuN3nZosSmYsWcrjBoqhTX5nwxpZDt/ootHl\
        fZ/pdv87jjTmwbLBTgRSTxH4ozxDEvWUVTAZfuUA9DboDFgIdOsIcn62YbujKzFQMCMGCSqGSIb3DQEJFTEWBBTX5pkm7jJ7\
        YDx36KL4+enLe3D3BTApBgkqhkiG9w0BCRQxHB4aAEQAZQBtAG8AIABzAGUAcgB2AGkAYwBlAHMwQTAxMA0GCWCGSAFlAwQC\
        AQUABCAFWvj35xwe+Yv5EWP2sv6l8sbGWozGJQ4HWr5tcrvzKQQIGhUBQJuK+wYCAggA
        """

    /// A certificate in PEM.
    static func pem(_ base64: String) -> String {
        "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
    }

    /// The bytes of one of them.
    static func data(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }
}
