import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import WebConsole

/// Sessions of people at the pages.
struct SessionBookTests {
    /// A book with the time that it is told.
    private struct Book {
        let sessions: SessionBook<String>
        let seconds = NIOLockedValueBox<Int64>(1_000_000)

        init(limit: Int = 100) {
            let seconds = seconds
            sessions = SessionBook(
                SessionRules(idleSeconds: 60, lifetime: 600, limit: limit),
                clock: ConsoleClock { _ in Timestamp(milliseconds: seconds.withLockedValue { $0 } * 1000) },
                random: .system)
        }

        func wait(_ amount: Int64) { seconds.withLockedValue { $0 += amount } }
    }

    @Test func `A session is found by what the browser holds`() throws {
        let book = Book()
        let secret = book.sessions.begin("ann")
        let session = try #require(book.sessions.session(secret))
        #expect(session.owner == "ann")
        #expect(session.formToken.count == 64 && session.formToken != secret)
        #expect(book.sessions.session(secret + "0") == nil)
        #expect(book.sessions.session("") == nil)
    }

    @Test func `A session ends when nobody uses it`() {
        let book = Book()
        let secret = book.sessions.begin("ann")
        for _ in 0..<3 {
            book.wait(59)
            #expect(book.sessions.session(secret) != nil)
        }
        book.wait(60)
        #expect(book.sessions.session(secret) == nil)
    }

    @Test func `To ask whether a session lasts is no use of it`() {
        let book = Book()
        let secret = book.sessions.begin("ann")
        book.wait(59)
        #expect(book.sessions.isAlive(secret))
        book.wait(1)
        #expect(!book.sessions.isAlive(secret) && book.sessions.session(secret) == nil)
        #expect(!book.sessions.isAlive(""))
    }

    @Test func `A session ends after its time however much it is used`() {
        let book = Book()
        let secret = book.sessions.begin("ann")
        for _ in 0..<11 {
            book.wait(54)
            #expect(book.sessions.session(secret) != nil)
        }
        book.wait(10)
        #expect(book.sessions.session(secret) == nil)
    }

    @Test func `Signing out ends a session and no other`() {
        let book = Book()
        let (one, other) = (book.sessions.begin("ann"), book.sessions.begin("ann"))
        book.sessions.end(one)
        #expect(book.sessions.session(one) == nil)
        #expect(book.sessions.session(other) != nil)
    }

    @Test func `A notice is told once`() {
        let book = Book()
        let secret = book.sessions.begin("ann")
        book.sessions.leave(Notice(text: "Saved."), in: secret)
        #expect(book.sessions.takeNotice(of: secret)?.text == "Saved.")
        #expect(book.sessions.takeNotice(of: secret) == nil)
    }

    @Test func `Who has a tenth of the sessions loses the oldest`() {
        let book = Book(limit: 20)
        let first = book.sessions.begin("ann")
        book.wait(1)
        let second = book.sessions.begin("ann")
        let other = book.sessions.begin("ben")
        book.wait(1)
        let third = book.sessions.begin("ann")
        #expect(book.sessions.session(first) == nil)
        for secret in [second, third, other] { #expect(book.sessions.session(secret) != nil) }
    }

    @Test func `A full book takes from whoever has most`() {
        let book = Book(limit: 10)
        let ann = book.sessions.begin("ann")
        let others = (0..<9).map { book.sessions.begin("user \($0)") }
        let new = book.sessions.begin("new")
        let alive = ([ann] + others + [new]).count { book.sessions.session($0) != nil }
        #expect(alive == 10)
        #expect(book.sessions.session(new) != nil)
    }
}
