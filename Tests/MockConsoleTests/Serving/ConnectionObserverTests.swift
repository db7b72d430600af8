import Testing

@testable import MockConsole

/// What is said of connections that come to nothing.
struct ConnectionObserverTests {
    @Test(arguments: [
        (
            "sslError([Error: 268 SSL_R_TLSV1_ALERT_UNKNOWN_CA at /home/me/build/tls_record.cc:594])",
            "sslError([Error: 268 SSL_R_TLSV1_ALERT_UNKNOWN_CA at tls_record.cc:594])"
        ),
        ("uncleanShutdown", "uncleanShutdown"), ("at /", "at /"),
    ])
    func `Folders that something was compiled in are nobody's business`(error: String, told: String) {
        #expect(ConnectionObserver.withoutFolders(error) == told)
    }
}
