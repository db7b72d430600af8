/// What is counted on the page of what is happening now.
enum MonitorFigures {
    /// Devices by enrollment status, and those that are not as they should be.
    static func devices(_ counts: JSON, nonCompliant: Int) -> [Figure] {
        let statuses = counts["EnrollmentStatus"]
        let compromised = counts["Security"]["Compromised"].integer ?? 0
        let list = "/console/devices"
        return [
            Figure(name: "devices", value: text(counts["TotalDevices"]), link: list),
            Figure(name: "enrolled", value: text(statuses["Enrolled"]), link: "\(list)?status=Enrolled"),
            Figure(name: "registered", value: text(statuses["Registered"]), link: "\(list)?status=Registered"),
            Figure(name: "unenrolled", value: text(statuses["Unenrolled"]), link: "\(list)?status=Unenrolled"),
            Figure(
                name: "not compliant", value: Figure.text(nonCompliant), link: "\(list)?compliance=NonCompliant",
                tone: nonCompliant > 0 ? .bad : .plain),
            Figure(
                name: "compromised", value: Figure.text(compromised), link: "\(list)?compromised=true",
                tone: compromised > 0 ? .bad : .plain),
        ]
    }

    /// How much room logs take.
    static func logs(_ quota: JSON) -> Figure {
        let used = quota["usedBytes"].integer ?? 0
        guard let all = quota["quotaBytes"].integer else {
            return Figure(name: "of logs", value: bytes(used), detail: "no quota")
        }
        let percent = quota["percent"].number ?? 0
        let tone: Tone = quota["isFull"].isTrue ? .bad : quota["isWarning"].isTrue ? .warning : .plain
        return Figure(
            name: "of the log quota", value: "\(Int(percent.rounded())) %",
            detail: "\(bytes(used)) of \(bytes(all))", tone: tone)
    }

    private static func text(_ count: JSON) -> String { Figure.text(count.integer ?? 0) }

    /// Bytes as people read them.
    static func bytes(_ count: Int) -> String {
        for (unit, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] where count >= size {
            let tenths = (Double(count) / Double(size) * 10).rounded() / 10
            return tenths == tenths.rounded() ? "\(Int(tenths)) \(unit)" : "\(tenths) \(unit)"
        }
        return "\(count) bytes"
    }
}
