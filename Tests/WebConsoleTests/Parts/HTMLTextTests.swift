import ConsolePlatform
import Testing

@testable import WebConsole

/// Markup that is made without a template escapes what it shows (Architecture, "Pages").
struct HTMLTextTests {
    private static let evil = #"<b onx="1">&'"#
    private static let harmless = "&lt;b onx=&quot;1&quot;&gt;&amp;&#39;"

    @Test(arguments: [("", ""), ("phone", "phone"), ("é–\u{202E}", "é–\u{202E}"), (evil, harmless)])
    func `Special characters are escaped, all others stay`(text: String, html: String) {
        #expect(HTMLText.escaped(text) == html)
    }

    @Test func `Every part of a cell is escaped`() {
        let evil = Self.evil
        let cells: [Cell] = [
            .text(evil), .code(evil), .badge(evil, .bad), .text(evil).linked(evil), .code(evil).linked(evil),
            .badge(evil).linked(evil).with(title: evil), .text(evil).with(detail: evil).with(title: evil),
        ]
        for var cell in cells {
            cell.label = evil
            #expect(!cell.tableHTML.contains("<b") && !cell.tableHTML.contains("onx=\""), "\(cell.tableHTML)")
            #expect(cell.html.contains(Self.harmless))
        }
    }

    @Test func `A cell shows what it is`() {
        let time = Timestamp(milliseconds: 1_772_706_030_000)
        #expect(Cell.text("").html == #"<span class="none">–</span>"#)
        #expect(Cell.text("a").html == "a")
        #expect(Cell.text("a").linked("/x").html == #"<a href="/x">a</a>"#)
        #expect(Cell.text("a").with(title: "t").html == #"<span title="t">a</span>"#)
        #expect(Cell.code("a").linked("/x").html == #"<a href="/x"><code>a</code></a>"#)
        #expect(Cell.badge("Enrolled", .good).html == #"<span class="badge good">Enrolled</span>"#)
        #expect(
            Cell.time(time).html
                == #"<time datetime="2026-03-05T10:20:30.000Z">2026-03-05 10:20:30 UTC</time>"#)
        #expect(Cell.clock(time, isRunning: true).html.hasPrefix(#"<span data-clock="2026-03-05T10:20:30.000Z">"#))
        #expect(Cell.number(7).tableHTML == #"<td data-label="" class="number">7</td>"#)
        let path = "/deviceservices/AirWatchBeacon.svc/checkin"
        #expect(Cell.code(path).tableHTML == "<td data-label=\"\" class=\"long\"><code>\(path)</code></td>")
        #expect(Cell.text("com.example.everything on a phone").tableHTML.hasPrefix("<td data-label=\"\">"))
        #expect(Cell.text("a").with(detail: "b").html == "a<small>b</small>")
    }

    @Test func `Entries to choose are escaped, and the chosen one is marked`() {
        let field = Field.choice("group", "Group", [("", "All"), (Self.evil, Self.evil)], value: Self.evil)
        #expect(
            field.optionsHTML
                == "<option value=\"\">All</option>"
                + "<option value=\"\(Self.harmless)\" selected>\(Self.harmless)</option>")
    }
}
