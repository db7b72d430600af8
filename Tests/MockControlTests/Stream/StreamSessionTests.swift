import Logging
import Foundation
import NIOCore
import NIOEmbedded
import ServiceLifecycle
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// One stream from its beginning to its end.
struct StreamSessionTests {
    @Test func `Each message is written at once`() async throws {
        try await withStage { stage in
            let reader = StreamReader()
            async let stream: Void = stage.run("/?kind=request&limit=2", to: reader)
            await reader.until { $0.hasPrefix(": MockUEM") }
            stage.add("/first")
            await reader.until { $0.contains("/first") }
            #expect(!reader.isClosed)
            stage.add("/second")
            try await stream
            #expect(reader.isClosed && reader.text.contains("id: 2."))
        }
    }

    @Test func `A reader without messages gets signs of life with its position`() async throws {
        try await withStage { stage in
            var stage = stage
            stage.rules = StreamRules(
                perCustomer: 8, backlog: 100, heartbeat: .milliseconds(5), patience: .seconds(60), seconds: 3600)
            let reader = StreamReader()
            async let stream: Void = stage.run("/?path=/wanted&limit=1", to: reader)
            await reader.until { $0.contains(": heartbeat\nid: 0.") }
            stage.add("/unwanted")
            await reader.until { $0.contains(": heartbeat\nid: 1.") }
            stage.add("/wanted")
            try await stream
            #expect(!reader.text.contains("unwanted"))
        }
    }

    @Test func `A reader who falls too far behind is told so, and may go on`() async throws {
        try await withStage { stage in
            let reader = StreamReader()
            async let stream: Void = stage.run("/?kind=request", to: reader)
            await reader.until { $0.hasPrefix(": MockUEM") }
            stage.add("/first")
            await reader.until { $0.contains("/first") }
            reader.stop()
            stage.add("/second")
            await reader.until { $0.contains("/second") }
            for number in 0..<150 { stage.add("/many/\(number)") }
            reader.goOn()
            try await stream
            #expect(reader.isClosed)
            var events = SentEventReader()
            let last = try #require(try events.read(reader.text.utf8).last)
            #expect(try last.text("notice") == "slow")
            let next = StreamReader()
            try await stage.run("/?kind=request&lastEventId=\(last.id)&limit=150", to: next)
            #expect(next.text.contains("/many/0\"") && next.text.contains("/many/149\""))
        }
    }

    @Test func `A reader who takes nothing loses the connection`() async throws {
        try await withStage { stage in
            var stage = stage
            stage.rules = StreamRules(
                perCustomer: 8, backlog: 100, heartbeat: .milliseconds(5), patience: .milliseconds(20), seconds: 3600)
            let (reader, channel) = (StreamReader(), NIOAsyncTestingChannel())
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            reader.stop()
            async let stream: Void = stage.run("/", to: reader, channel: channel)
            try await channel.closeFuture.get()
            reader.goOn()
            do {
                try await stream
                Issue.record("The stream went on to its end.")
            } catch {
                #expect(error is ConsoleError)
            }
        }
    }

    @Test func `A client that leaves ends its stream`() async throws {
        try await withStage { stage in
            let (reader, channel) = (StreamReader(), NIOAsyncTestingChannel())
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            async let stream: Void = stage.run("/", to: reader, channel: channel)
            await reader.until { $0.hasPrefix(": MockUEM") }
            try await channel.close()
            do {
                try await stream
                Issue.record("The stream went on to its end.")
            } catch {
                #expect(error is ConsoleError)
            }
            while stage.memory.changes.subscriberCount > 0 { await Task.yield() }
        }
    }

    @Test func `A stop ends a stream with a notice, after what was answered`() async throws {
        try await withStage { stage in
            let reader = StreamReader()
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [
                        .init(
                            service: StreamService(stage: stage, reader: reader),
                            successTerminationBehavior: .gracefullyShutdownGroup)
                    ], logger: .init(label: "test")))
            async let running: Void = group.run()
            await reader.until { $0.hasPrefix(": MockUEM") }
            stage.add("/last")
            await group.triggerGracefulShutdown()
            try await running
            var events = SentEventReader()
            let sent = try events.read(reader.text.utf8)
            #expect(try sent.first?.text("path") == "/last")
            #expect(try sent.last?.text("notice") == "stopping")
            #expect(reader.isClosed)
        }
    }

    @Test func `What was evicted is said in a notice`() async throws {
        try await withStage(entries: 3) { stage in
            for number in 1...5 { stage.add("/\(number)") }
            let reader = StreamReader()
            try await stage.run("/?kind=request&lastEventId=1.0&limit=3", to: reader)
            var events = SentEventReader()
            let sent = try events.read(reader.text.utf8)
            #expect(try sent.first?.text("notice") == "gap")
            #expect(try sent.dropFirst().map { try $0.text("path") } == ["/3", "/4", "/5"])
            // Whoever has seen the last that was evicted misses nothing.
            let next = StreamReader()
            try await stage.run("/?kind=request&lastEventId=2.0&limit=3", to: next)
            #expect(!next.text.contains("gap"))
        }
    }

    @Test func `An id that was not given yet begins anew, and says so`() async throws {
        try await withStage { stage in
            stage.add("/old")
            let reader = StreamReader()
            async let stream: Void = stage.run("/?kind=request&lastEventId=900.0&limit=1", to: reader)
            await reader.until { $0.contains("has not been sent yet") }
            stage.add("/new")
            try await stream
            #expect(!reader.text.contains("/old") && reader.text.contains("/new"))
        }
    }

    @Test func `Another database is said in a notice, and the stream goes on`() async throws {
        try await withStage { stage in
            let reader = StreamReader()
            async let stream: Void = stage.run("/?limit=1", to: reader)
            await reader.until { $0.hasPrefix(": MockUEM") }
            stage.parts.core.database.invalidate()
            stage.add("/after")
            try await stream
            #expect(reader.text.contains("replaced") && reader.text.contains("/after"))
        }
    }

    @Test func `Many entries are written in their order, and none twice`() async throws {
        try await withStage(entries: 5000) { stage in
            for number in 1...1234 { stage.add("/\(number)") }
            let reader = StreamReader()
            try await stage.run("/?kind=request&lastEventId=0.0&limit=1234", to: reader)
            var events = SentEventReader()
            let ids = try events.read(reader.text.utf8).map { try #require(try $0.object()["id"] as? Int) }
            #expect(ids == Array(1...1234))
        }
    }
}

/// Runs a stream as the server does: told to stop with the others.
private struct StreamService: Service {
    let stage: StreamStage
    let reader: StreamReader

    func run() async throws { try await stage.run("/?kind=request", to: reader) }
}
