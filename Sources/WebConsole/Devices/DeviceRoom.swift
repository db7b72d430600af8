import ConsoleModel
import ConsolePlatform

/// Devices: the list, and one device with everything about it.
struct DeviceRoom: ConsoleRoom {
    var places: [Place] {
        [
            Place(
                "List View", "/console/devices", in: "Devices", area: .devices,
                keywords: ["Device List", "Devices", "Enterprise Wipe", "Device Wipe", "Device Query", "Device Lock"]),
            RegistrationPages.place, WipePages.place,
        ]
    }

    func addPages(to door: PageDoor) {
        door.page("/console/devices") { try await DeviceListPage.page($0) }
        door.form("/console/devices/chosen") { try await DeviceChoice.chosen($0) }
        door.page("/console/devices/chosen") { try await DeviceChoice.page($0) }
        door.form("/console/devices/chosen/send") { try await DeviceChoice.send($0) }
        RegistrationPages.add(to: door)
        WipePages.add(to: door)
        let base = "/console/devices/{udid}"
        door.page(base) { try await DeviceSummary.page($0) }
        door.page("\(base)/profile") { try await DeviceProfilePage.page($0) }
        door.page("\(base)/apps") { try await DeviceAppPages.page($0) }
        door.page("\(base)/commands") { try await DeviceCommandPages.list($0) }
        door.page("\(base)/commands/{id}") { try await DeviceCommandPages.one($0) }
        door.form("\(base)/commands/{id}/delete") { try await DeviceCommandPages.delete($0) }
        door.page("\(base)/beacons") { try await DeviceBeaconPages.list($0) }
        door.page("\(base)/beacons/{id}") { try await DeviceBeaconPages.one($0) }
        door.page("\(base)/logs") { try await DeviceRecordPages.logs($0) }
        door.page("\(base)/locations") { try await DeviceRecordPages.locations($0) }
        door.page("\(base)/records") { try await DeviceSentPage.page($0) }
        DeviceManagementPage.addPages(to: door, below: base)
        DeviceNotePage.addPages(to: door, below: base)
        door.page("\(base)/compliance") { try await DeviceCompliancePage.page($0) }
        door.page("\(base)/user") { try await DeviceUserPage.page($0) }
        door.page("\(base)/events") { try await DeviceRecordPages.events($0) }
        door.page("\(base)/requests") { try await DeviceRecordPages.requests($0) }
        door.page("\(base)/smart-groups") { try await DeviceSmartGroupPage.page($0) }
        door.page("\(base)/act") { try await DeviceStandInPage.page($0) }
        for action in DeviceAction.allCases {
            door.form("\(base)/\(action.rawValue)") { try await action.act(DeviceCaller($0)) }
        }
        for request in DeviceStandIn.allCases {
            door.form("\(base)/\(request.rawValue)") { try await request.act($0) }
        }
    }
}
