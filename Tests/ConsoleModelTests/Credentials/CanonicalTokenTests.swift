import Foundation
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// A token has one spelling.
struct CanonicalTokenTests {
    private static let claims = AccessTokenClaims(sub: "ffff", bid: "b", uid: "1", og: "demo", jti: "j", exp: 9)

    @Test func `Each other spelling of a token is refused, although its signature is the same`() async throws {
        let tokens = await AccessTokens(key: Data(repeating: 7, count: 32))
        let token = try await tokens.sign(Self.claims)
        #expect(try await tokens.read(token).jti == "j")
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(token.last.flatMap { digits.firstIndex(of: $0) })
        // The last digit of 32 bytes has two bits to spare.
        let other = String(token.dropLast()) + String(digits[last ^ 1])
        for spelled in [
            other, token + "=", token + ".", "." + token, token + "\n", token + "==", " " + token,
            token.replacing(".", with: "=."), token.replacing("-", with: "+").replacing("_", with: "/") + "=",
        ] {
            let error = await #expect(throws: ConsoleError.self, "\(spelled)") { try await tokens.read(spelled) }
            #expect(error?.code == .unauthorized)
        }
    }

    @Test func `Contents that this console did not write so are refused`() async throws {
        let tokens = await AccessTokens(key: Data(repeating: 7, count: 32))
        let parts = try await tokens.sign(Self.claims).split(separator: ".").map(String.init)
        let claims = #"{ "sub":"ffff","bid":"b","uid":"1","og":"demo","jti":"j","exp":9 }"#
        let base64 = Data(claims.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        await #expect(throws: ConsoleError.self) { try await tokens.read("\(parts[0]).\(base64).\(parts[2])") }
    }
}
