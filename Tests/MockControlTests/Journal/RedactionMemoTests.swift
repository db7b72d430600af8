import NIOCore
import Testing

@testable import MockControl

/// Bodies that are sent again and again are looked through once, and none is taken for another.
struct RedactionMemoTests {
    private func body(_ secret: String) -> ByteBuffer {
        ByteBuffer(string: #"{"password":"\#(secret)","text":"\#(String(repeating: "x", count: 2000))"}"#)
    }

    private func kept(_ body: ByteBuffer, _ memo: RedactionMemo) -> String? {
        memo.redacted(body, type: "application/json").map { String(buffer: $0) }
    }

    @Test func `The same body gives the same answer`() throws {
        let (memo, body) = (RedactionMemo(), body("a"))
        let first = try #require(kept(body, memo))
        #expect(first.hasPrefix(#"{"password":"[redacted]""#))
        #expect(kept(body, memo) == first)
        #expect(memo.redacted(ByteBuffer(string: "short"), type: "") == nil)
    }

    @Test func `A body that was changed, or cut, or is of another type, is another one`() throws {
        let (memo, body) = (RedactionMemo(), body("a"))
        _ = kept(body, memo)
        var changed = body
        changed.setString(#"{"passwerd":"a""#, at: 0)
        #expect(kept(changed, memo) == nil)
        let cut = try #require(body.getSlice(at: 14, length: 1500))
        #expect(kept(cut, memo) == nil)
        var longer = body
        longer.writeString(#","token":"b"}"#)
        #expect(kept(longer, memo)?.contains(#""token":"b""#) == false)
    }

    @Test func `More bodies than are held are all looked through`() {
        let memo = RedactionMemo()
        for number in 0..<500 {
            #expect(kept(body("secret \(number)"), memo)?.contains("secret") == false)
        }
    }
}
