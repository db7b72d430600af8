import Foundation

/// Certificates that OpenSSL has made, with their public keys as OpenSSL prints them; valid from 2026 to 2046 unless
/// said otherwise, with keys on the curve P-256 unless said otherwise.
struct CertificateSample: Sendable {
    /// The certificate as PEM.
    let pem: String
    /// The public key in hexadecimal: PKCS#1 for RSA, else the point.
    let publicKey: String

    private init(_ base64: String, publicKey: String) {
        pem = "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        self.publicKey = publicKey
    }

    /// The certificate as DER.
    var der: Data {
        let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }
        return Data(base64Encoded: lines.joined()) ?? Data()
    }
}

extension CertificateSample {
    /// An authority.
    static let root = CertificateSample(
        """
        MIIBPzCB5qADAgECAgIQADAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARyb290MB4XDTI2MDEwMTAwMDAwMFoXDTQ2MDEwMTAwMDAwMFow
        DzENMAsGA1UEAwwEcm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOXde8IPf1HgK8ZQ8Cqv+9UN624aqMHo719NVEApPS5oIPpU
        CpqBqTpFDO1utF2fBNe7B2ZUKWh0QKB8Jbj5r8WjMjAwMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFFQi+aCcHUN4zcw0DeFyZuHd
        EKOWMAoGCCqGSM49BAMCA0gAMEUCIB8LI6u/BRfCBmyjSzFvPZLdQ/DTclYFJCGkvku2Mg/WAiEAiSNx5sV2cfvHgTdfsqgpOCOnAs0+
        wN4mzaShAQrSkSo=
        """,
        publicKey: """
            04e5dd7bc20f7f51e02bc650f02aaffbd50deb6e1aa8c1e8ef5f4d5440293d2e6820fa540a9a81a93a450ced6eb45d9f04d7bb07\
            665429687440a07c25b8f9afc5
            """)
    /// An authority between, issued by ``root``.
    static let middle = CertificateSample(
        """
        MIIBYjCCAQmgAwIBAgICEAEwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEcm9vdDAeFw0yNjAxMDEwMDAwMDBaFw00NjAxMDEwMDAwMDBa
        MBExDzANBgNVBAMMBm1pZGRsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABD9QZQJLrrF0Z2dLpFB5aM0sO4VIZwyxNjCNLmZf8deo
        muJhy4IDVhNMKw1C/J90OgfSxSvVdBRdajXDnngLMmKjUzBRMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFNewBA1/b5Ko7iS6RS+T
        dpME9ubYMB8GA1UdIwQYMBaAFFQi+aCcHUN4zcw0DeFyZuHdEKOWMAoGCCqGSM49BAMCA0cAMEQCIBsFmne5xS2ExIX9BSmzMqkrpG3u
        71ISk7ErP2vbDqIlAiBdsLkk3MEtj0yR0Jdf17ba3cYhswY+GbXipiDGZ9ejpw==
        """,
        publicKey: """
            043f5065024baeb17467674ba4507968cd2c3b8548670cb136308d2e665ff1d7a89ae261cb820356134c2b0d42fc9f743a07d2c5\
            2bd574145d6a35c39e780b3262
            """)
    /// For `uem.example.test`, issued by ``middle``.
    static let leaf = CertificateSample(
        """
        MIIBeTCCASCgAwIBAgICEAIwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGbWlkZGxlMB4XDTI2MDEwMTAwMDAwMFoXDTQ2MDEwMTAwMDAw
        MFowDzENMAsGA1UEAwwEbGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOssjzIXxP2UfBfkEwwp99sNb9lZSyEbNhYjTFOCrfex
        jr7NamtvcVpFRgNX9DztpOVMXELwrzP5NEB2XRsx4N2jajBoMAkGA1UdEwQCMAAwGwYDVR0RBBQwEoIQdWVtLmV4YW1wbGUudGVzdDAd
        BgNVHQ4EFgQUJ+S3DF3tW1Zfp/iQsmTqnOkCZucwHwYDVR0jBBgwFoAU17AEDX9vkqjuJLpFL5N2kwT25tgwCgYIKoZIzj0EAwIDRwAw
        RAIgVwds/pOsjT6hknNtl+TuS8O+K5aPjqjl6UVWmixpnpsCIDvc+ha0M0fTeEP2RzVZ/4xqTQSGI1RLajqLV/MKvSv1
        """,
        publicKey: """
            04eb2c8f3217c4fd947c17e4130c29f7db0d6fd9594b211b3616234c5382adf7b18ebecd6a6b6f715a45460357f43ceda4e54c5c\
            42f0af33f93440765d1b31e0dd
            """)
    /// Another one for `uem.example.test`, self-signed.
    static let next = CertificateSample(
        """
        MIIBVjCB/aADAgECAgIQAzAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARuZXh0MB4XDTI2MDEwMTAwMDAwMFoXDTQ2MDEwMTAwMDAwMFow
        DzENMAsGA1UEAwwEbmV4dDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABINV/4r7sA7ds0EhxYIuSgGstU84vhuceFd9VbZ1MhCKKy/E
        MLZcO6J+gaS6P935pE2n+FB78IauMiVlaox7rz2jSTBHMAkGA1UdEwQCMAAwGwYDVR0RBBQwEoIQdWVtLmV4YW1wbGUudGVzdDAdBgNV
        HQ4EFgQUkfPIj3jEyZHpJ3N0xyIQ2NBQ7U0wCgYIKoZIzj0EAwIDSAAwRQIhAP/HRC/q1jwGMr2bgRvQm9ZK0ZYXGFObOaIi5rWNP0ev
        AiBYXeDNSzJelislakKSvFS6Xm6OCa5/X0RqVcnZCLY+pw==
        """,
        publicKey: """
            048355ff8afbb00eddb34121c5822e4a01acb54f38be1b9c78577d55b67532108a2b2fc430b65c3ba27e81a4ba3fddf9a44da7f8\
            507bf086ae3225656a8c7baf3d
            """)
    /// For `UEM.example.test`, `*.apps.example.test` and an address, self-signed.
    static let two = CertificateSample(
        """
        MIIBbzCCARagAwIBAgICEAQwCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDdHdvMB4XDTI2MDEwMTAwMDAwMFoXDTQ2MDEwMTAwMDAwMFow
        DjEMMAoGA1UEAwwDdHdvMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1Sq5w3tmSS7YSkTawECDoUb90R56zo9a9hiO2ET9Q+/G1kFT
        qTl0Bz7azpAavoQA9dQ/+iFeVOHm+tzNIDZnv6NkMGIwCQYDVR0TBAIwADA2BgNVHREELzAtghBVRU0uZXhhbXBsZS50ZXN0ghMqLmFw
        cHMuZXhhbXBsZS50ZXN0hwTAAAIBMB0GA1UdDgQWBBR0ACkki6EoX97vR0IQIqqEBcz/kTAKBggqhkjOPQQDAgNHADBEAiBQ2Phajupt
        wE52ybnHfC3Jd+Yuo8VVPOYT+yDphu9PnQIgINu3MgfRF5Q8gZzeygGIyzcjxmXt3GiHSgvVjtj/y9U=
        """,
        publicKey: """
            04d52ab9c37b66492ed84a44dac04083a146fdd11e7ace8f5af6188ed844fd43efc6d64153a93974073edace901abe8400f5d43f\
            fa215e54e1e6fadccd203667bf
            """)
    /// Self-signed, with a name of its subject only.
    static let nameless = CertificateSample(
        """
        MIIBQjCB6KADAgECAgIQBTAKBggqhkjOPQQDAjATMREwDwYDVQQDDAhuYW1lbGVzczAeFw0yNjAxMDEwMDAwMDBaFw00NjAxMDEwMDAw
        MDBaMBMxETAPBgNVBAMMCG5hbWVsZXNzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnEtm0zQFZOBk0MfLL+N3rQyZ1DUV6CBz9mdd
        C88tQXxCqi3PZPUChcCchWl5mMYB0mNBq8at56vh6/X1gg/HBKMsMCowCQYDVR0TBAIwADAdBgNVHQ4EFgQUBLwaMAfUSXoCWx89uBln
        IIcfCIQwCgYIKoZIzj0EAwIDSQAwRgIhAN8vGy9plCH0ul05V42wursFEbJHd66prnSXBJuqJ3aPAiEA7/Cvfe6r6eA3covEuRXij6D7
        kEto8ydY6gJ/H3zPzzU=
        """,
        publicKey: """
            049c4b66d3340564e064d0c7cb2fe377ad0c99d43515e82073f6675d0bcf2d417c42aa2dcf64f50285c09c85697998c601d26341\
            abc6ade7abe1ebf5f5820fc704
            """)
    /// With an RSA key of 2048 bits, self-signed as OpenSSL does: an authority of its own.
    static let rsa = CertificateSample(
        """
        MIICyjCCAbKgAwIBAgICEAYwDQYJKoZIhvcNAQELBQAwDjEMMAoGA1UEAwwDcnNhMB4XDTI2MDEwMTAwMDAwMFoXDTQ2MDEwMTAwMDAw
        MFowDjEMMAoGA1UEAwwDcnNhMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3l4XaYs3tIs0PQUd2dvjfb1ynG3lwRCDxp8/
        zm7QE151hfizNzd6me9BI5hM6ux24OZk+FBZ+ZWRIkn5VG8HzgKTw4ZW9q+YeAJbiYAaeHT5ZIsFezTXTFsnmU10jwHZ816orKe9dQ6i
        KR2M8YWJQ/p7ulpYFPv3N67xDn1mFiA97fMsBdE5+l1/GM7vT6V+LalLbkz2JW/KsSAiii9G3nE5MNRUD2FqVVUVsDlEHNgcgjl3EfIn
        +m35IzviRIisDpnvMNTx+x+vjTe1KE4mTC4y7rw4ZvwtPXcE7V3OIpNqv1wvHOjZulW7mmM68BG4Qn8m5LW3r+hOQ7iExY0H9QIDAQAB
        ozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSoMV7ozbDLDqsPFHE6+x2iWF7oRTANBgkqhkiG9w0BAQsFAAOCAQEAqGtum4ob
        4CU8TbuhM5J7gJIPYT32CQ2KQmGuEb57TUSbOOFsj91Db0qYG7VYWIpQZta+1lvSWZBCl/NS8IV3HTkAREGE/vqjhyNEUHqXCQeRUBJM
        7W62zgy12r48g6k1c7ga9lQahAn+b/qXTr6kjHUcXT5WYzQ01niOdj9uMW5TQbwQxGhq1TStdw/Kd4Z/QRw3hGORxGG/ngc4XeM7hjWz
        n9l7xLwu9LWxPmMuHdg4Tj8XcoLnoNU75p6D/AlGV4/UbcQv6ljxTfCoig3RTpv/wD/vHyCDNcWFfJzJL1atlyE310xgWMwFUMQZ2QzW
        nRc7wGfdeCRPWCnbp6yfAw==
        """,
        publicKey: """
            3082010a0282010100de5e17698b37b48b343d051dd9dbe37dbd729c6de5c11083c69f3fce6ed0135e7585f8b337377a99ef4123\
            984ceaec76e0e664f85059f995912249f9546f07ce0293c38656f6af9878025b89801a7874f9648b057b34d74c5b27994d748f01\
            d9f35ea8aca7bd750ea2291d8cf1858943fa7bba5a5814fbf737aef10e7d6616203dedf32c05d139fa5d7f18ceef4fa57e2da94b\
            6e4cf6256fcab120228a2f46de713930d4540f616a555515b039441cd81c82397711f227fa6df9233be24488ac0e99ef30d4f1fb\
            1faf8d37b5284e264c2e32eebc3866fc2d3d7704ed5dce22936abf5c2f1ce8d9ba55bb9a633af011b8427f26e4b5b7afe84e43b8\
            84c58d07f50203010001
            """)
    /// For `uem.example.test`, valid in 2020.
    static let expired = CertificateSample(
        """
        MIIBXTCCAQOgAwIBAgICEAcwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHZXhwaXJlZDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAw
        MDBaMBIxEDAOBgNVBAMMB2V4cGlyZWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASDefAhPQKGGY1bYdD8ExyY71swIswBryVQz87I
        3pLcPTo+NQRzty8qVXwjIRnjhvsWr73HT0pJ6/ZcLGZ6Ttb/o0kwRzAJBgNVHRMEAjAAMBsGA1UdEQQUMBKCEHVlbS5leGFtcGxlLnRl
        c3QwHQYDVR0OBBYEFAj8FdQm4s5FV366mthiztBp0nCaMAoGCCqGSM49BAMCA0gAMEUCIQDyQffuWU2PHa9pt7qeO2lCsypm2v12h1UG
        mjEQBDORGgIgbIoYoITx1JddzcPdPTMyICJP9dEjQrnIFdI1zG/sFRQ=
        """,
        publicKey: """
            048379f0213d0286198d5b61d0fc131c98ef5b3022cc01af2550cfcec8de92dc3d3a3e350473b72f2a557c232119e386fb16afbd\
            c74f4a49ebf65c2c667a4ed6ff
            """)
    /// For `uem.example.test`, valid in 2035.
    static let young = CertificateSample(
        """
        MIIBWDCB/6ADAgECAgIQCDAKBggqhkjOPQQDAjAQMQ4wDAYDVQQDDAV5b3VuZzAeFw0zNTAxMDEwMDAwMDBaFw0zNjAxMDEwMDAwMDBa
        MBAxDjAMBgNVBAMMBXlvdW5nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEO+897cYfrCjou24nio//30+2yOuVo5HSOc13KBHwpBGz
        zcGgH33rXMINUWV50oSUE78NpjDhSsdKdFR+nucDpKNJMEcwCQYDVR0TBAIwADAbBgNVHREEFDASghB1ZW0uZXhhbXBsZS50ZXN0MB0G
        A1UdDgQWBBSMHX0Z4N65iff093/MlXRfMchZITAKBggqhkjOPQQDAgNIADBFAiBfxlqA0kofa+be+Vsoo7LBsE44a2JXbW4T5xqxfmwX
        RgIhAPgwPeB11KiykusPRabNfSQaBHbEJidRDUQpi5/hH9wf
        """,
        publicKey: """
            043bef3dedc61fac28e8bb6e278a8fffdf4fb6c8eb95a391d239cd772811f0a411b3cdc1a01f7deb5cc20d516579d2849413bf0d\
            a630e14ac74a74547e9ee703a4
            """)
}
