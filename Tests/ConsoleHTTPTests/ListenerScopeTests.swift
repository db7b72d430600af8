import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ConsoleHTTP

/// What listeners serve that the world reaches.
struct ListenerScopeTests {
    private static func serves(_ path: String, _ scope: ListenerScope) -> Bool {
        let head = HTTPRequest(method: .get, scheme: "https", authority: "uem.example.com", path: path)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return scope.serves(request, ConsoleSurface(of: request))
    }

    @Test(arguments: ["/mydevice", "/mydevice/", "/mydevice/sign-in", "//mydevice//tokens"])
    func `The world reaches the self-service portal only if it is switched on`(path: String) {
        #expect(Self.serves(path, .everything))
        #expect(Self.serves(path, .clients(hasPortal: true)))
        #expect(!Self.serves(path, .clients(hasPortal: false)))
    }

    @Test(arguments: ["/console/", "/mydevices", "/_mock/users", "/api/system/users/search", "/docs"])
    func `Nothing else comes with it`(path: String) {
        #expect(!Self.serves(path, .clients(hasPortal: true)))
    }
}
