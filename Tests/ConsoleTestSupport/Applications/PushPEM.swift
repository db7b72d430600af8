/// The same in PEM.
enum PushPEM {
    /// The certificate for com.example.demo.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIICTzCCAfSgAwIBAgICEAAwCgYIKoZIzj0EAwIwMzExMC8GA1UEAwwoQXBwbGUg
        V29ybGR3aWRlIERldmVsb3BlciBSZWxhdGlvbnMgVGVzdDAeFw0yNjAxMDEwMDAw
        MDBaFw0zNjAxMDEwMDAwMDBaMFIxIDAeBgoJkiaJk/IsZAEBDBBjb20uZXhhbXBs
        ZS5kZW1vMS4wLAYDVQQDDCVBcHBsZSBQdXNoIFNlcnZpY2VzOiBjb20uZXhhbXBs
        ZS5kZW1vMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE65V86OlcKBC8XZ1bgPnK
        N6Fdo6/SKBh4M0YmvTZPB7aRjK98OVeGere1gz8sumD6CmcsgtapsVb9d2GdLJuG
        TqOB2DCB1TAQBgoqhkiG92NkBgMCBAIFADBIBgoqhkiG92NkBgMGBDowOAwQY29t
        LmV4YW1wbGUuZGVtbzAFDANhcHAMFWNvbS5leGFtcGxlLmRlbW8udm9pcDAGDAR2
        b2lwMB0GA1UdDgQWBBQsL7pZ/em2FsgdJUEOmgxcdabMQjBYBgNVHSMEUTBPoTek
        NTAzMTEwLwYDVQQDDChBcHBsZSBXb3JsZHdpZGUgRGV2ZWxvcGVyIFJlbGF0aW9u
        cyBUZXN0ghQI/kO5P9yKCxsluSuU2h6DUf6rhjAKBggqhkjOPQQDAgNJADBGAiEA
        kJa5SVN8sGtVfd/XN3eQeEDbJmeJhPHvy0RvANHifdwCIQCDprZKTo4+HcIn2lR3
        q/DUbmkLhh+y25OTPh4UL+ixXA==
        -----END CERTIFICATE-----
        """ + "\n"
    /// Its key.
    static let key = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIHIsmwftw6+7ODMLiCzvuACDRcBzoSl54ytDTcV2Sh0noAoGCCqGSM49
        AwEHoUQDQgAE65V86OlcKBC8XZ1bgPnKN6Fdo6/SKBh4M0YmvTZPB7aRjK98OVeG
        ere1gz8sumD6CmcsgtapsVb9d2GdLJuGTg==
        -----END EC PRIVATE KEY-----
        """ + "\n"
    /// Its key, locked with the password `secret`.
    static let lockedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiiavu/BIviHwICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEAvNSLE2NP9Yjd04SeXGM60EgZBH
        sQgsNGAg4rZecWgu1+QO0xQ3bqBVTkOeOyOQFUX42rbLO55k4WBJifSbNTxRiRCC
        62rtwUUtzQKVo/8vOVqHS0zjVjhi3l8ssmVD2kMtKHSt/Fyq3ixyq7+F74zm+6Hq
        6VOeEG8cmwK4WsA0EpSLJYZhResW+r8orWeqg2USyxOYCEHY7PTzGnikJ5F1FoQ=
        -----END ENCRYPTED PRIVATE KEY-----
        """ + "\n"
    /// Its key, locked by scrypt.
    static let scryptKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHkME8GCSqGSIb3DQEFDTBCMCEGCSsGAQQB2kcECzAUBAjJMGEtxKAaFgICQAAC
        AQgCAQEwHQYJYIZIAWUDBAEqBBCHPoznNpJwv/UMfbqBPYAZBIGQrO4j4jmvMEq+
        U5PS0XsbWKYTYwHYRxjCKZce1JdX5XYqlv9IlSvYvTHa1MHFIX6pGSS751Xa8/Jk
        zY0h4uMq9FcuOAVdj2bVx1QozK2BOS+0eTh92brj9JKzanvDJ5PFY2QpYue/sDV9
        CvJ8xZ9jFcKs+bTlil4oYuSj9SN13yx2pw5PlSTtjKXOOTFZwhX+
        -----END ENCRYPTED PRIVATE KEY-----
        """ + "\n"
    /// Its key, locked as OpenSSL once did.
    static let oldKey = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,FB758630EA927837144E5A4C9AD60032

