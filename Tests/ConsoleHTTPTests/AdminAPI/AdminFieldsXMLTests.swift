import DeviceProtocol
import Foundation
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Bodies of the admin REST API in XML, which has no lists, no numbers and no null of its own (AdminAPI, "Bodies").
struct AdminFieldsXMLTests {
    private static let instance = "http://www.w3.org/2001/XMLSchema-instance"

    /// What stands in a root with usual name spaces.
    private func fields(_ content: String, root: String = "Anything") throws -> AdminFields {
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <\(root) xmlns="http://www.air-watch.com/servicemodel/resources" xmlns:i="\(Self.instance)"
                xmlns:a="http://schemas.microsoft.com/2003/10/Serialization/Arrays">\(content)</\(root)>
            """
        return try AdminFields(body: Data(text.utf8))
    }

    @Test(arguments: [
        "<Ids>7</Ids><Ids>8</Ids>", "<Ids><int>7</int><int>8</int></Ids>",
        "<Ids><a:int>7</a:int><a:int>8</a:int></Ids>",
        "<ids>\n  <Value>\n7 </Value>\n  <Value>8</Value>\n</ids>",
        "<IDS><long i:nil='true'/><long>7</long><long>8</long></IDS>",
        "<Ids>7</Ids><Name>x</Name><Ids>8</Ids>",
    ])
    func `A list repeats its own element, or has an element for each value`(content: String) throws {
        let fields = try fields(content)
        #expect(try fields.integers("Ids") == [7, 8])
        #expect(try fields.texts("Ids")?.map { $0.filter(\.isNumber) } == ["7", "8"])
        #expect(fields.list("Ids")?.count == 2)
    }

    @Test(arguments: [
        "<Ids>7</Ids>", "<Ids><int>7</int></Ids>", "<Ids><a:unsignedLong>7</a:unsignedLong></Ids>",
        "<Ids> <Value>7</Value> </Ids>",
    ])
    func `A list of one is a list`(content: String) throws {
        #expect(try fields(content).integers("Ids") == [7])
        #expect(try fields(content).list("Ids") == [.string("7")])
    }

    @Test(arguments: [
        "<Ids/>", "<Ids></Ids>", "<Ids>\n   </Ids>", "<Ids><int/></Ids>", "<Ids><int i:nil='true'/></Ids>",
    ])
    func `An empty list is empty`(content: String) throws {
        #expect(try fields(content).integers("Ids") == [])
        #expect(try fields(content).texts("Ids") == [])
        #expect(try fields("<Other/>").integers("Ids") == nil)
    }

    @Test(arguments: [
        "<Tags><Name>x</Name><Id>1</Id></Tags><Tags><Name>y</Name></Tags>",
        "<Tags><Tag><Name>x</Name><Id>1</Id></Tag><Tag><Name>y</Name></Tag></Tags>",
        "<Tags><a:Tag i:type='a:Tag'><a:Name>x</a:Name></a:Tag><a:Tag><a:Name>y</a:Name></a:Tag></Tags>",
    ])
    func `A list of objects is one in both forms`(content: String) throws {
        let names = try fields(content).objects("Tags")?.map { try $0.text("Name") }
        #expect(names == ["x", "y"])
    }

    @Test(arguments: [
        "<Tags><Tag><Name>x</Name></Tag></Tags>", "<Tags><Name>x</Name></Tags>",
        "<Tags><Tag><Name>x</Name><Id><Value>4</Value></Id></Tag></Tags>",
    ])
    func `So is a list of one object, with a member or two`(content: String) throws {
        let objects = try #require(try fields(content).objects("Tags"))
        #expect(objects.count == 1)
        #expect(try objects.first?.text("Name") == "x")
    }

    @Test func `An object that is known by an id alone keeps it`() throws {
        for content in [
            "<Groups><Id><Value>7</Value></Id></Groups>", "<Groups><Group><Id><Value>7</Value></Id></Group></Groups>",
        ] {
            let objects = try #require(try fields(content).objects("Groups"))
            #expect(try objects.map { try $0.object("Id")?.integer("Value") } == [7])
        }
    }

    @Test func `Lists in lists are read the same way`() throws {
        let fields = try fields(
            """
            <Outer><Part><Ids><int>1</int></Ids><Name>a</Name></Part>
            <Part><Ids><int>2</int><int>3</int></Ids><Name>b</Name></Part></Outer>
            """)
        let ids = try fields.objects("Outer")?.map { try $0.integers("Ids") ?? [] }
        #expect(ids == [[1], [2, 3]])
        #expect(try fields.object("Missing") == nil)
    }

    @Test func `What is nil is absent, what is empty is an empty text or an object without members`() throws {
        let fields = try fields(
            "<Name i:nil='true'/><Other></Other><Part/><Gone i:nil=\"1\">x</Gone><On>\n true </On><Off i:nil='false'>0</Off>"
        )
        #expect(try fields.text("Name") == nil && fields.has("Name") && fields.value("Gone") == nil)
        #expect(try fields.text("Other") == "")
        let part = try #require(try fields.object("Part"))
        #expect(try part.text("X") == nil)
        #expect(try fields.bool("On") == true && fields.bool("Off") == false)
    }

    @Test(arguments: ["BulkInput", "a:BulkInput", "ArrayOfAnything", "x"])
    func `Values in bulk are read whatever the root is called`(root: String) throws {
        for content in [
            "<BulkValues><Value>1</Value><Value>2</Value></BulkValues>",
            "<BulkValues><Value>1</Value></BulkValues><BulkValues><Value>2</Value></BulkValues>",
            "<BulkValues><Value><string>1</string><string>2</string></Value></BulkValues>",
        ] {
            let found = try? fields(content, root: root).bulkValues()
            // The second form is two objects where one is meant.
            #expect(found == (content.contains("</BulkValues><") ? nil : ["1", "2"]), "\(content)")
        }
    }

    @Test func `The root itself may be what has the values`() throws {
        let values = try fields("<Value>1</Value><Value>2</Value>", root: "BulkValues").bulkValues()
        #expect(values == ["1", "2"])
        #expect(try fields("<Value>9</Value>", root: "BulkValues").bulkValues() == ["9"])
        for content in ["", "<Value/>", "<BulkValues/>", "<BulkValues><Value i:nil='true'/></BulkValues>"] {
            #expect(throws: ConsoleError.self) { try fields(content).bulkValues() }
        }
        // JSON has to say it in full.
        let json = try AdminFields(body: Data(#"{"Value":["1"]}"#.utf8))
        #expect(throws: ConsoleError.self) { try json.bulkValues() }
    }

    @Test func `JSON is taken by its word`() throws {
        let json = try AdminFields(body: Data(#"{"Ids":{"int":[7,8]},"Tags":{"Tag":{"Name":"x"}},"Part":""}"#.utf8))
        #expect(throws: ConsoleError.self) { try json.integers("Ids") }
        #expect(throws: ConsoleError.self) { try json.object("Part") }
        #expect(try json.objects("Tags")?.count == 1)
        #expect(try json.objects("Tags")?.first?.text("Name") == nil)
    }

    @Test(arguments: [
        "<Ids><int>x</int></Ids>", "<Ids><int>7</int><text>8</text></Ids>", "<Ids><int><deep>7</deep></int></Ids>",
        "<Ids><a>1</a><a><b>2</b></a></Ids>",
    ])
    func `Lists of something else are refused`(content: String) throws {
        let fields = try fields(content)
        let error = #expect(throws: ConsoleError.self) { try fields.integers("Ids") }
        #expect(error?.message.contains("Ids") == true)
    }

    @Test(arguments: [
        "<SupportedModels><Model><ModelId>1</ModelId></Model><Model><ModelName>iPad</ModelName></Model></SupportedModels>",
        "<SupportedModels><AppModel><ModelId>1</ModelId></AppModel><AppModel><ModelId>2</ModelId></AppModel></SupportedModels>",
        "<SupportedModels><ModelId>1</ModelId></SupportedModels><SupportedModels><ModelId>2</ModelId></SupportedModels>",
    ])
    func `Models of an app are a list in every form`(content: String) throws {
        let models = try AppFields(fields(content)).models(.apple)
        #expect(models.map(\.name) == ["iPhone", "iPad"])
    }

    @Test(arguments: [
        (
            "<CategoryList><Category><Name>Games</Name></Category><Category><Name>Fun</Name></Category></CategoryList>",
            2
        ),
        ("<CategoryList><Category><Name>Games</Name><Id>1</Id></Category></CategoryList>", 1),
        ("<CategoryList><a:string>Games</a:string><a:string>Fun</a:string></CategoryList>", 2),
        ("<CategoryList><a:string>Games</a:string></CategoryList>", 1), ("<CategoryList/>", 0),
        ("<CategoryList><Category><CategoryId>4</CategoryId></Category></CategoryList>", 0),
    ])
    func `So are its categories`(content: String, count: Int) throws {
        let information = try AppFields(fields(content)).information(over: AppInformation())
        #expect(information.categories == Array(["Games", "Fun"].prefix(count)))
    }

    @Test func `A body that is nil as a whole has no members`() throws {
        let fields = try AdminFields(body: Data("<A xmlns:i='\(Self.instance)' i:nil='true'/>".utf8))
        #expect(fields.all.isEmpty)
    }
}
