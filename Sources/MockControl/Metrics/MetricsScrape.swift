import ConsoleModel
import ConsolePlatform
import Foundation

/// Writes all figures: those that were measured, and those that are found out now.
struct MetricsScrape: Sendable {
    let registry: MetricRegistry
    let database: ConsoleDatabase
    let store: MetricsStore
    let memory: JournalMemory
    let waits: CustomerLimiter
    let streams: CustomerLimiter
    let folder: DataFolder
    /// Version of the program, and the one it says it is.
    let versions: [(String, String)]
    /// When the console started.
    let start: Timestamp

    /// The text.
    ///
    /// - Throws: What the database throws.
    func text() async throws -> String {
        let figures = try await store.figures()
        var text = PrometheusText()
        for series in registry.all { text.write(series) }
        writeJournal(&text)
        writeDatabase(figures, &text)
        let devices = figures.devices.map { MetricSample(Double($0.value), [("status", $0.key)]) }
        text.write(ConsoleMetrics.devices, devices)
        text.write(ConsoleMetrics.build, [MetricSample(1, versions)])
        writeProcess(&text)
        return text.text
    }

    private func writeJournal(_ text: inout PrometheusText) {
        let census = memory.census()
        text.write(ConsoleMetrics.journalEntries, [MetricSample(Double(census.count))])
        text.write(ConsoleMetrics.journalBytes, [MetricSample(Double(census.bytes))])
        text.write(ConsoleMetrics.journalEvicted, [MetricSample(Double(census.evicted))])
        text.write(ConsoleMetrics.waits, [MetricSample(Double(waits.count))])
        text.write(ConsoleMetrics.streams, [MetricSample(Double(streams.count))])
    }

    private func writeDatabase(_ figures: MetricsStore.Figures, _ text: inout PrometheusText) {
        text.write(ConsoleMetrics.queue, [MetricSample(Double(database.waitingUnits))])
        let files = [("database", "mockuem.sqlite"), ("wal", "mockuem.sqlite-wal"), ("journal", "journal.sqlite")]
        text.write(
            ConsoleMetrics.databaseBytes,
            files.compactMap { kind, name in size(of: name).map { MetricSample($0, [("file", kind)]) } })
        text.write(
            ConsoleMetrics.databasePages,
            [
                MetricSample(Double(figures.pages - figures.freePages), [("state", "used")]),
                MetricSample(Double(figures.freePages), [("state", "free")]),
            ])
    }

    private func size(of name: String) -> Double? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file(name))
        return (attributes?[.size] as? NSNumber)?.doubleValue
    }

    private func writeProcess(_ text: inout PrometheusText) {
        let process = ProcessFigures.now()
        text.write(ConsoleMetrics.memory, process.memory.map { [MetricSample($0)] } ?? [])
        text.write(ConsoleMetrics.cpu, [MetricSample(process.cpu)])
        text.write(ConsoleMetrics.files, process.files.map { [MetricSample($0)] } ?? [])
        text.write(ConsoleMetrics.start, [MetricSample(Double(start.milliseconds) / 1000)])
    }
}