        UffiXtluJNdLH8Kz2t5DaHHgiZ3Uln+hCnf9uSx8hA5Z7eHRuLyn0Z4+qus6fY7H
        1YW4jCJJhcRZBuZ5Np9hqYYEsho9P/E5EYsrKgjxTmy1Pc6hFmitIv8frfkcWvfA
        LmVN6HFGKodpaZGIcpTl+Qklbi/OK9kv+U5qLj64SIs=
        -----END EC PRIVATE KEY-----
        """ + "\n"
    /// The authority that issued it.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBYzCCAQkCFAj+Q7k/3IoLGyW5K5TaHoNR/quGMAoGCCqGSM49BAMCMDMxMTAv
        BgNVBAMMKEFwcGxlIFdvcmxkd2lkZSBEZXZlbG9wZXIgUmVsYXRpb25zIFRlc3Qw
        IBcNMjYxMTIzMDQxMTQwWhgPMjEyNjEwMzAwNDExNDBaMDMxMTAvBgNVBAMMKEFw
        cGxlIFdvcmxkd2lkZSBEZXZlbG9wZXIgUmVsYXRpb25zIFRlc3QwWTATBgcqhkjO
        PQIBBggqhkjOPQMBBwNCAATtmdImHG+0iDep5Jr0gCtNnnfRAUiueyr8uLQ3ZlNo
        tX1vkfhDc9AW9idi8/VEO3EOpGvD6fAvlycH9W1SRH4XMAoGCCqGSM49BAMCA0gA
        MEUCIFi/BHU5TtD5M9rcOF3OF0dGcWvBF8zuZ7eUUGpEFrMBAiEAunHPGVMAKZoF
        39yGCfra85p2WP73xnBmEunNdW13hKc=
        -----END CERTIFICATE-----
        """ + "\n"
    /// A key that is not its own.
    static let otherKey = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIKOCm6yALuUXZG0A5HZh0ErvVJsa5IkIdKmShcrAb2imoAoGCCqGSM49
        AwEHoUQDQgAE7ODhK2g7/l59cs2KiU9XmHRrshahW66585yokx4M6/Z3KlfEWeyn
        /TFUFN8DpSLBgmKDWyWoGGShizD/qrf65w==
        -----END EC PRIVATE KEY-----
        """ + "\n"
    /// One with an RSA key.
    static let rsaCertificate = """
        -----BEGIN CERTIFICATE-----
        MIICyjCCAnCgAwIBAgICEAQwCgYIKoZIzj0EAwIwMzExMC8GA1UEAwwoQXBwbGUg
        V29ybGR3aWRlIERldmVsb3BlciBSZWxhdGlvbnMgVGVzdDAeFw0yNjAxMDEwMDAw
        MDBaFw0zNjAxMDEwMDAwMDBaMFIxIDAeBgoJkiaJk/IsZAEBDBBjb20uZXhhbXBs
        ZS5kZW1vMS4wLAYDVQQDDCVBcHBsZSBQdXNoIFNlcnZpY2VzOiBjb20uZXhhbXBs
        ZS5kZW1vMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAg79fZ4sN8C2w
        I+vcOEIMufAkbs30nD9/9ohRDpqRR5e8Gi192rjuZBaNUw9jWOlyohsqYQ916IDM
        e1EoGzjhZUTKhMFRjESbhBafnOElfjndllYN+/HJJTP/m2Qt+OikdSYlrhAOKF+o
        Rq128+Za7uCkHCLn8YD6p79fjN4i5iYXTVjCWOC9gdJZo+Iz6QIuaC5Ui70zP5XB
        lugs0I82odVM0mZu7H0ALxyzLxyhu/4PGC5dUY6ZaSwM6gXj2Je4HWggkfXLt4xN
        eo7uIIHoXPXexU//UkEdPz8aE/sYWDu6m1A3S14zu7TGv3UvSgjBv5MM5d0TVMQE
        04ywGYPpfQIDAQABo4GJMIGGMAsGA1UdDwQEAwIHgDAdBgNVHQ4EFgQUfFy/awV5
        KdZarEmMPat1Sny7FQswWAYDVR0jBFEwT6E3pDUwMzExMC8GA1UEAwwoQXBwbGUg
        V29ybGR3aWRlIERldmVsb3BlciBSZWxhdGlvbnMgVGVzdIIUCP5DuT/cigsbJbkr
        lNoeg1H+q4YwCgYIKoZIzj0EAwIDSAAwRQIhAK9amuiOZIfZOrEVZDX1dd6DWFwc
        5fQK7Q4m6c/wNIJQAiA7cygJrQffJ6jyhy8qyMIqgNr56T+Kp/82EadyoeoSmw==
        -----END CERTIFICATE-----
        """ + "\n"
    /// The key of that, in PKCS#1.
    static let rsaKey = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEogIBAAKCAQEAg79fZ4sN8C2wI+vcOEIMufAkbs30nD9/9ohRDpqRR5e8Gi19
        2rjuZBaNUw9jWOlyohsqYQ916IDMe1EoGzjhZUTKhMFRjESbhBafnOElfjndllYN
        +/HJJTP/m2Qt+OikdSYlrhAOKF+oRq128+Za7uCkHCLn8YD6p79fjN4i5iYXTVjC
        WOC9gdJZo+Iz6QIuaC5Ui70zP5XBlugs0I82odVM0mZu7H0ALxyzLxyhu/4PGC5d
        UY6ZaSwM6gXj2Je4HWggkfXLt4xNeo7uIIHoXPXexU//UkEdPz8aE/sYWDu6m1A3
        S14zu7TGv3UvSgjBv5MM5d0TVMQE04ywGYPpfQIDAQABAoIBABDSsIuHuZVoOBw2
        I245nOdnTzeo6+nBwATKflM3kIKMURQkp/P0dlhoes5W4jA5yw4BGwW+1CcGv1Wl
        1NG5Dyr/wD54cwHOxu70dpgxNbjrCa0HOwznYHB0NdjxT19/0XQ2FUynNy+Xm2S/
        BLf7O7RSEhKXsHdpqVgfO0PBH8K0fpFk/RwXkAVUpK+mGKTtGnpphbMJHyZAVtjn
        StYpkIDcK+2CRj1GRfPrLLCJ5msG0VpJ95N4wPN3svkiJaEqZD8gInxuG6ubWgaQ
        aBgDCspnuDHfGSraT32zMq0u4Ijo2qcbfrAbH0Uxj5rvtEKP7D2TIUYS8tpAD+3z
        hFPxmRECgYEAt6zhP/3iHpdOxqDyen1UDs+Q1Xe1ZHzRLjleFbeq6jqXlWHjBQ+o
        LIXAnoJPGTS27XjSvwQcKBVikuX/RMndzEpmau2SdmxO18hi3JSNPynNsKdIiQJe
        dWvgF+9TEGBjVDs2ZaD7YTfFzNi95zWCL51JvWR63Mi+Hfz0CaY6gKkCgYEAt5/9
        rkgRoSry3Qw+Ipdq5x/29MJ7Cbafpj9y8NwoFTRNR02ShJEmKTvXIR517Bqkb/J+
        guzwHMw/2ZY7PrOv49rTh3aTRBxMM1TjIo7H/SxpThzTvz4FXaCJ3rj5iK+Xzif+
        HCLUBxtVQ1W0oSMwO+ndix7vcDB/Zz5BVdBcorUCgYA20ymhGj0meG+RJnV6TnKK
        wTYwIb1JM2CU9Za50Mr5g2e/tSo4VoYSVBI8vhSyJ2P62je9wJJO/KMhyfk6JS9J
        TWPowuUW6BlYm3227biDhAzbj/M8wjJDxmFrg4o9tyeu+sWv7C9cw3MNRBzbKMOl
        RsO9/oIV6O2msdx+DNolkQKBgGi92095jozXWddbL2o94t3Zrt2ovdQpluGW2bKo
        cji+L8KXbhcuUI0+tBURMgSuodO1iBKYotJac6Vi+4JlrtQTM4vWyGQWnCS/rBw/
        Q7aXia3j5aj18MuaUmp4Kuab+sS+rUVRXI59OeKB1doAn3fdi+DakYv2LgYvTcds
        ZhrtAoGAI9KOzRgahjEmmek/ky8bnjuhC8Z9mBhUSJ+UMN5u63YA76wpHhA+VTgM
        bQknluZCdYpevl6pxJXE2WahL4Xqk9iMRUzetDpCtAlktvldeSqPQQ9jKKFSG7Mp
        u/Fol8HE6KMmuEwI99xFTyDoNFBzo0XOw6pTqxcPAsy648XtolU=
        -----END RSA PRIVATE KEY-----
        """ + "\n"
    /// Its key, locked with the password `secret` and 1,000,001 rounds.
    static let slowKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHtMFgGCSqGSIb3DQEFDTBLMCoGCSqGSIb3DQEFDDAdBAgnhreuAd30UAIDD0JB
        MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBChRxU+nOeamk8WJ1BNrniXBIGQ
        zHyKrnqzxugT+i5/Fwz05cqZQ7PtSgc0pUEOVygcYFDqPL5PMU9z2bo66hSCgWnJ
        t1uXp1cM/JA4ufu0xeuO6N4yX5uz7AaS0PEaTfiMAfafuN44qBOrio5x1YW73M8g
        YjlnbgJDfXalx2sgprz8C/Gr+CPA1Fq17nplQH+SJ2e/Iq3iktHj5KwWMyGI/Lg7
        -----END ENCRYPTED PRIVATE KEY-----
        """ + "\n"
}
