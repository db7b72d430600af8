#!/usr/bin/env python3
"""Fills the database of a console that does not run with a large estate; the same figures give the same rows.

    seed.py FOLDER [--devices N] [--users N] [--groups N] [--smart-groups N] [--beacons N] [--events N]

FOLDER is a data folder that a console has been started with once. Below the topmost group stands a new customer
group, code "estate", with everything in it.
"""

import argparse
import hashlib
import json
import random
import sqlite3
import sys
import uuid

if sys.argv[1:2] in (["-h"], ["--help"]):
    sys.exit(print(__doc__.strip()))

START = 1_772_706_030_000
DAY = 86_400_000
MODELS = {
    "Apple": ["iPhone 12", "iPhone 13", "iPhone 14", "iPhone 15", "iPhone 15 Pro", "iPhone 16", "iPad (9th generation)",
              "iPad Air", "iPad Pro"],
    "Android": ["Pixel 7", "Pixel 8", "Galaxy S23"],
    "AppleOsX": ["MacBook Air", "MacBook Pro", "Mac mini"],
    "WinRT": ["Surface Pro", "ThinkPad X1"],
}
VERSIONS = {
    "Apple": ["15.8.2", "16.7.10", "17.0.0", "17.3.1", "17.6.1", "17.7", "18.0", "18.1.0", "18.2", "18.3.1"],
    "Android": ["12.0", "13.0", "14.0"],
    "AppleOsX": ["13.6", "14.5", "15.1"],
    "WinRT": ["10.0.19", "10.0.22"],
}
OWNERSHIPS = ["CorporateDedicated", "CorporateShared", "EmployeeOwned", "Undefined"]
COMPARISONS = [">=", "<", "=", "!=", "<=", ">"]


def version_number(text):
    """17.3.1 as 17 003 001 000."""
    parts = [int(part) for part in text.split(".")] + [0, 0, 0, 0]
    number = 0
    for part in parts[:4]:
        number = number * 1000 + part
    return number


