import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Events go to every subscriber, who may be slow.
struct EventHubTests {
    @Test func `Every subscriber gets what comes after they subscribed`() async {
        let hub = EventHub<Int>()
        hub.publish(0)
        var first = hub.events().makeAsyncIterator()
        hub.publish(1)
        var second = hub.events().makeAsyncIterator()
        hub.publish(2)
        #expect(await [first.next(), first.next()] == [1, 2])
        #expect(await second.next() == 2)
        #expect(hub.subscriberCount == 2)
    }

    @Test func `A slow subscriber loses the oldest events and nobody waits`() async {
        let hub = EventHub<Int>()
        var slow = hub.events(buffer: 3).makeAsyncIterator()
        var patient = hub.events(buffer: 100).makeAsyncIterator()
        for number in 1...10 { hub.publish(number) }
        #expect(await [slow.next(), slow.next(), slow.next()] == [8, 9, 10])
        #expect(await patient.next() == 1)
    }

    @Test func `A stream that is dropped ends its subscription`() {
        let hub = EventHub<Int>()
        do {
            let stream = hub.events()
            withExtendedLifetime(stream) { #expect(hub.subscriberCount == 1) }
        }
        #expect(hub.subscriberCount == 0)
        hub.publish(1)
    }

    @Test func `A cancelled subscriber ends its subscription`() async {
        let hub = EventHub<Int>()
        let stream = hub.events()
        let task = Task {
            for await _ in stream {}
        }
        task.cancel()
        await task.value
        #expect(hub.subscriberCount == 0)
    }
}