class Estate:
    """Writes the rows, in an order in which every reference exists."""

    def __init__(self, database, figures):
        self.database = database
        self.figures = figures
        self.random = random.Random(20260305)

    def uuid(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def insert(self, table, columns, rows):
        """Inserts rows and answers their ids, which follow one another."""
        before = self.database.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
        marks = ", ".join("?" for _ in columns)
        self.database.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
        first = (before[0] if before else 0) + 1
        return range(first, first + len(rows))

    def fill(self):
        self.groups()
        self.users()
        self.devices()
        self.smart_groups()
        self.applications()
        self.administrators()
        self.rules()
        self.details()
        self.store_applications()
        self.profiles()
        self.registrations()
        self.traces()
        if self.figures.beacons:
            self.beacons()
        if self.figures.events:
            self.events()

    def groups(self):
        """The customer group, departments below it, teams below those."""
        root = self.database.execute("SELECT id, path FROM organizationGroup WHERE parentId IS NULL").fetchone()
        self.group_ids, self.paths = [], {}
        for number in range(self.figures.groups):
            if number == 0:
                parent, code, kind = root, "estate", "Customer"
            elif number <= 20:
                parent, code, kind = (self.group_ids[0], None), f"estate-{number}", "Container"
            else:
                parent, code, kind = (self.group_ids[self.random.randint(1, 20)], None), f"estate-{number}", "Container"
            parent_path = parent[1] or self.paths[parent[0]]
            cursor = self.database.execute(
                "INSERT INTO organizationGroup (uuid, parentId, path, code, name, type, country, createdAt)"
                " VALUES (?, ?, ?, ?, ?, ?, 'Germany', ?)",
                (self.uuid(), parent[0], f"/new-{number}/", code, f"Estate {number}", kind, START))
            group = cursor.lastrowid
            self.paths[group] = f"{parent_path}{group}/"
            self.database.execute(
                "UPDATE organizationGroup SET path = ? WHERE id = ?", (self.paths[group], group))
            self.group_ids.append(group)

    def users(self):
        rows = [(self.uuid(), self.random.choice(self.group_ids), f"user{number:06}", f"First{number}",
                 f"Last{number % 997}", f"user{number:06}@example.test", START)
                for number in range(self.figures.users)]
        self.user_ids = self.insert(
            "enrollmentUser", ["uuid", "groupId", "username", "firstName", "lastName", "email", "createdAt"], rows)
        names = [(self.uuid(), self.group_ids[0], f"Team {number}", START) for number in range(40)]
        self.user_group_ids = self.insert("userGroup", ["uuid", "groupId", "name", "createdAt"], names)
        members = []
        for number, group in enumerate(self.user_group_ids):
            size = min(len(self.user_ids), 10 + number * len(self.user_ids) // 80)
            members += [(group, user) for user in sorted(self.random.sample(self.user_ids, size))]
        self.database.executemany("INSERT INTO userGroupMember (userGroupId, userId) VALUES (?, ?)", members)

    def device(self, number):
        platform = self.random.choices(list(MODELS), [88, 6, 4, 2])[0]
        version = self.random.choice(VERSIONS[platform])
        status = self.random.choices([4, 2, 8, 5], [88, 5, 6, 1])[0]
        seen = START - self.random.randrange(90 * DAY)
        return (self.uuid(), f"{number:08x}" + f"{self.random.getrandbits(128):032x}",
                self.random.choice(self.group_ids), self.random.choice(self.user_ids), f"Device {number}", platform,
                self.random.choice(MODELS[platform]), version, version_number(version),
                self.random.choices(OWNERSHIPS, [50, 10, 30, 10])[0], self.random.choice([1, 2, 2, 2]), status,
                self.random.choices([3, 4, 5], [85, 5, 10])[0], seen, seen - DAY if status == 4 else None, seen - 2 * DAY,
                f"ESTATE{number:06}", f"02:00:00:{number >> 16 & 255:02x}:{number >> 8 & 255:02x}:{number & 255:02x}",
                f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", seen if status == 4 else None, seen - DAY)

    def devices(self):
        self.device_ids = self.insert(
            "device", ["uuid", "identifier", "groupId", "userId", "friendlyName", "platform", "model", "osVersion",
                       "osVersionNumber", "ownership", "managedBy", "enrollmentStatus", "complianceStatus", "lastSeenAt",
                       "enrolledAt", "createdAt", "serialNumber", "macAddress", "ipAddress", "compromisedCheckedAt",
                       "statusChangedAt"],
            [self.device(number) for number in range(self.figures.devices)])
        tags = [(self.uuid(), self.group_ids[0], f"tag-{number}", START) for number in range(20)]
        self.tag_ids = self.insert("tag", ["uuid", "groupId", "name", "createdAt"], tags)
        tagged = []
        for number, tag in enumerate(self.tag_ids):
            chosen = self.random.sample(self.device_ids, len(self.device_ids) * (number + 1) // 100)
            tagged += [(device, tag) for device in sorted(chosen)]
        self.database.executemany("INSERT INTO deviceTag (deviceId, tagId) VALUES (?, ?)", tagged)

    def smart_groups(self):
        """All devices, corporate devices, and then every kind of criterion, alone and together."""
        rows, criteria, members = [], [], []
        first = self.database.execute("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'smartGroup'")
        next_id = first.fetchone()[0] + 1
        for number in range(self.figures.smart_groups):
            smart_group = next_id + number
            name = ["All Devices", "All Corporate Dedicated Devices"][number] if number < 2 else f"Selection {number}"
            is_manual = number % 10 == 9
            rows.append((self.uuid(), self.group_ids[0], name, "UserDevice" if is_manual else "All", START, START))
            if number == 1:
                criteria.append((smart_group, "ownership", None, None, None, "CorporateDedicated", None, None))
            if number > 1 and not is_manual:
                criteria += self.criteria(smart_group, number)
            if is_manual or number % 7 == 6:
                members += [(smart_group, "add", device, None) for device in self.random.sample(self.device_ids, 50)]
                members += [(smart_group, "add", None, user) for user in self.random.sample(self.user_ids, 50)]
            if number % 5 == 4:
                members += [(smart_group, "exclude", device, None) for device in self.random.sample(self.device_ids, 50)]
                members += [(smart_group, "exclude", None, user) for user in self.random.sample(self.user_ids, 50)]
        self.smart_group_ids = self.insert(
            "smartGroup", ["uuid", "groupId", "name", "criteriaType", "createdAt", "updatedAt"], rows)
        assert not rows or self.smart_group_ids[0] == next_id
        self.insert("smartGroupCriterion", ["smartGroupId", "kind", "groupId", "userGroupId", "tagId", "text", "operator",
                                            "number"], criteria)
        self.insert("smartGroupMember", ["smartGroupId", "mode", "deviceId", "userId"], members)

    def criteria(self, smart_group, number):
        """Criteria of the kinds that the bits of a number choose."""
        kinds = number if number < 64 else self.random.randrange(2, 64)
        rows = []
        if kinds & 1:
            rows += [(smart_group, "organizationGroup", group, None, None, None, None, None)
                     for group in self.random.sample(self.group_ids[1:], min(5, len(self.group_ids) - 1))]
        if kinds & 2:
            rows += [(smart_group, "platform", None, None, None, platform, None, None) for platform in ["Apple", "AppleOsX"]]
        if kinds & 4:
            version = self.random.choice(VERSIONS["Apple"])
            rows.append((smart_group, "osVersion", None, None, None, version, self.random.choice(COMPARISONS),
                         version_number(version)))
        if kinds & 8:
            rows += [(smart_group, "tag", None, None, tag, None, None, None) for tag in self.random.sample(self.tag_ids, 2)]
        if kinds & 16:
            rows += [(smart_group, "userGroup", None, group, None, None, None, None)
                     for group in self.random.sample(self.user_group_ids, 2)]
        if kinds & 32:
            rows += [(smart_group, "model", None, None, None, model, None, None)
                     for model in self.random.sample(MODELS["Apple"], 4)]
        return rows

    def applications(self):
        self.app_uuids = [self.uuid() for _ in range(20)]
        self.app_ids = apps = self.insert(
            "application", ["uuid", "groupId", "bundleId", "name", "type", "version", "createdAt"],
            [(self.app_uuids[number], self.group_ids[0], f"com.example.estate{number}", f"Estate app {number}", "Internal", "1.0.0",
              START) for number in range(20)])
        assigned = [(app, group, priority, START) for app in apps
                    for priority, group in enumerate(
                        self.random.sample(self.smart_group_ids, min(3, len(self.smart_group_ids))))]
        self.insert("applicationAssignment", ["applicationId", "smartGroupId", "priority", "createdAt"], assigned)
        # The first app is on many devices, the others here and there.
        installed = [(device, "com.example.estate0", apps[0], "1.0.0", START, START) for device in self.device_ids
                     if device % 10 < 3]
        installed += [(device, f"com.example.estate{1 + device % 19}", apps[1 + device % 19], "0.9.0", START, START)
                      for device in self.device_ids if device % 3 == 0]
        self.insert("installation", ["deviceId", "bundleId", "applicationId", "appVersion", "lastSeenAt", "createdAt"],
                    installed)

    def administrators(self):
        self.insert("administrator", ["uuid", "groupId", "username", "passwordHash", "role", "createdAt"],
                    [(self.uuid(), self.random.choice(self.group_ids), f"estate-admin{number}", "none", "readOnly", START)
                     for number in range(300)])

    def rules(self):
        """Rules at groups of every depth; some devices break one, some have not told."""
        rules = self.insert(
            "complianceRule", ["uuid", "groupId", "name", "kind", "operator", "version", "action", "createdAt", "updatedAt"],
            [(self.uuid(), self.group_ids[0] if number < 5 else self.random.choice(self.group_ids), f"Rule {number}",
              "osVersion", ">=", "17.0", "block", START, START) for number in range(50)])
        findings = [(device, rule, self.random.choices(["holds", "broken", "unknown"], [92, 5, 3])[0], "17.0", START)
                    for rule in rules[:5] for device in self.device_ids]
        self.database.executemany(
            "INSERT INTO complianceFinding (deviceId, ruleId, outcome, value, since) VALUES (?, ?, ?, ?, ?)", findings)

    def details(self):
        """What belongs to devices: something on many, and much on the one in the middle."""
        middle = self.device_ids[len(self.device_ids) // 2]
        identifier = self.database.execute("SELECT identifier FROM device WHERE id = ?", (middle,)).fetchone()[0]
        attributes = [(device, "", name, value, START) for device in self.device_ids if device % 5 == 0
                      for name, value in [("site", "Bonn" if device % 50 else "Kiel"), ("floor", str(device % 9))]]
        self.database.executemany(
            "INSERT INTO deviceAttribute (deviceId, applicationGroup, name, value, updatedAt) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING", attributes + [(middle, "", "site", "Bonn", START)])
        self.insert("deviceNote", ["deviceId", "note", "createdAt", "modifiedAt"],
                    [(middle, f"Note {number}", START, START) for number in range(600)])
        self.insert("deviceLocation", ["receivedAt", "groupId", "deviceId", "latitude", "longitude"],
                    [(START - number * 1000, self.group_ids[0], middle, number % 80, number % 170)
                     for number in range(2000)])
        subjects = self.database.execute("SELECT identifier FROM device ORDER BY id LIMIT 20000").fetchall()
        events = [(START + number, self.group_ids[0], "system", "system", "device.updated", "device",
                   identifier if number % 20 == 0 else subjects[number % len(subjects)][0],
                   json.dumps({"osVersion": "17.0"}), json.dumps({"osVersion": "18.0"})) for number in range(50_000)]
        self.insert("eventLog", ["at", "groupId", "actorKind", "actor", "action", "subjectKind", "subject", "before",
                                 "after"], events)

    def store_applications(self):
        """A catalogue of 1,000 public apps, a third of them purchased, and groups of apps."""
        apps = self.insert(
            "application", ["uuid", "groupId", "bundleId", "name", "type", "version", "createdAt"],
            [(self.uuid(), self.group_ids[0], f"com.example.store{number}", f"Store app {number}", "Public", "2.1", START)
             for number in range(1000)])
        self.database.executemany(
            "INSERT INTO storeApplication (applicationId, externalId, licenses) VALUES (?, ?, ?)",
            [(app, str(700_000_000 + app), 50 if app % 3 == 0 else None) for app in apps])
        self.insert("applicationAssignment", ["applicationId", "smartGroupId", "priority", "createdAt"],
                    [(app, self.random.choice(self.smart_group_ids), 0, START) for app in apps])
        self.app_group_ids = self.insert(
            "applicationGroup", ["uuid", "groupId", "name", "type", "platform", "createdAt"],
            [(self.uuid(), self.group_ids[0], f"App group {number}", "Whitelist", "Apple", START) for number in range(200)])
        self.insert("applicationGroupItem", ["applicationGroupId", "bundleId", "name"],
                    [(group, f"com.example.store{number}", f"Store app {number}")
                     for group in self.app_group_ids for number in range(20)])

    def profiles(self):
        """MDM profiles; the first is on every third device, the others on some."""
        self.profile_ids = self.insert(
            "mdmProfile", ["uuid", "groupId", "name", "platform", "payloadNames", "createdAt", "updatedAt"],
            [(self.uuid(), self.group_ids[0], f"Profile {number}", "Apple", '["Wi-Fi"]', START, START)
             for number in range(300)])
        self.database.executemany(
            "INSERT INTO mdmProfileSmartGroup (profileId, mode, smartGroupId, position) VALUES (?, 'assign', ?, 0)",
            [(profile, self.random.choice(self.smart_group_ids)) for profile in self.profile_ids])
        installed = [(self.profile_ids[0], device, 1, START) for device in self.device_ids if device % 3 == 0]
        installed += [(self.profile_ids[1 + device % 299], device, 1, START) for device in self.device_ids if device % 2]
        self.database.executemany(
            "INSERT INTO mdmProfileDevice (profileId, deviceId, installedVersion, confirmedAt) VALUES (?, ?, ?, ?)", installed)

    def registrations(self):
        """Devices that are awaited, and some that are kept out."""
        rows = []
        for number in range(20_000):
            kind = "BLACKLIST" if number % 10 == 9 else "REGISTER_DEVICE"
            rows.append((self.uuid(), self.group_ids[0] if number % 2 else self.random.choice(self.group_ids),
                         self.random.choice(self.user_ids) if kind == "REGISTER_DEVICE" else None, kind,
                         f"AWAITED{number:06}", START))
        registered = self.insert(
            "deviceRegistration", ["uuid", "groupId", "userId", "kind", "serialNumber", "createdAt"], rows)
        tokens = self.insert(
            "enrollmentToken", ["userId", "tokenHash", "createdAt", "expiresAt"],
            [(row[2], hashlib.sha256(row[0].encode()).digest(), START, START + 30 * DAY) for row in rows if row[2]])
        self.database.executemany(
            "UPDATE deviceRegistration SET tokenId = ? WHERE id = ?",
            zip(tokens, [entry for entry, row in zip(registered, rows) if row[2]]))

    def beacons(self):
        """Beacons of all devices in turn, made by the database, since there are many."""
        self.database.execute(
            "WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?)"
            " INSERT INTO beacon (receivedAt, groupId, deviceId, userId, isCompromised, report)"
            " SELECT ? + n * 10, device.groupId, device.id, device.userId, 0, json_object('payLoad', json_object("
            "   'DeviceIdentifier', device.identifier, 'BundleId', 'com.example.estate', 'IsCompromised', '0',"
            "   'OsVersion', '17.3', 'TransactionIdentifier', CAST(n AS TEXT)))"
            " FROM number JOIN device ON device.id = ? + n % ?",
            (self.figures.beacons, START, self.device_ids[0], len(self.device_ids)))

    def events(self):
        """Analytics events of all devices in turn, one each half second, by 50 names and seven versions of an app."""
        self.database.execute(
            "WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?1)"
            " INSERT INTO analyticsEvent (receivedAt, occurredAt, groupId, deviceId, userId, session, type, name,"
            "   valueType, value, bundleId, bundleVersion)"
            " SELECT ?2 + n * 500, ?2 + n * 500 - 1000, device.groupId, device.id, device.userId, '', 1,"
            "   'event_' || (n * 7919 % 50), 1, CAST(n AS TEXT), 'com.example.estate', '1.' || (n % 7)"
            " FROM number JOIN device ON device.id = ?3 + n % ?4",
            (self.figures.events, START, self.device_ids[0], len(self.device_ids)))

    def traces(self):
        """Sign-ins of administrators and wipes."""
        names = self.database.execute(
            "SELECT id, username, groupId FROM administrator WHERE username LIKE 'estate-%'").fetchall()
        self.insert("administratorSignIn", ["at", "groupId", "administratorId", "username", "address", "succeeded"],
                    [(START + number, names[number % len(names)][2], names[number % len(names)][0],
                      names[number % len(names)][1], "192.0.2.1", number % 20 != 0) for number in range(20_000)])
        self.insert("deviceWipe", ["at", "groupId", "deviceId", "deviceName", "deviceUuid", "devicePlatform", "username",
                                   "kind", "source", "orderedBy", "status"],
                    [(START + number, self.group_ids[0], self.device_ids[number], f"Device {number}", self.uuid(), "Apple",
                      "user000042", "ENTERPRISE_WIPE", "API", "estate-admin0", "APPROVED")
                     for number in range(min(10_000, len(self.device_ids)))])


def main():
    parser = argparse.ArgumentParser(description="Fills the database of a console with a large estate.")
    parser.add_argument("folder", help="data folder of a console that does not run")
    parser.add_argument("--devices", type=int, default=100_000)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--groups", type=int, default=300)
    parser.add_argument("--smart-groups", type=int, default=50)
    parser.add_argument("--beacons", type=int, default=0)
    parser.add_argument("--events", type=int, default=0)
    figures = parser.parse_args()
    if min(figures.devices, figures.users, figures.groups - 21, figures.smart_groups) < 1:
        sys.exit("Every figure has to be positive, and there are at least 22 groups.")
    database = sqlite3.connect(f"file:{figures.folder}/mockuem.sqlite?mode=rw", uri=True)
    database.execute("PRAGMA foreign_keys = ON")
    with database:
        estate = Estate(database, figures)
        estate.fill()
        group = database.execute("SELECT id, uuid FROM organizationGroup WHERE code = 'estate'").fetchone()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    middle = estate.device_ids[len(estate.device_ids) // 2]
    device = database.execute("SELECT uuid FROM device WHERE id = ?", (middle,)).fetchone()
    database.close()
    print(json.dumps({"group": group[0], "groupUuid": group[1], "user": "user000042", "device": middle,
                      "deviceUuid": device[0], "app": estate.app_ids[0], "appUuid": estate.app_uuids[0],
                      "smartGroup": estate.smart_group_ids[0], "profile": estate.profile_ids[0],
                      "appGroup": estate.app_group_ids[0], "tag": estate.tag_ids[-1],
                      "userGroup": estate.user_group_ids[-1],
                      "smartGroups": list(estate.smart_group_ids)}))


if __name__ == "__main__":
    main()
