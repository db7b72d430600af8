PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('V0001_Organization');
INSERT INTO grdb_migrations VALUES('V0002_Users');
INSERT INTO grdb_migrations VALUES('V0003_Devices');
INSERT INTO grdb_migrations VALUES('V0004_DeviceRecords');
INSERT INTO grdb_migrations VALUES('V0005_logs');
INSERT INTO grdb_migrations VALUES('V0006_samples');
INSERT INTO grdb_migrations VALUES('V0007_device_lifecycle');
INSERT INTO grdb_migrations VALUES('V0008_commands');
INSERT INTO grdb_migrations VALUES('V0009_compliance');
INSERT INTO grdb_migrations VALUES('V0010_enrollment');
INSERT INTO grdb_migrations VALUES('V0011_applications');
INSERT INTO grdb_migrations VALUES('V0012_UserAttributes');
INSERT INTO grdb_migrations VALUES('V0013_oauth_clients');
INSERT INTO grdb_migrations VALUES('V0014_SmartGroups');
INSERT INTO grdb_migrations VALUES('V0015_DeviceDirectory');
INSERT INTO grdb_migrations VALUES('V0016_system');
INSERT INTO grdb_migrations VALUES('V0017_DeviceDetails');
INSERT INTO grdb_migrations VALUES('V0018_mdm_profiles');
INSERT INTO grdb_migrations VALUES('V0019_store_applications');
INSERT INTO grdb_migrations VALUES('V0020_event_notifications');
INSERT INTO grdb_migrations VALUES('V0021_audit');
INSERT INTO grdb_migrations VALUES('V0022_log_room');
INSERT INTO grdb_migrations VALUES('V0023_beacon_standing');
INSERT INTO grdb_migrations VALUES('V0024_requery');
INSERT INTO grdb_migrations VALUES('V0025_pending_wipes');
INSERT INTO grdb_migrations VALUES('V0026_geofences');
INSERT INTO grdb_migrations VALUES('V0027_mdm_enrollment');
INSERT INTO grdb_migrations VALUES('V0028_push_certificates');
INSERT INTO grdb_migrations VALUES('V0029_profile_compliance');
INSERT INTO grdb_migrations VALUES('V0031_group_clocks');
INSERT INTO grdb_migrations VALUES('V0032_customer_devices');
INSERT INTO grdb_migrations VALUES('V0033_sandboxes');
CREATE TABLE organizationGroup (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    parentId    INTEGER REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    path        TEXT NOT NULL UNIQUE CHECK (path LIKE '/%/'),
    code        TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(code) BETWEEN 1 AND 64),
    name        TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    type        TEXT NOT NULL CHECK (type IN ('Global', 'Partner', 'Customer', 'Container', 'Prospect')),
    country     TEXT NOT NULL DEFAULT '',
    locale      TEXT NOT NULL DEFAULT 'en-US',
    createdAt   INTEGER NOT NULL, customerId INTEGER REFERENCES organizationGroup (id),
    CHECK ((parentId IS NULL) = (type = 'Global'))
) STRICT;
INSERT INTO organizationGroup VALUES(7,'2fc4604b-e2dc-46bd-8c35-46c647070f24',NULL,'/7/','global','Global','Global','','en-US',1772706030000,7);
INSERT INTO organizationGroup VALUES(8,'7a171be1-a738-4bf0-8da1-ef7cb5a90dfd',7,'/7/8/','demo','Demo','Customer','','en-US',1772706030000,8);
INSERT INTO organizationGroup VALUES(9,'92d1243f-9ded-446b-9c2c-342087f33cd5',7,'/7/9/','appreview','App Review','Customer','','en-US',1772706030000,9);
CREATE TABLE organizationGroupSetting (
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    key         TEXT NOT NULL,
    value       TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (groupId, key)
) STRICT, WITHOUT ROWID;
INSERT INTO organizationGroupSetting VALUES(8,'authenticationTypes','["usernameAndPassword","token"]');
INSERT INTO organizationGroupSetting VALUES(8,'defaultProfile','"8c31f649-829e-435d-a329-9107655d8dc6"');
INSERT INTO organizationGroupSetting VALUES(8,'emailDomains','["example.test","example.com"]');
INSERT INTO organizationGroupSetting VALUES(8,'requireMDMEnrollment','false');
INSERT INTO organizationGroupSetting VALUES(9,'authenticationTypes','["usernameAndPassword"]');
INSERT INTO organizationGroupSetting VALUES(9,'requireMDMEnrollment','false');
CREATE TABLE administrator (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    username     TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(username) BETWEEN 1 AND 255),
    passwordHash TEXT NOT NULL,
    role         TEXT NOT NULL,
    isActive     INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    createdAt    INTEGER NOT NULL
, firstName TEXT NOT NULL DEFAULT '', lastName TEXT NOT NULL DEFAULT '', email TEXT NOT NULL DEFAULT '', timeZone TEXT NOT NULL DEFAULT '', locale TEXT NOT NULL DEFAULT '', landingPage TEXT NOT NULL DEFAULT '', requiresPasswordChange INTEGER NOT NULL DEFAULT 0
    CHECK (requiresPasswordChange IN (0, 1)), lastLoginAt INTEGER) STRICT;
INSERT INTO administrator VALUES(1,'55929e32-946c-4dd0-bf24-b11e1e24f2d6',7,'admin','$scrypt$ln=2,r=8,p=1$ev3YXZ7k2ugyv5+PaZe0Mw==$Tknz+wLIIMgGtAra1wkohGKPDj0zAbvshH73ww5ez8c=','Console Administrator',1,1772706030000,'','','','','','',0,NULL);
CREATE TABLE apiKey (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    keyHash   BLOB NOT NULL UNIQUE CHECK (length(keyHash) = 32),
    createdAt INTEGER NOT NULL,
    revokedAt INTEGER
) STRICT;
INSERT INTO apiKey VALUES(1,'e01785a5-5f0a-41d7-b6ce-b9acd5eb0987',7,'Default',X'4477327eb287b37c81ca213497b9d4d02182fa191a5c0c07eb0082d62a9a2459',1772706030000,NULL);
CREATE TABLE boundedTable (
    name     TEXT PRIMARY KEY NOT NULL,
    rowCount INTEGER NOT NULL DEFAULT 0 CHECK (rowCount >= 0),
    evicted  INTEGER NOT NULL DEFAULT 0 CHECK (evicted >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO boundedTable VALUES('administratorSignIn',0,0);
INSERT INTO boundedTable VALUES('agentSession',0,0);
INSERT INTO boundedTable VALUES('analyticsEvent',0,0);
INSERT INTO boundedTable VALUES('beacon',1,0);
INSERT INTO boundedTable VALUES('command',0,0);
INSERT INTO boundedTable VALUES('dataUsage',0,0);
INSERT INTO boundedTable VALUES('deviceLocation',0,0);
INSERT INTO boundedTable VALUES('deviceMessage',0,0);
INSERT INTO boundedTable VALUES('deviceSample',0,0);
INSERT INTO boundedTable VALUES('deviceWipe',0,0);
INSERT INTO boundedTable VALUES('eventLog',22,0);
INSERT INTO boundedTable VALUES('notificationDelivery',0,0);
INSERT INTO boundedTable VALUES('pinReport',0,0);
INSERT INTO boundedTable VALUES('pushToken',0,0);
INSERT INTO boundedTable VALUES('termsOfUseDecision',0,0);
CREATE TABLE eventLog (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    at          INTEGER NOT NULL,
    groupId     INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    actorKind   TEXT NOT NULL,
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    subjectKind TEXT NOT NULL,
    subject     TEXT NOT NULL,
    before      TEXT CHECK (before IS NULL OR json_valid(before)),
    after       TEXT CHECK (after IS NULL OR json_valid(after))
, deviceId INTEGER) STRICT;
INSERT INTO eventLog VALUES(1,1772706030000,NULL,'system','system','organizationGroup.created','organizationGroup','global',NULL,'{"code":"global","country":"","locale":"en-US","name":"Global","parentId":null,"path":"","type":"Global","uuid":"2fc4604b-e2dc-46bd-8c35-46c647070f24"}',NULL);
INSERT INTO eventLog VALUES(2,1772706030000,NULL,'system','system','organizationGroup.created','organizationGroup','global/demo',NULL,'{"code":"demo","country":"","locale":"en-US","name":"Demo","parentId":"7","path":"","type":"Customer","uuid":"7a171be1-a738-4bf0-8da1-ef7cb5a90dfd"}',NULL);
INSERT INTO eventLog VALUES(3,1772706030000,NULL,'system','system','organizationGroup.created','organizationGroup','global/appreview',NULL,'{"code":"appreview","country":"","locale":"en-US","name":"App Review","parentId":"7","path":"","type":"Customer","uuid":"92d1243f-9ded-446b-9c2c-342087f33cd5"}',NULL);
INSERT INTO eventLog VALUES(4,1772706030000,8,'system','system','enrollmentUser.created','enrollmentUser','demo',NULL,'{"accountType":"Basic","categoryId":"0","costCenter":"","customAttribute1":"","customAttribute2":"","customAttribute3":"","customAttribute4":"","customAttribute5":"","department":"","displayName":"","domain":"","email":"demo@example.test","emailUsername":"","employeeIdentifier":"","enrollmentGroupId":null,"externalId":"","firstName":"Dana","fullName":"","groupId":"8","isActive":"1","lastName":"Demo","messageTemplateUuid":"","messageType":"0","middleName":"","mobileNumber":"","phone":"","role":"Full Access","roleUuid":"","securityType":null,"stagingMode":"StagingDisabled","userPrincipalName":"","username":"demo","uuid":"a7c97072-4c7f-4412-8552-6e10d8dc210e"}',NULL);
INSERT INTO eventLog VALUES(5,1772706030000,9,'system','system','enrollmentUser.created','enrollmentUser','reviewer',NULL,'{"accountType":"Basic","categoryId":"0","costCenter":"","customAttribute1":"","customAttribute2":"","customAttribute3":"","customAttribute4":"","customAttribute5":"","department":"","displayName":"","domain":"","email":"reviewer@example.test","emailUsername":"","employeeIdentifier":"","enrollmentGroupId":null,"externalId":"","firstName":"App","fullName":"","groupId":"9","isActive":"1","lastName":"Reviewer","messageTemplateUuid":"","messageType":"0","middleName":"","mobileNumber":"","phone":"","role":"Full Access","roleUuid":"","securityType":null,"stagingMode":"StagingDisabled","userPrincipalName":"","username":"reviewer","uuid":"d6c6c3e3-4733-427a-8b51-4d611c4c94ad"}',NULL);
INSERT INTO eventLog VALUES(6,1772706030000,8,'system','system','brandingImage.created','brandingImage','logo',NULL,'{"bytes":"145","name":"logo","type":"image/png"}',NULL);
INSERT INTO eventLog VALUES(7,1772706030000,8,'system','system','sdkProfile.created','sdkProfile','Review',NULL,'{"description":"No passcode, nothing restricted, logs and analytics on.","groupId":"8","inherits":"1","name":"Review","uuid":"8c31f649-829e-435d-a329-9107655d8dc6","version":"1"}',NULL);
INSERT INTO eventLog VALUES(8,1772706030000,8,'system','system','sdkProfile.created','sdkProfile','Everything',NULL,'{"description":"Every payload a client knows, with values worth parsing.","groupId":"8","inherits":"1","name":"Everything","uuid":"0111d99e-a0be-4ec4-aaf5-c881b1dfb2b3","version":"1"}',NULL);
INSERT INTO eventLog VALUES(9,1772706030000,9,'system','system','sdkProfile.created','sdkProfile','App Review',NULL,'{"description":"The least an app needs to initialise.","groupId":"9","inherits":"1","name":"App Review","uuid":"b3525463-a97c-4cbb-95bf-ec016815c4bb","version":"1"}',NULL);
INSERT INTO eventLog VALUES(10,1772706030000,8,'system','system','settings.created','settings','global/demo',NULL,'{"authenticationTypes":"strings([\"usernameAndPassword\", \"token\"])","defaultProfile":"string(\"8c31f649-829e-435d-a329-9107655d8dc6\")","emailDomains":"strings([\"example.test\", \"example.com\"])","requireMDMEnrollment":"bool(false)"}',NULL);
INSERT INTO eventLog VALUES(11,1772706030000,9,'system','system','settings.created','settings','global/appreview',NULL,'{"authenticationTypes":"strings([\"usernameAndPassword\"])","requireMDMEnrollment":"bool(false)"}',NULL);
INSERT INTO eventLog VALUES(12,1772706030000,8,'system','system','smartGroup.created','smartGroup','All Devices',NULL,'{"criteriaType":"All","groupId":"8","name":"All Devices","uuid":"f81761ea-4c3b-4fd6-90fc-5ba29c5daf1c"}',NULL);
INSERT INTO eventLog VALUES(13,1772706030000,9,'system','system','smartGroup.created','smartGroup','App Review Devices',NULL,'{"criteriaType":"UserDevice","groupId":"9","name":"App Review Devices","uuid":"1f001e9c-c3e1-4907-9d6f-5f5e04612130"}',NULL);
INSERT INTO eventLog VALUES(14,1772706030000,8,'system','system','application.created','application','com.example.demo',NULL,'{"bundleId":"com.example.demo","groupId":"8","name":"Demo app","platform":"Apple","profileId":"1","profileMode":"custom","status":"Active","type":"Internal","uuid":"b651f091-9fe8-4db5-bb39-21edbf46a576","version":"1.0.0"}',NULL);
INSERT INTO eventLog VALUES(15,1772706030000,8,'system','system','application.created','application','com.example.everything',NULL,'{"bundleId":"com.example.everything","groupId":"8","name":"Everything app","platform":"Apple","profileId":"2","profileMode":"custom","status":"Active","type":"Internal","uuid":"262f990f-3886-4de7-88d8-b7c1c24b8694","version":"1.0.0"}',NULL);
INSERT INTO eventLog VALUES(16,1772706030000,9,'system','system','application.created','application','com.example.review',NULL,'{"bundleId":"com.example.review","groupId":"9","name":"App under review","platform":"Apple","profileId":"3","profileMode":"custom","status":"Active","type":"Internal","uuid":"ed21268e-3331-4bda-98aa-257eee071728","version":"1.0.0"}',NULL);
INSERT INTO eventLog VALUES(17,1772706030000,7,'system','system','administrator.created','administrator','admin',NULL,NULL,NULL);
INSERT INTO eventLog VALUES(18,1772706030000,7,'system','system','apiKey.created','apiKey','Default',NULL,NULL,NULL);
INSERT INTO eventLog VALUES(19,1772706030000,7,'system','system','oauthClient.created','oauthClient','Default',NULL,NULL,NULL);
INSERT INTO eventLog VALUES(20,1772706030000,8,'device','3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c','device.enrolled','device','3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c',NULL,'{"enrollmentStatus":"4","groupId":"8","user":"demo"}',1);
INSERT INTO eventLog VALUES(21,1772706030000,8,'device','3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c','device.renamed','device','3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c','{"friendlyName":"demo''s device"}','{"friendlyName":"Simulated iPhone"}',1);
INSERT INTO eventLog VALUES(22,1772706030000,8,'device','3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c','escrow.stored','device','3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c',NULL,'{"algorithm":"AES256","bundleId":"com.example.demo","usage":"SDK"}',1);
CREATE TABLE enrollmentUser (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    username       TEXT NOT NULL COLLATE NOCASE CHECK (length(username) BETWEEN 1 AND 255),
    passwordHash   TEXT,
    accountType    TEXT NOT NULL DEFAULT 'Basic' CHECK (accountType IN ('Basic', 'Directory', 'Saml')),
    domain         TEXT NOT NULL DEFAULT '',
    firstName      TEXT NOT NULL DEFAULT '',
    lastName       TEXT NOT NULL DEFAULT '',
    email          TEXT NOT NULL DEFAULT '',
    phone          TEXT NOT NULL DEFAULT '',
    isActive       INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    failedLogins   INTEGER NOT NULL DEFAULT 0 CHECK (failedLogins >= 0),
    lockedAt       INTEGER,
    createdAt      INTEGER NOT NULL, securityType INTEGER CHECK (securityType BETWEEN 1 AND 5), middleName TEXT NOT NULL DEFAULT '', displayName TEXT NOT NULL DEFAULT '', fullName TEXT NOT NULL DEFAULT '', userPrincipalName TEXT NOT NULL DEFAULT '', emailUsername TEXT NOT NULL DEFAULT '', mobileNumber TEXT NOT NULL DEFAULT '', externalId TEXT NOT NULL DEFAULT '', department TEXT NOT NULL DEFAULT '', employeeIdentifier TEXT NOT NULL DEFAULT '', costCenter TEXT NOT NULL DEFAULT '', customAttribute1 TEXT NOT NULL DEFAULT '', customAttribute2 TEXT NOT NULL DEFAULT '', customAttribute3 TEXT NOT NULL DEFAULT '', customAttribute4 TEXT NOT NULL DEFAULT '', customAttribute5 TEXT NOT NULL DEFAULT '', role TEXT NOT NULL DEFAULT 'Full Access', roleUuid TEXT NOT NULL DEFAULT '', stagingMode TEXT NOT NULL DEFAULT 'StagingDisabled', messageType INTEGER NOT NULL DEFAULT 0 CHECK (messageType BETWEEN 0 AND 3), messageTemplateUuid TEXT NOT NULL DEFAULT '', categoryId INTEGER NOT NULL DEFAULT 0, enrollmentGroupId INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    UNIQUE (groupId, username)
) STRICT;
INSERT INTO enrollmentUser VALUES(1,'a7c97072-4c7f-4412-8552-6e10d8dc210e',8,'demo','$scrypt$ln=2,r=8,p=1$KdodQXXXh7a6W8FZBnhzqg==$QevY4fieykcBQc73QyPbj8sfQ+8EFsG7hgt0/XMiXYA=','Basic','','Dana','Demo','demo@example.test','',1,0,NULL,1772706030000,NULL,'','','','','','','','','','','','','','','','Full Access','','StagingDisabled',0,'',0,NULL);
INSERT INTO enrollmentUser VALUES(2,'d6c6c3e3-4733-427a-8b51-4d611c4c94ad',9,'reviewer','$scrypt$ln=2,r=8,p=1$UO8Lhj/DmuYzJ/WB6Mm9Eg==$3GZErAG1T4rTrDLdWEDI/JqkFjTQOBf8UZA9ICfARko=','Basic','','App','Reviewer','reviewer@example.test','',1,0,NULL,1772706030000,NULL,'','','','','','','','','','','','','','','','Full Access','','StagingDisabled',0,'',0,NULL);
CREATE TABLE enrollmentToken (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    userId    INTEGER NOT NULL REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    usedAt    INTEGER
, kind TEXT NOT NULL DEFAULT 'enrollment'
    CHECK (kind IN ('enrollment', 'login', 'saml')), groupId INTEGER REFERENCES organizationGroup (id) ON DELETE CASCADE, deviceIdentifier TEXT
    CHECK (kind <> 'saml' OR (deviceIdentifier IS NOT NULL AND groupId IS NOT NULL))) STRICT;
CREATE TABLE userGroup (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    createdAt INTEGER NOT NULL, description TEXT NOT NULL DEFAULT '',
    UNIQUE (groupId, name)
) STRICT;
CREATE TABLE userGroupMember (
    userGroupId INTEGER NOT NULL REFERENCES userGroup (id) ON DELETE CASCADE,
    userId      INTEGER NOT NULL REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    PRIMARY KEY (userGroupId, userId)
) STRICT, WITHOUT ROWID;
CREATE TABLE sdkProfile (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    name        TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    description TEXT NOT NULL DEFAULT '',
    version     INTEGER NOT NULL CHECK (version >= 1),
    createdAt   INTEGER NOT NULL,
    updatedAt   INTEGER NOT NULL, inherits INTEGER NOT NULL DEFAULT 1 CHECK (inherits IN (0, 1)), asksCompliance INTEGER NOT NULL DEFAULT 0 CHECK (asksCompliance IN (0, 1)),
    UNIQUE (groupId, name)
) STRICT;
INSERT INTO sdkProfile VALUES(1,'8c31f649-829e-435d-a329-9107655d8dc6',8,'Review','No passcode, nothing restricted, logs and analytics on.',1,1772706030000,1772706030000,1,0);
INSERT INTO sdkProfile VALUES(2,'0111d99e-a0be-4ec4-aaf5-c881b1dfb2b3',8,'Everything','Every payload a client knows, with values worth parsing.',1,1772706030000,1772706030000,1,1);
INSERT INTO sdkProfile VALUES(3,'b3525463-a97c-4cbb-95bf-ec016815c4bb',9,'App Review','The least an app needs to initialise.',1,1772706030000,1772706030000,1,0);
CREATE TABLE sdkProfileVersion (
    profileId INTEGER NOT NULL REFERENCES sdkProfile (id) ON DELETE CASCADE,
    version   INTEGER NOT NULL CHECK (version >= 1),
    payloads  BLOB NOT NULL,
    createdAt INTEGER NOT NULL,
    PRIMARY KEY (profileId, version)
) STRICT, WITHOUT ROWID;
INSERT INTO sdkProfileVersion VALUES(1,1,X'62706c6973743030a4010a1014d402030405060708095f101241757468656e7469636174696f6e547970655f1012456e61626c6553696e676c655369676e4f6e5c50617373636f64654d6f64655b5061796c6f616454797065130000000000000000081300000000000000005f101250617373636f6465506f6c69636965735632d30b050c0d0e0f5c4c6f6767696e674c6576656c5f101053656e644c6f67734f766572576966691300000000000000025f10114c6f6767696e6753657474696e6773563208d2110512135f100f456e61626c65416e616c7974696373095f1013416e616c797469637353657474696e67735632d2150516175e437573746f6d53657474696e67735f103b7b2261706942617365223a2268747470733a2f2f6170692e6578616d706c652e74657374222c22626574614665617475726573223a66616c73657d5f1010437573746f6d53657474696e677356320008000d0016002b0040004d005900620063006c00810088009500a800b100c500c600cb00dd00de00f400f9010801460000000000000201000000000000001800000000000000000000000000000159',1772706030000);
INSERT INTO sdkProfileVersion VALUES(2,1,X'62706c6973743030af10100124304861767c808b9197a8acb0b9bddf101002030405060708090a0b0c0d0e0f10111213161718191a1b1c1d1e1f202122235b416c6c6f7753696d706c655c416c6c6f77656453697465735f101241757468656e7469636174696f6e547970655d42696f6d65747269634d6f64655f101e456e61626c65496e746567726174656441757468656e7469636174696f6e5f1012456e61626c6553696e676c655369676e4f6e5f10154d6178696d756d4661696c6564417474656d7074735f10124d6178696d756d50617373636f64654167655f101e4d696e696d756d4e756d626572436f6d706c6578436861726163746572735f10154d696e696d756d50617373636f64654c656e6774685f100f50617373636f6465486973746f72795c50617373636f64654d6f64655f100f50617373636f646554696d656f75745b5061796c6f6164547970655e5061796c6f616456657273696f6e58706f6c696379496408a214155f10142a2e696e7472612e6578616d706c652e746573745f101177696b692e6578616d706c652e74657374130000000000000001130000000000000002090913000000000000000813000000000000005a1300000000000000011300000000000000061300000000000000031300000000000000021300000000000003845f101250617373636f6465506f6c69636965735632130000000000000001523132d625262728290f2a2b2c2d2e2f5f100f43657274696669636174654e616d655f101543657274696669636174655468756d627072696e745f100f4365727469666963617465547970655850617373776f72645e5061796c6f6164436f6e74656e745d44656d6f2073657276696365735f102844374536393932364545333237423630334337374538413246384639453943423742373046373035535066785b73616d706c652d6f6e6c794f11046b308204670201033082041d06092a864886f70d010701a082040e0482040a308204063082029206092a864886f70d010706a08202833082027f0201003082027806092a864886f70d010701305706092a864886f70d01050d304a302906092a864886f70d01050c301c0408c9a00e11ccb8857d02020800300c06082a864886f70d02090500301d060960864801650304012a041007be5d889ae42fa9f6af6196c186b73c80820210e099a35b92187b0792fd89102ef3260d7af4eb85f825ab18d84d6dde088035ec4fe1daaf209615b04577ffa0670f91d8123d18d274643d9a32a15ca2b363b29db064ee882493843111d4623ff09fc8497a37731425587676f4aede6e979bb0ac96cdac41a85ff4b25a9bfcaa46a25746d36b3b1a9047a0772ec042b89565e38f8e1aae2d03462e6a499b48334fee3b0cdb619ceefda0fa56f7809fbbbaebfb4ebf52d043b15358636637f74a17ca01a3bdc570a9321e5ced1b6b174fc167c03e3079d4a9e98813002d429f7aed4b44d02bbf55a6e1adb9cf47d37119a41cb4e5031210a53fdc894abc24ec5e452b3982e07503c7a729118d5bbb62e4aa5ce9ebdbae672ae9cf4b9811a1dcfc2ab0ccf7ef207887d166c808ca55499953a6886d851e2e8e4c263c868dc707799239c3f4dfa048861f58ab7ccfab3bec45dc4979e95a4bd671aaed56f5f7b4dc4aa35606b38efa2356e3d1c413e26a269230511a669d71e9a259ace59845119e979a828e67bd01104282345ff89917985c5126f0c7af6e275f86d4ba05465aaee11ca217e1dcdc356fef7750f2c46c31d93f44a8b0d48a8d77f018d943fb92507fc1f85d67a0e530fb420687402422b5d0f944890e1b8ebbf2cb689b2dec2566c0748679dccb595bb0671a504660982a38b98c216c8f676977854cff006cbbe21c2b95ac7c1574ccb258f94e52c7894702baca80a1d1ab723e30ab4467db8eac7099fea53082016c06092a864886f70d010701a082015d048201593082015530820151060b2a864886f70d010c0a0102a081ef3081ec305706092a864886f70d01050d304a302906092a864886f70d01050c301c0408f0dc09ac725171ee02020800300c06082a864886f70d02090500301d060960864801650304012a04108ff42c94e94fe79bc7e3ee4c1872b93f048190a96f91c3b15fa59b5ae707089a575351a1150245208e97e91c9c6ab2f5d0966a061f507990961ea98f9f0eeddffe7a0d75419436072aa901f73187cdafa6eb8f2298fc8c8772ca12e3779d9a2c4a662c59cae3068aa14d7e67c31a590edfe8a2d1e57d9fe976ff3b8e34e6c1b2c14e04524f11f8a33c4312f5945530197ee500f436e80c580874eb08727eb661bba32b3150302306092a864886f70d01091531160414d7e69926ee327b603c77e8a2f8f9e9cb7b70f705302906092a864886f70d010914311c1e1a00440065006d006f00200073006500720076006900630065007330413031300d060960864801650304020105000420055af8f7e71c1ef98bf91163f6b2fea5f2c6c65a8cc6250e075abe6d72bbf32904081a1501409b8afb06020208005f101543726564656e7469616c7353657474696e67735632dc3132333435363738393a3b0f3c3d3e3f40414243444546475f101041707054756e6e656c446f6d61696e735d41707054756e6e656c4d6f64655f100f456e61626c6541707054756e6e656c5f1013456e61626c654635496e746567726174696f6e5f1014463541757468656e7469636174696f6e4d6f64655b4d414748747470506f72745c4d41474874747073506f72745e4d414750726f78795365727665725f10114d414753736c43657274696669636174655f100f4d41475573655075626c696353534c5f10194d6167527361416461707469766541757468456e61626c6564a114130000000000000001080813ffffffffffffffff1300000000000007e41300000000000007e45f101374756e6e656c2e6578616d706c652e74657374a009085f101641707054756e6e656c696e67506f6c69636965735632dc494a4b4c4d4e4f505152530f54565758595a5b5c5d5e5f605f1013416c6c6f7765644170706c69636174696f6e735c456e61626c6543616d6572615f1014456e61626c65436f6d706f73696e67456d61696c5f100f456e61626c65436f707950617374655f1010456e61626c65446174614261636b55705f1018456e61626c65446174614c6f737350726576656e74696f6e5f1016456e61626c654c6f636174696f6e53657276696365735e456e61626c655072696e74696e675f100f456e61626c6557617465726d61726b5f10264c696d6974446f63756d656e7473746f4f70656e4f6e6c79696e417070726f766564417070735b4f7665726c617954657874a1555f1016636f6d2e6578616d706c652e65766572797468696e670909080809090809095d44656d6f20696e7465726e616c5f1014446174614c6f737350726576656e74696f6e5632db626364650f666768696a6b6c6c6d6e6f7071727374755f1017436f6d70616e794c6f676f50686f6e65486967685265735f1018436f6d70616e794c6f676f5461626c6574486967685265735e456e61626c654272616e64696e675f10104f7267616e697a6174696f6e4e616d655c5072696d617279436f6c6f725f10105072696d61727954657874436f6c6f725e5365636f6e64617279436f6c6f725f10125365636f6e6461727954657874436f6c6f725c546f6f6c626172436f6c6f725f1010546f6f6c62617254657874436f6c6f725a696d6167653a6c6f676f095444656d6f5f10124272616e64696e6753657474696e67735632130000000000336699130000000000ffffff130000000000f0f0f0130000000000333333130000000000336699130000000000ffffffd3770f78797a7b5c4c6f6767696e674c6576656c5f101053656e644c6f67734f766572576966691300000000000000035f10114c6f6767696e6753657474696e6773563208d27d0f7e7f5f100f456e61626c65416e616c7974696373095f1013416e616c797469637353657474696e67735632d5818283840f858687898a5f1017416c6c6f7743656c6c756c6172436f6e6e656374696f6e5f1013416c6c6f7757694669436f6e6e656374696f6e5c416c6c6f77656453534944735f1013456e61626c654e6574776f726b416363657373130000000000000002130000000000000002a1885944656d6f5374616666095f100f4e6574776f726b4163636573735632d38c8d0f8e8f905f1013456e61626c654f66666c696e654163636573735f101b4d6178696d756d506572696f64416c6c6f7765644f66666c696e65092340f51800000000005f10174f66666c696e65416363657373506f6c69636965735632d3920f939495965f1015436f6d70726f6d6973656450726f74656374696f6e58706f6c6963794944095f1015436f6d70726f6d69736564506f6c696369657356325133d398990f9a9ba75f1010456e61626c6547656f66656e63696e675d47656f66656e6365417265617309a19cd59d9e9fa0a1a2a3a4a5a65743656e746572585743656e74657259544e616d655652616469757358556e69717565496423404a428f5c28f5c323402acf5c28f5c28f5c48656164717561727465727323407f4000000000005268715f101447656f66656e63696e6753657474696e67735632d2a90faaab5e437573746f6d53657474696e67735f103a7b2261706942617365223a2268747470733a2f2f6170692e6578616d706c652e74657374222c22626574614665617475726573223a747275657d5f1010437573746f6d53657474696e67735632d20fadaeaf5f101157656273656e736550726f7879547970655f1010436f6e74656e7446696c746572696e67130000000000000000d4b10fb2b3b4b5b6b85c46696c7465725479706549645f10175765627369746546696c74657243617465676f726965735f100f5765627369746546696c74657249641300000000000000015f10105765627369746546696c746572696e67a1b75867616d626c696e67130000000000000001d2ba0fbbbc5f1019456e61626c65496e746567726174696f6e5365727669636573085f1013496e746567726174696f6e5365727669636573d4be0f10bfc0c1c2c35f10125061796c6f6164446973706c61794e616d655f101373796e63496e74657276616c4d696e757465735f101353657474696e6773206f6620746865206170705f101f636f6d2e6578616d706c652e65766572797468696e672e73657474696e677351315231350008001b003e004a0057006c007a009b00b000c800dd00fe011601280135014701530162016b016c016f0186019a01a301ac01ad01ae01b701c001c901d201db01e401ed0202020b020e021b022d024502570260026f027d02a802ac02b80727073f0758076b0779078b07a107b807c407d107e007f4080608220824082d082e082f08380841084a0860086108620863087c089508ab08b808cf08e108f4090f0928093709490972097e09800999099a099b099c099d099e099f09a009a109a209b009c709de09f80a130a220a350a420a550a640a790a860a990aa40aa50aaa0abf0ac80ad10ada0ae30aec0af50afc0b090b1c0b250b390b3a0b3f0b510b520b680b730b8d0ba30bb00bc60bcf0bd80bda0be40be50bf70bfe0c140c320c330c3c0c560c5d0c750c7e0c7f0c970c990ca00cb30cc10cc20cc40ccf0cd70cdf0ce40ceb0cf40cfd0d060d130d1c0d1f0d360d3b0d4a0d870d9a0d9f0db30dc60dcf0dd80de50dff0e110e1a0e2d0e2f0e380e410e460e620e630e790e820e970ead0ec30ee50ee7000000000000020100000000000000c400000000000000000000000000000eea',1772706030000);
INSERT INTO sdkProfileVersion VALUES(3,1,X'62706c6973743030a2010ad402030405060708095f101241757468656e7469636174696f6e547970655f1012456e61626c6553696e676c655369676e4f6e5c50617373636f64654d6f64655b5061796c6f616454797065130000000000000000081300000000000000005f101250617373636f6465506f6c69636965735632d30b050c0d0e0f5c4c6f6767696e674c6576656c5f101053656e644c6f67734f766572576966691300000000000000025f10114c6f6767696e6753657474696e6773563208080b14293e4b5760616a7f8693a6afc300000000000001010000000000000010000000000000000000000000000000c4',1772706030000);
CREATE TABLE tag (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    createdAt INTEGER NOT NULL, kind INTEGER NOT NULL DEFAULT 1 CHECK (kind BETWEEN 1 AND 2), avatar TEXT NOT NULL DEFAULT '',
    UNIQUE (groupId, name)
) STRICT;
CREATE TABLE deviceTag (
    deviceId INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    tagId    INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE, taggedAt INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (deviceId, tagId)
) STRICT, WITHOUT ROWID;
CREATE TABLE installation (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId       INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    bundleId       TEXT NOT NULL COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    applicationId  INTEGER REFERENCES application (id) ON DELETE SET NULL,
    appVersion     TEXT,
    sdkVersion     TEXT,
    pushToken      TEXT,
    profileId      INTEGER REFERENCES sdkProfile (id) ON DELETE SET NULL,
    profileVersion INTEGER,
    profileOutcome TEXT,
    profileAt      INTEGER,
    singleSignOn   INTEGER NOT NULL DEFAULT 0 CHECK (singleSignOn IN (0, 1)),
    lastSeenAt     INTEGER NOT NULL,
    createdAt      INTEGER NOT NULL,
    UNIQUE (deviceId, bundleId)
) STRICT;
INSERT INTO installation VALUES(1,1,'com.example.demo',NULL,'1.0.0',NULL,NULL,NULL,NULL,NULL,NULL,0,1772706030000,1772706030000);
CREATE TABLE credential (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId            INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    installationId      INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    userId              INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    authenticationGroup TEXT NOT NULL COLLATE NOCASE CHECK (length(authenticationGroup) BETWEEN 1 AND 255),
    sealedToken         BLOB NOT NULL,
    createdAt           INTEGER NOT NULL,
    revokedAt           INTEGER,
    revokedReason       TEXT
, isLeaving INTEGER NOT NULL DEFAULT 0 CHECK (isLeaving IN (0, 1))) STRICT;
INSERT INTO credential VALUES(1,1,1,1,'com.example.demo',X'd9f624278e701fbb2e072aaf246c1b57af005c6bbaeeaa60e68e5678ea8becb9b911b2785ec4c7daf044eb9f5664401a4a576403ee2988584c54167ffabf4929da15340ed17d4f0780c0c2940ee54812bb26e0b6dff89dec25add1a5',1772706030000,NULL,NULL,0);
CREATE TABLE accessToken (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    jti                 TEXT NOT NULL UNIQUE,
    deviceId            INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    installationId      INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    userId              INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    authenticationGroup TEXT NOT NULL COLLATE NOCASE,
    issuedAt            INTEGER NOT NULL,
    expiresAt           INTEGER NOT NULL,
    revokedAt           INTEGER,
    revokedReason       TEXT
, isLeaving INTEGER NOT NULL DEFAULT 0 CHECK (isLeaving IN (0, 1))) STRICT;
INSERT INTO accessToken VALUES(1,'6c7b5225-2bd6-442e-9b49-98e9fd366225',1,1,1,'com.example.demo',1772706030000,1772792430000,NULL,NULL,0);
CREATE TABLE smartGroup (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    name         TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    criteriaType TEXT NOT NULL DEFAULT 'All' CHECK (criteriaType IN ('All', 'UserDevice')),
    createdAt    INTEGER NOT NULL,
    updatedAt    INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;
INSERT INTO smartGroup VALUES(1,'f81761ea-4c3b-4fd6-90fc-5ba29c5daf1c',8,'All Devices','All',1772706030000,1772706030000);
INSERT INTO smartGroup VALUES(2,'1f001e9c-c3e1-4907-9d6f-5f5e04612130',9,'App Review Devices','UserDevice',1772706030000,1772706030000);
CREATE TABLE applicationAssignment (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    smartGroupId  INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE RESTRICT,
    priority      INTEGER NOT NULL DEFAULT 0 CHECK (priority >= 0),
    createdAt     INTEGER NOT NULL, ruleId INTEGER REFERENCES assignmentRule (id) ON DELETE CASCADE,
    UNIQUE (applicationId, smartGroupId)
) STRICT;
INSERT INTO applicationAssignment VALUES(1,1,1,0,1772706030000,NULL);
INSERT INTO applicationAssignment VALUES(2,2,1,0,1772706030000,NULL);
INSERT INTO applicationAssignment VALUES(3,3,2,0,1772706030000,NULL);
CREATE TABLE command (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    requestType    TEXT NOT NULL CHECK (length(requestType) BETWEEN 1 AND 255),
    command        BLOB NOT NULL,
    status         TEXT NOT NULL DEFAULT 'queued' CHECK (status IN
        ('queued', 'delivered', 'acknowledged', 'error', 'notNow', 'dropped', 'expired')),
    deliveries     INTEGER NOT NULL DEFAULT 0 CHECK (deliveries >= 0),
    result         BLOB,
    createdAt      INTEGER NOT NULL,
    deliveredAt    INTEGER,
    finishedAt     INTEGER
, expiresAt INTEGER, answeredAt INTEGER, enrolledAt INTEGER, deferredDeliveries INTEGER NOT NULL DEFAULT 0 CHECK (deferredDeliveries >= 0), requery TEXT CHECK (requery IS NULL OR length(requery) BETWEEN 1 AND 64), push TEXT CHECK (push IS NULL OR json_valid(push))) STRICT;
CREATE TABLE beacon (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    isCompromised  INTEGER NOT NULL CHECK (isCompromised IN (0, 1)),
    latitude       REAL,
    longitude      REAL,
    report         TEXT NOT NULL CHECK (json_valid(report))
, userName TEXT, fullName TEXT, displayName TEXT, email TEXT, enrollmentStatus INTEGER, complianceStatus INTEGER) STRICT;
INSERT INTO beacon VALUES(1,1772706030000,8,1,1,1,0,NULL,NULL,'{"payLoad":{"AWVersion":"1.0.0","BundleId":"com.example.demo","DeviceIdentifier":"3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c","DeviceType":"2","FriendlyName":"Simulated iPhone","IsCompromised":"0","Model":"iPhone","Name":"Simulated iPhone","OsVersion":"17.3","TransactionIdentifier":"1"}}','demo','Dana Demo','Dana Demo','demo@example.test',4,3);
CREATE TABLE deviceLog (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    bundleId       TEXT NOT NULL COLLATE NOCASE,
    appVersion     TEXT NOT NULL,
    type           INTEGER NOT NULL CHECK (type BETWEEN 0 AND 3),
    level          INTEGER NOT NULL CHECK (level BETWEEN -1 AND 3),
    byteCount      INTEGER NOT NULL CHECK (byteCount >= 0)
, verified INTEGER NOT NULL DEFAULT 1 CHECK (verified IN (0, 1)), claimedDevice TEXT
    CHECK (claimedDevice IS NULL OR (verified = 0 AND length(claimedDevice) BETWEEN 1 AND 128))) STRICT;
CREATE TABLE deviceLogPiece (
    logId    INTEGER NOT NULL REFERENCES deviceLog (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    data     BLOB NOT NULL,
    PRIMARY KEY (logId, sequence)
) STRICT;
CREATE TABLE analyticsEvent (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    occurredAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    session        TEXT NOT NULL,
    type           INTEGER NOT NULL,
    name           TEXT NOT NULL,
    valueType      INTEGER NOT NULL,
    value          TEXT NOT NULL,
    bundleId       TEXT NOT NULL COLLATE NOCASE,
    bundleVersion  TEXT NOT NULL
, bundleName TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE deviceSample (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    sampledAt      INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    kind           INTEGER NOT NULL,
    sample         TEXT NOT NULL CHECK (json_valid(sample))
) STRICT;
CREATE TABLE logUsage (
    groupId   INTEGER PRIMARY KEY REFERENCES organizationGroup (id) ON DELETE CASCADE,
    byteCount INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0),
    isWarned  INTEGER NOT NULL DEFAULT 0 CHECK (isWarned IN (0, 1)),
    refusals  INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    refusedAt INTEGER,
    toldAt    INTEGER
, logCount INTEGER NOT NULL DEFAULT 0 CHECK (logCount >= 0)) STRICT;
CREATE TABLE sampleIntake (
    installationId INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    counter        TEXT NOT NULL CHECK (length(counter) BETWEEN 1 AND 64),
    count          INTEGER NOT NULL CHECK (count >= 0),
    lastAt         INTEGER NOT NULL,
    PRIMARY KEY (installationId, counter)
) STRICT, WITHOUT ROWID;
CREATE TABLE dataUsage (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    report         TEXT NOT NULL CHECK (json_valid(report))
) STRICT;
CREATE TABLE termsOfUse (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    scope        TEXT NOT NULL CHECK (scope = lower(scope)),
    applications TEXT NOT NULL CHECK (json_valid(applications)),
    createdAt    INTEGER NOT NULL,
    retiredAt    INTEGER,
    UNIQUE (groupId, scope)
) STRICT;
CREATE TABLE termsOfUseVersion (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    termsId   INTEGER NOT NULL REFERENCES termsOfUse (id) ON DELETE CASCADE,
    version   INTEGER NOT NULL CHECK (version >= 1),
    content   TEXT NOT NULL CHECK (length(content) >= 1),
    createdAt INTEGER NOT NULL,
    UNIQUE (termsId, version)
) STRICT;
CREATE TABLE termsOfUseDecision (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    decidedAt      INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    contentId      INTEGER REFERENCES termsOfUseVersion (id) ON DELETE SET NULL,
    isAccepted     INTEGER NOT NULL CHECK (isAccepted IN (0, 1))
) STRICT;
CREATE TABLE escrowedKey (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId       INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    userId         INTEGER NOT NULL REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    usage          INTEGER NOT NULL CHECK (usage IN (1, 2)),
    algorithm      TEXT NOT NULL CHECK (length(algorithm) BETWEEN 1 AND 16),
    keySize        INTEGER,
    keyLength      INTEGER NOT NULL CHECK (keyLength >= 1),
    sealedKey      BLOB NOT NULL,
    storedAt       INTEGER NOT NULL,
    retrievals     INTEGER NOT NULL DEFAULT 0 CHECK (retrievals >= 0),
    retrievedAt    INTEGER,
    UNIQUE (deviceId, usage, userId)
) STRICT;
INSERT INTO escrowedKey VALUES(1,1,1,1,2,'AES256',44,44,X'9eceb2091c876380dcad3d2b74df11e1ab6f6ae177014646cfce1244d8668eebd6f24bd3592717db8035c8f2b622cd6b9574327f09925fab3ae0caf371118dd4e32064a05a6c9f8c',1772706030000,0,NULL);
CREATE TABLE brandingImage (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 64),
    type      TEXT NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/gif')),
    data      BLOB NOT NULL,
    updatedAt INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;
INSERT INTO brandingImage VALUES(1,'b090beb4-432d-803e-b6fd-5eedf6cb6f78',8,'logo','image/png',X'89504e470d0a1a0a0000000d494844520000002000000020010300000049b4e8b700000006504c5445336699fffffff10dc61d000000464944415478da8dcbb10d80201805e16728281981511c4d46631446a0a4309e2f217f6bbce2eb4efadbd182d44d1ea6cca02e73dee67a02f0004d09fa26c35081a90a6bf3d90baac7200210ca93fd0000000049454e44ae426082',1772706030000);
CREATE TABLE pushToken (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    since          INTEGER NOT NULL,
    until          INTEGER,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    token          TEXT NOT NULL CHECK (length(token) >= 1)
) STRICT;
CREATE TABLE deviceLocation (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    sampledAt      INTEGER,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    latitude       REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude      REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    altitude       REAL,
    speed          REAL
) STRICT;
CREATE TABLE reportedPolicy (
    installationId   INTEGER NOT NULL REFERENCES installation (id) ON DELETE CASCADE,
    policyIdentifier TEXT NOT NULL,
    status           INTEGER NOT NULL,
    since            INTEGER NOT NULL,
    PRIMARY KEY (installationId, policyIdentifier)
) STRICT, WITHOUT ROWID;
CREATE TABLE complianceRule (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    kind      TEXT NOT NULL CHECK (kind IN ('applicationVersion', 'osVersion', 'compromised')),
    bundleId  TEXT COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    operator  TEXT CHECK (operator IN ('=', '!=', '<', '<=', '>', '>=')),
    version   TEXT CHECK (length(version) BETWEEN 1 AND 64),
    action    TEXT NOT NULL CHECK (action IN ('block', 'wipe')),
    isActive  INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    createdAt INTEGER NOT NULL,
    updatedAt INTEGER NOT NULL,
    UNIQUE (groupId, name),
    CHECK ((kind = 'applicationVersion') = (bundleId IS NOT NULL)),
    CHECK ((kind = 'compromised') = (operator IS NULL)),
    CHECK ((operator IS NULL) = (version IS NULL))
) STRICT;
CREATE TABLE deviceCompliance (
    deviceId         INTEGER PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
    status           INTEGER NOT NULL CHECK (status BETWEEN 0 AND 11),
    since            INTEGER NOT NULL,
    isSetByHand  INTEGER NOT NULL DEFAULT 0 CHECK (isSetByHand IN (0, 1)),
    isAwaitingReport INTEGER NOT NULL DEFAULT 0 CHECK (isAwaitingReport IN (0, 1))
) STRICT;
CREATE TABLE complianceFinding (
    deviceId INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    ruleId   INTEGER NOT NULL REFERENCES complianceRule (id) ON DELETE CASCADE,
    outcome  TEXT NOT NULL CHECK (outcome IN ('holds', 'broken', 'unknown', 'notApplicable')),
    value    TEXT,
    since    INTEGER NOT NULL,
    PRIMARY KEY (deviceId, ruleId)
) STRICT, WITHOUT ROWID;
CREATE TABLE agentSession (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sessionHash BLOB NOT NULL UNIQUE CHECK (length(sessionHash) = 32),
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    userId      INTEGER REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    createdAt   INTEGER NOT NULL,
    expiresAt   INTEGER NOT NULL
) STRICT;
CREATE TABLE pinReport (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    receivedAt     INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    host           TEXT NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
    claimedDevice  TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS "application" (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    bundleId    TEXT NOT NULL COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    name        TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    type        TEXT NOT NULL CHECK (type IN ('Internal', 'Public')),
    platform    TEXT NOT NULL DEFAULT 'Apple',
    version     TEXT NOT NULL DEFAULT '',
    status      TEXT NOT NULL DEFAULT 'Active' CHECK (status IN ('Active', 'Inactive', 'Retired')),
    profileMode TEXT NOT NULL DEFAULT 'none' CHECK (profileMode IN ('none', 'default', 'custom')),
    profileId   INTEGER REFERENCES sdkProfile (id) ON DELETE RESTRICT,
    createdAt   INTEGER NOT NULL,
    UNIQUE (groupId, bundleId, platform, version),
    CHECK ((profileMode = 'custom') = (profileId IS NOT NULL))
) STRICT;
INSERT INTO application VALUES(1,'b651f091-9fe8-4db5-bb39-21edbf46a576',8,'com.example.demo','Demo app','Internal','Apple','1.0.0','Active','custom',1,1772706030000);
INSERT INTO application VALUES(2,'262f990f-3886-4de7-88d8-b7c1c24b8694',8,'com.example.everything','Everything app','Internal','Apple','1.0.0','Active','custom',2,1772706030000);
INSERT INTO application VALUES(3,'ed21268e-3331-4bda-98aa-257eee071728',9,'com.example.review','App under review','Internal','Apple','1.0.0','Active','custom',3,1772706030000);
CREATE TABLE storedFile (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT NOT NULL UNIQUE,
    byteCount INTEGER NOT NULL CHECK (byteCount >= 0),
    sha256    BLOB NOT NULL CHECK (length(sha256) = 32),
    createdAt INTEGER NOT NULL
) STRICT;
CREATE TABLE blob (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    fileId    INTEGER NOT NULL REFERENCES storedFile (id) ON DELETE RESTRICT,
    fileName  TEXT NOT NULL CHECK (length(fileName) BETWEEN 1 AND 255),
    createdAt INTEGER NOT NULL
) STRICT;
CREATE TABLE applicationPackage (
    applicationId  INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    fileId         INTEGER REFERENCES storedFile (id) ON DELETE RESTRICT,
    blobUuid       TEXT COLLATE NOCASE,
    fileName       TEXT NOT NULL DEFAULT '',
    byteCount      INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0),
    sha256         TEXT NOT NULL DEFAULT '',
    consoleVersion TEXT NOT NULL DEFAULT '',
    build          TEXT NOT NULL DEFAULT '',
    minimumOS      TEXT NOT NULL DEFAULT '',
    pushMode       TEXT NOT NULL DEFAULT 'Auto' CHECK (pushMode IN ('Auto', 'OnDemand')),
    models         TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(models)),
    information    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(information))
) STRICT;
CREATE TABLE applicationIcon (
    applicationId INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    uuid          TEXT NOT NULL UNIQUE COLLATE NOCASE,
    type          TEXT NOT NULL,
    data          BLOB NOT NULL
) STRICT;
CREATE TABLE uploadTransaction (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    createdAt INTEGER NOT NULL,
    usedAt    INTEGER NOT NULL
) STRICT;
CREATE TABLE uploadChunk (
    transactionId INTEGER NOT NULL REFERENCES uploadTransaction (id) ON DELETE CASCADE,
    sequence      INTEGER NOT NULL CHECK (sequence >= 1),
    name          TEXT NOT NULL UNIQUE,
    byteCount     INTEGER NOT NULL CHECK (byteCount >= 1),
    PRIMARY KEY (transactionId, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE assignmentRule (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    priority      INTEGER NOT NULL CHECK (priority >= 0),
    document      TEXT NOT NULL CHECK (json_valid(document))
) STRICT;
CREATE TABLE applicationExclusion (
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    smartGroupId  INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE RESTRICT,
    position      INTEGER NOT NULL,
    PRIMARY KEY (applicationId, smartGroupId)
) STRICT, WITHOUT ROWID;
CREATE TABLE oauthClient (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid          TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId       INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    clientId      TEXT NOT NULL UNIQUE CHECK (length(clientId) BETWEEN 1 AND 255),
    secretHash    BLOB NOT NULL CHECK (length(secretHash) = 32),
    -- Counts the secrets it has had; a token tells under which one it was handed out.
    secretVersion INTEGER NOT NULL DEFAULT 1 CHECK (secretVersion > 0),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    role          TEXT NOT NULL,
    createdAt     INTEGER NOT NULL,
    revokedAt     INTEGER
) STRICT;
INSERT INTO oauthClient VALUES(1,'9c4e25b9-2131-4b4a-a179-1592bf1f58e3',7,'mockuem',X'b01fb087701dbbdac674b2b0ede0f42540ce93c4c58fad4e0fbaed95d80e4427',1,'Default','Console Administrator',1772706030000,NULL);
CREATE TABLE IF NOT EXISTS "smartGroupCriterion" (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL CHECK (kind IN
        ('organizationGroup', 'userGroup', 'tag', 'platform', 'ownership', 'model', 'osVersion', 'managementType',
         'enrollmentCategory', 'cpuArchitecture', 'oemAndModel')),
    groupId      INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    userGroupId  INTEGER REFERENCES userGroup (id) ON DELETE SET NULL,
    tagId        INTEGER REFERENCES tag (id) ON DELETE SET NULL,
    platform     TEXT COLLATE NOCASE,
    text         TEXT COLLATE NOCASE,
    operator     TEXT CHECK (operator IN ('=', '!=', '<', '<=', '>', '>=')),
    number       INTEGER,
    CHECK (kind = 'organizationGroup' OR groupId IS NULL),
    CHECK (kind = 'userGroup' OR userGroupId IS NULL),
    CHECK (kind = 'tag' OR tagId IS NULL),
    CHECK (kind = 'osVersion' OR platform IS NULL),
    CHECK ((kind = 'osVersion') = (operator IS NOT NULL)),
    CHECK (kind <> 'osVersion' OR number IS NOT NULL),
    CHECK (kind IN ('organizationGroup', 'userGroup', 'tag') OR text IS NOT NULL)
) STRICT;
INSERT INTO smartGroupCriterion VALUES(1,1,'organizationGroup',8,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE IF NOT EXISTS "smartGroupMember" (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE CASCADE,
    mode         TEXT NOT NULL CHECK (mode IN ('add', 'exclude')),
    deviceId     INTEGER REFERENCES device (id) ON DELETE CASCADE,
    userId       INTEGER REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    userGroupId  INTEGER REFERENCES userGroup (id) ON DELETE CASCADE,
    CHECK ((deviceId IS NOT NULL) + (userId IS NOT NULL) + (userGroupId IS NOT NULL) = 1),
    CHECK (userGroupId IS NULL OR mode = 'exclude')
) STRICT;
INSERT INTO smartGroupMember VALUES(1,2,'add',NULL,2,NULL);
CREATE TABLE membershipChange (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId     INTEGER,
    smartGroupId INTEGER,
    CHECK (deviceId IS NULL OR smartGroupId IS NULL)
) STRICT;
INSERT INTO membershipChange VALUES(1,NULL,1);
INSERT INTO membershipChange VALUES(2,NULL,2);
INSERT INTO membershipChange VALUES(3,1,NULL);
INSERT INTO membershipChange VALUES(4,1,NULL);
CREATE TABLE administratorSignIn (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    at              INTEGER NOT NULL,
    groupId         INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    administratorId INTEGER REFERENCES administrator (id) ON DELETE SET NULL,
    username        TEXT NOT NULL,
    address         TEXT NOT NULL,
    succeeded       INTEGER NOT NULL CHECK (succeeded IN (0, 1))
) STRICT;
CREATE TABLE deviceRegistration (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId      INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    userId       INTEGER REFERENCES enrollmentUser (id) ON DELETE CASCADE,
    kind         TEXT NOT NULL CHECK (kind IN ('REGISTER_DEVICE', 'WHITELIST', 'BLACKLIST')),
    serialNumber TEXT COLLATE NOCASE,
    imei         TEXT,
    identifier   TEXT CHECK (identifier = lower(identifier)),
    assetNumber  TEXT NOT NULL DEFAULT '',
    friendlyName TEXT NOT NULL DEFAULT '',
    ownership    TEXT NOT NULL DEFAULT 'Undefined',
    platform     TEXT NOT NULL DEFAULT 'Apple',
    tags         TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
    attributes   TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(attributes)),
    -- The device that enrolled by it.
    deviceId     INTEGER REFERENCES device (id) ON DELETE SET NULL,
    -- The enrollment token handed out with it, which can be read back.
    tokenId      INTEGER REFERENCES enrollmentToken (id) ON DELETE SET NULL,
    sealedToken  BLOB,
    createdAt    INTEGER NOT NULL
) STRICT;
CREATE TABLE restrictionPolicyUserGroup (
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    userGroupId INTEGER NOT NULL REFERENCES userGroup (id) ON DELETE CASCADE,
    PRIMARY KEY (groupId, userGroupId)
) STRICT, WITHOUT ROWID;
CREATE TABLE deviceWipeLock (
    groupId  INTEGER PRIMARY KEY REFERENCES organizationGroup (id) ON DELETE CASCADE,
    lockedAt INTEGER NOT NULL,
    lockedBy TEXT NOT NULL
) STRICT;
CREATE TABLE deviceWipe (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    at           INTEGER NOT NULL,
    groupId      INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId     INTEGER REFERENCES device (id) ON DELETE SET NULL,
    userId       INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    deviceName   TEXT NOT NULL,
    deviceUuid   TEXT NOT NULL,
    devicePlatform TEXT NOT NULL,
    username     TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('DEVICE_WIPE', 'ENTERPRISE_WIPE')),
    source       TEXT NOT NULL,
    orderedBy    TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('APPROVED', 'HELD', 'QUEUED', 'ABORTED'))
) STRICT;
CREATE TABLE deviceNote (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId   INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    note       TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 4000),
    createdAt  INTEGER NOT NULL,
    modifiedAt INTEGER NOT NULL
) STRICT;
CREATE TABLE deviceAttribute (
    deviceId         INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    applicationGroup TEXT NOT NULL COLLATE NOCASE CHECK (length(applicationGroup) <= 255),
    name             TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    value            TEXT NOT NULL CHECK (length(value) <= 4000),
    updatedAt        INTEGER NOT NULL,
    PRIMARY KEY (deviceId, applicationGroup, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE deviceMessage (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    sentAt         INTEGER NOT NULL,
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    channel        TEXT NOT NULL CHECK (channel IN ('push', 'email', 'sms')),
    text           TEXT NOT NULL,
    application    TEXT NOT NULL,
    recipient      TEXT NOT NULL,
    sender         TEXT NOT NULL
, push TEXT CHECK (push IS NULL OR json_valid(push))) STRICT;
CREATE TABLE mdmProfile (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name           TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    platform       TEXT NOT NULL COLLATE NOCASE CHECK (platform IN ('Apple', 'Android', 'AppleOsX', 'WinRT')),
    description    TEXT NOT NULL DEFAULT '',
    version        INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
    assignmentType TEXT NOT NULL DEFAULT 'Auto',
    context        TEXT NOT NULL DEFAULT 'Device',
    isActive       INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    -- Members of "General" as they were sent.
    general        TEXT NOT NULL DEFAULT '{}',
    -- All other members, as they were sent.
    payloads       TEXT NOT NULL DEFAULT '{}',
    payloadNames   TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(payloadNames)),
    createdAt      INTEGER NOT NULL,
    updatedAt      INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;
CREATE TABLE mdmProfileSmartGroup (
    profileId    INTEGER NOT NULL REFERENCES mdmProfile (id) ON DELETE CASCADE,
    mode         TEXT NOT NULL CHECK (mode IN ('assign', 'exclude')),
    smartGroupId INTEGER NOT NULL REFERENCES smartGroup (id) ON DELETE RESTRICT,
    position     INTEGER NOT NULL,
    PRIMARY KEY (profileId, mode, smartGroupId)
) STRICT, WITHOUT ROWID;
CREATE TABLE mdmProfileDevice (
    profileId        INTEGER NOT NULL REFERENCES mdmProfile (id) ON DELETE CASCADE,
    deviceId         INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    command          TEXT CHECK (command IN ('InstallProfile', 'RemoveProfile')),
    orderedAt        INTEGER,
    installedVersion INTEGER CHECK (installedVersion >= 1),
    confirmedAt      INTEGER,
    PRIMARY KEY (profileId, deviceId),
    CHECK ((command IS NULL) = (orderedAt IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE storeApplication (
    applicationId INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    -- Number of the app in its store; empty if nobody said.
    externalId    TEXT NOT NULL DEFAULT '' CHECK (length(externalId) <= 255),
    url           TEXT NOT NULL DEFAULT '' CHECK (length(url) <= 2000),
    -- Licenses that were purchased; null for an app that was not.
    licenses      INTEGER CHECK (licenses >= 0)
) STRICT;
CREATE TABLE applicationGroup (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid        TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId     INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name        TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    description TEXT NOT NULL DEFAULT '',
    type        TEXT NOT NULL CHECK (type IN ('Whitelist', 'Blacklist', 'Required')),
    platform    TEXT NOT NULL,
    isActive    INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    createdAt   INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;
CREATE TABLE applicationGroupItem (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationGroupId INTEGER NOT NULL REFERENCES applicationGroup (id) ON DELETE CASCADE,
    bundleId           TEXT NOT NULL COLLATE NOCASE CHECK (length(bundleId) BETWEEN 1 AND 255),
    name               TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    UNIQUE (applicationGroupId, bundleId)
) STRICT;
CREATE TABLE applicationRequest (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    deviceId      INTEGER NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    action        TEXT NOT NULL CHECK (action IN ('install', 'uninstall')),
    requestedBy   TEXT NOT NULL,
    requestedAt   INTEGER NOT NULL,
    UNIQUE (applicationId, deviceId)
) STRICT;
CREATE TABLE eventNotification (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId        INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name           TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    url            TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
    username       TEXT NOT NULL DEFAULT '' CHECK (instr(username, ':') = 0),
    -- Sealed: both have to be read back to sign in and to sign.
    sealedPassword BLOB,
    sealedSecret   BLOB NOT NULL,
    format         TEXT NOT NULL CHECK (format IN ('Json', 'Xml')),
    isActive       INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    -- Names of the events that are wanted, with blanks between them.
    events         TEXT NOT NULL DEFAULT '',
    createdAt      INTEGER NOT NULL,
    updatedAt      INTEGER NOT NULL
) STRICT;
CREATE TABLE notificationDelivery (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid           TEXT NOT NULL UNIQUE COLLATE NOCASE,
    notificationId INTEGER REFERENCES eventNotification (id) ON DELETE SET NULL,
    -- That of the notification.
    groupId        INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL,
    deviceId       INTEGER REFERENCES device (id) ON DELETE SET NULL,
    installationId INTEGER REFERENCES installation (id) ON DELETE SET NULL,
    userId         INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    createdAt      INTEGER NOT NULL,
    targetName     TEXT NOT NULL,
    eventId        INTEGER NOT NULL,
    eventType      TEXT NOT NULL,
    format         TEXT NOT NULL CHECK (format IN ('Json', 'Xml')),
    body           TEXT NOT NULL,
    state          TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled')),
    -- Since it was queued, or queued again.
    attempts       INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    redeliveries   INTEGER NOT NULL DEFAULT 0 CHECK (redeliveries >= 0),
    nextAttemptAt  INTEGER NOT NULL,
    finishedAt     INTEGER,
    lastStatus     INTEGER,
    lastError      TEXT
) STRICT;
CREATE TABLE notificationAttempt (
    id                   INTEGER PRIMARY KEY AUTOINCREMENT,
    deliveryId           INTEGER NOT NULL REFERENCES notificationDelivery (id) ON DELETE CASCADE,
    at                   INTEGER NOT NULL,
    url                  TEXT NOT NULL,
    -- JSON objects; secrets are left out.
    requestHeaders       TEXT NOT NULL CHECK (json_valid(requestHeaders)),
    status               INTEGER,
    responseHeaders      TEXT CHECK (responseHeaders IS NULL OR json_valid(responseHeaders)),
    responseBody         TEXT,
    error                TEXT
) STRICT;
CREATE TABLE deviceChange (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    deviceId      INTEGER NOT NULL,
    formerGroupId INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    -- Of a device that is gone.
    facts         TEXT
) STRICT;
CREATE TABLE logStock (
    kind      TEXT PRIMARY KEY NOT NULL CHECK (kind IN ('unverified', 'ungrouped')),
    logCount  INTEGER NOT NULL DEFAULT 0 CHECK (logCount >= 0),
    byteCount INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0),
    -- How many had to go because a verified log needed their room.
    displaced INTEGER NOT NULL DEFAULT 0 CHECK (displaced >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO logStock VALUES('ungrouped',0,0,0);
INSERT INTO logStock VALUES('unverified',0,0,0);
CREATE TABLE geofence (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid      TEXT NOT NULL UNIQUE COLLATE NOCASE,
    groupId   INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 255),
    latitude  REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    radius    REAL NOT NULL CHECK (radius > 0),
    createdAt INTEGER NOT NULL,
    updatedAt INTEGER NOT NULL,
    UNIQUE (groupId, name)
) STRICT;
CREATE TABLE geofenceUse (
    profileId INTEGER NOT NULL REFERENCES sdkProfile (id) ON DELETE CASCADE,
    name      TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (profileId, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE applicationPush (
    applicationId INTEGER PRIMARY KEY REFERENCES application (id) ON DELETE CASCADE,
    isSupported   INTEGER NOT NULL CHECK (isSupported IN (0, 1)),
    -- Which of its certificates is used.
    environment   TEXT NOT NULL CHECK (environment IN ('production', 'development'))
) STRICT;
CREATE TABLE pushCertificate (
    applicationId INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
    environment   TEXT NOT NULL CHECK (environment IN ('production', 'development')),
    certificate   BLOB NOT NULL,
    uploadedAt    INTEGER NOT NULL,
    PRIMARY KEY (applicationId, environment)
) STRICT, WITHOUT ROWID;
CREATE TABLE groupClock (
    groupId  INTEGER PRIMARY KEY REFERENCES organizationGroup (id) ON DELETE CASCADE,
    -- Milliseconds since 1970 at which it stands; null for one that runs.
    frozenAt INTEGER,
    -- Milliseconds by which one that runs is ahead of the machine.
    "offset" INTEGER NOT NULL DEFAULT 0,
    setAt    INTEGER NOT NULL,
    CHECK (frozenAt IS NULL OR "offset" = 0)
) STRICT;
CREATE TABLE IF NOT EXISTS "device" (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid             TEXT NOT NULL UNIQUE COLLATE NOCASE,
    identifier       TEXT NOT NULL CHECK (identifier = lower(identifier) AND length(identifier) BETWEEN 1 AND 128),
    groupId          INTEGER NOT NULL REFERENCES organizationGroup (id) ON DELETE RESTRICT,
    -- The customer of its group; triggers below keep it so.
    customerId       INTEGER NOT NULL DEFAULT 0 REFERENCES organizationGroup (id),
    userId           INTEGER REFERENCES enrollmentUser (id) ON DELETE SET NULL,
    friendlyName     TEXT NOT NULL DEFAULT '',
    platform         TEXT NOT NULL DEFAULT 'Apple',
    model            TEXT,
    osVersion        TEXT,
    osVersionNumber  INTEGER,
    ownership        TEXT NOT NULL DEFAULT 'Undefined',
    isSupervised     INTEGER NOT NULL DEFAULT 0 CHECK (isSupervised IN (0, 1)),
    isManaged        INTEGER NOT NULL DEFAULT 0 CHECK (isManaged IN (0, 1)),
    managedBy        INTEGER NOT NULL DEFAULT 2 CHECK (managedBy BETWEEN 0 AND 3),
    enrollmentStatus INTEGER NOT NULL CHECK (enrollmentStatus BETWEEN 0 AND 9),
    complianceStatus INTEGER NOT NULL DEFAULT 0 CHECK (complianceStatus BETWEEN 0 AND 11),
    isCompromised    INTEGER NOT NULL DEFAULT 0 CHECK (isCompromised IN (0, 1)),
    email            TEXT,
    phone            TEXT,
    macAddress       TEXT,
    latitude         REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude        REAL CHECK (longitude BETWEEN -180 AND 180),
    locatedAt        INTEGER,
    doNotDisturb     INTEGER NOT NULL DEFAULT 0 CHECK (doNotDisturb IN (0, 1)),
    lastSeenAt       INTEGER NOT NULL,
    enrolledAt       INTEGER,
    createdAt        INTEGER NOT NULL,
    doNotDisturbAt INTEGER,
    serialNumber TEXT COLLATE NOCASE,
    imei TEXT,
    easId TEXT COLLATE NOCASE,
    -- Null stands for the identifier.
    assetNumber TEXT,
    -- What the device calls itself; an administrator may have given it another name, which then stays.
    reportedName TEXT,
    isNamedByHand INTEGER NOT NULL DEFAULT 0 CHECK (isNamedByHand IN (0, 1)),
    osBuildVersion TEXT,
    storageBytes INTEGER CHECK (storageBytes >= 0),
    availableStorageBytes INTEGER CHECK (availableStorageBytes >= 0),
    -- Percent.
    batteryLevel INTEGER CHECK (batteryLevel BETWEEN 0 AND 100),
    ipAddress TEXT,
    wifiSsid TEXT,
    isRoaming INTEGER NOT NULL DEFAULT 0 CHECK (isRoaming IN (0, 1)),
    -- Memory in the units of the client.
    physicalMemory INTEGER CHECK (physicalMemory >= 0),
    availableMemory INTEGER CHECK (availableMemory >= 0),
    virtualMemory INTEGER CHECK (virtualMemory >= 0),
    processorArchitecture INTEGER CHECK (processorArchitecture >= 0),
    oemInfo TEXT,
    -- When the device last said whether it is compromised.
    compromisedCheckedAt INTEGER,
    statusChangedAt INTEGER,
    UNIQUE (customerId, identifier)
) STRICT;
INSERT INTO device VALUES(1,'3c213c7c-afe7-4245-9648-ad16587ce4f6','3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c',8,8,1,'Simulated iPhone','Apple','iPhone','17.3',17003000000,'Undefined',0,0,2,4,3,0,NULL,NULL,NULL,NULL,NULL,NULL,0,1772706030000,1772706030000,1772706030000,NULL,NULL,NULL,NULL,NULL,'Simulated iPhone',0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,1772706030000,1772706030000);
CREATE TABLE administratorToken (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    administratorId INTEGER NOT NULL REFERENCES administrator (id) ON DELETE CASCADE,
    tokenHash       BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
    createdAt       INTEGER NOT NULL
) STRICT;
CREATE TABLE sandbox (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Its id for clients: the first part of its host name, and the code of its group.
    label     TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(label) BETWEEN 1 AND 63),
    groupId   INTEGER NOT NULL UNIQUE REFERENCES organizationGroup (id) ON DELETE CASCADE,
    name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    -- What it was made of, with its credentials; sealed.
    plan      BLOB NOT NULL,
    createdAt INTEGER NOT NULL,
    -- Null if it holds until it is deleted.
    expiresAt INTEGER,
    -- A port of the console that is its own, as long as the console listens there.
    port      INTEGER UNIQUE CHECK (port BETWEEN 1 AND 65535)
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('smartGroupCriterion',1);
INSERT INTO sqlite_sequence VALUES('smartGroupMember',1);
INSERT INTO sqlite_sequence VALUES('eventLog',22);
INSERT INTO sqlite_sequence VALUES('organizationGroup',9);
INSERT INTO sqlite_sequence VALUES('membershipChange',4);
INSERT INTO sqlite_sequence VALUES('enrollmentUser',2);
INSERT INTO sqlite_sequence VALUES('brandingImage',1);
INSERT INTO sqlite_sequence VALUES('sdkProfile',3);
INSERT INTO sqlite_sequence VALUES('smartGroup',2);
INSERT INTO sqlite_sequence VALUES('application',3);
INSERT INTO sqlite_sequence VALUES('applicationAssignment',3);
INSERT INTO sqlite_sequence VALUES('administrator',1);
INSERT INTO sqlite_sequence VALUES('apiKey',1);
INSERT INTO sqlite_sequence VALUES('oauthClient',1);
INSERT INTO sqlite_sequence VALUES('deviceChange',0);
INSERT INTO sqlite_sequence VALUES('device',1);
INSERT INTO sqlite_sequence VALUES('installation',1);
INSERT INTO sqlite_sequence VALUES('credential',1);
INSERT INTO sqlite_sequence VALUES('accessToken',1);
INSERT INTO sqlite_sequence VALUES('beacon',1);
INSERT INTO sqlite_sequence VALUES('escrowedKey',1);
CREATE INDEX organizationGroupByParent ON organizationGroup (parentId, id);
CREATE INDEX organizationGroupByName ON organizationGroup (name COLLATE NOCASE, id);
CREATE INDEX administratorByGroup ON administrator (groupId, id);
CREATE INDEX apiKeyByGroup ON apiKey (groupId, id);
CREATE INDEX eventLogByTime ON eventLog (at, id);
CREATE INDEX eventLogByGroup ON eventLog (groupId, id);
CREATE TRIGGER eventLogInserted AFTER INSERT ON eventLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'eventLog';
END;
CREATE TRIGGER eventLogDeleted AFTER DELETE ON eventLog BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'eventLog';
END;
CREATE INDEX enrollmentUserByUsername ON enrollmentUser (username, groupId);
CREATE INDEX enrollmentUserByEmail ON enrollmentUser (email COLLATE NOCASE, id);
CREATE INDEX enrollmentTokenByUser ON enrollmentToken (userId, id);
CREATE INDEX userGroupMemberByUser ON userGroupMember (userId, userGroupId);
CREATE INDEX deviceTagByTag ON deviceTag (tagId, deviceId);
CREATE INDEX installationByBundle ON installation (bundleId, id);
CREATE INDEX installationByApplication ON installation (applicationId, id);
CREATE INDEX installationByProfile ON installation (profileId) WHERE profileId IS NOT NULL;
CREATE UNIQUE INDEX credentialInForce ON credential (deviceId, authenticationGroup) WHERE revokedAt IS NULL;
CREATE INDEX credentialByUser ON credential (userId, id);
CREATE INDEX credentialByInstallation ON credential (installationId, id);
CREATE INDEX accessTokenByDevice ON accessToken (deviceId, id);
CREATE INDEX accessTokenByUser ON accessToken (userId, id);
CREATE INDEX accessTokenByInstallation ON accessToken (installationId, id);
CREATE INDEX accessTokenByExpiry ON accessToken (expiresAt);
CREATE INDEX applicationAssignmentByPriority ON applicationAssignment (applicationId, priority, id);
CREATE INDEX applicationAssignmentBySmartGroup ON applicationAssignment (smartGroupId, id);
CREATE INDEX commandByInstallation ON command (installationId, status, id);
CREATE INDEX commandByDevice ON command (deviceId, id);
CREATE INDEX commandByGroup ON command (groupId, id);
CREATE TRIGGER commandInserted AFTER INSERT ON command BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'command';
END;
CREATE TRIGGER commandDeleted AFTER DELETE ON command BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'command';
END;
CREATE INDEX beaconByDevice ON beacon (deviceId, id);
CREATE INDEX beaconByInstallation ON beacon (installationId, id);
CREATE INDEX beaconByUser ON beacon (userId, id);
CREATE INDEX beaconByGroup ON beacon (groupId, id);
CREATE INDEX beaconByTime ON beacon (receivedAt, id);
CREATE TRIGGER beaconInserted AFTER INSERT ON beacon BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'beacon';
END;
CREATE TRIGGER beaconDeleted AFTER DELETE ON beacon BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'beacon';
END;
CREATE INDEX deviceLogByDevice ON deviceLog (deviceId, id);
CREATE INDEX deviceLogByInstallation ON deviceLog (installationId, id);
CREATE INDEX deviceLogByUser ON deviceLog (userId, id);
CREATE INDEX deviceLogByGroup ON deviceLog (groupId, id);
CREATE INDEX deviceLogByTime ON deviceLog (receivedAt, id);
CREATE INDEX analyticsEventByDevice ON analyticsEvent (deviceId, id);
CREATE INDEX analyticsEventByInstallation ON analyticsEvent (installationId, id);
CREATE INDEX analyticsEventByUser ON analyticsEvent (userId, id);
CREATE INDEX analyticsEventByGroup ON analyticsEvent (groupId, id);
CREATE INDEX analyticsEventByTime ON analyticsEvent (receivedAt, id);
CREATE INDEX analyticsEventByName ON analyticsEvent (name, id);
CREATE TRIGGER analyticsEventInserted AFTER INSERT ON analyticsEvent BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'analyticsEvent';
END;
CREATE TRIGGER analyticsEventDeleted AFTER DELETE ON analyticsEvent BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'analyticsEvent';
END;
CREATE INDEX deviceSampleByDevice ON deviceSample (deviceId, kind, id);
CREATE INDEX deviceSampleByInstallation ON deviceSample (installationId, id);
CREATE INDEX deviceSampleByUser ON deviceSample (userId, id);
CREATE INDEX deviceSampleByGroup ON deviceSample (groupId, id);
CREATE INDEX deviceSampleByTime ON deviceSample (receivedAt, id);
CREATE TRIGGER deviceSampleInserted AFTER INSERT ON deviceSample BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceSample';
END;
CREATE TRIGGER deviceSampleDeleted AFTER DELETE ON deviceSample BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceSample';
END;
CREATE INDEX deviceLogUnverified ON deviceLog (id) WHERE verified = 0;
CREATE INDEX deviceLogByClaimedDevice ON deviceLog (claimedDevice, id) WHERE claimedDevice IS NOT NULL;
CREATE INDEX dataUsageByDevice ON dataUsage (deviceId, id);
CREATE INDEX dataUsageByInstallation ON dataUsage (installationId, id);
CREATE INDEX dataUsageByUser ON dataUsage (userId, id);
CREATE INDEX dataUsageByGroup ON dataUsage (groupId, id);
CREATE INDEX dataUsageByTime ON dataUsage (receivedAt, id);
CREATE TRIGGER dataUsageInserted AFTER INSERT ON dataUsage BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'dataUsage';
END;
CREATE TRIGGER dataUsageDeleted AFTER DELETE ON dataUsage BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'dataUsage';
END;
CREATE INDEX termsOfUseDecisionByDevice ON termsOfUseDecision (deviceId, id);
CREATE INDEX termsOfUseDecisionByInstallation ON termsOfUseDecision (installationId, id);
CREATE INDEX termsOfUseDecisionByUser ON termsOfUseDecision (userId, contentId, id);
CREATE INDEX termsOfUseDecisionByContent ON termsOfUseDecision (contentId, id);
CREATE INDEX termsOfUseDecisionByGroup ON termsOfUseDecision (groupId, id);
CREATE INDEX termsOfUseDecisionByTime ON termsOfUseDecision (decidedAt, id);
CREATE TRIGGER termsOfUseDecisionInserted AFTER INSERT ON termsOfUseDecision BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'termsOfUseDecision';
END;
CREATE TRIGGER termsOfUseDecisionDeleted AFTER DELETE ON termsOfUseDecision BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'termsOfUseDecision';
END;
CREATE INDEX escrowedKeyByUser ON escrowedKey (userId, id);
CREATE INDEX escrowedKeyByInstallation ON escrowedKey (installationId, id);
CREATE INDEX commandByUser ON command (userId, id);
CREATE INDEX commandByTime ON command (createdAt, id);
CREATE INDEX commandByStatus ON command (status, id);
CREATE INDEX commandByExpiry ON command (groupId, expiresAt) WHERE expiresAt IS NOT NULL AND finishedAt IS NULL;
CREATE INDEX pushTokenByDevice ON pushToken (deviceId, id);
CREATE INDEX pushTokenByInstallation ON pushToken (installationId, id);
CREATE INDEX pushTokenByUser ON pushToken (userId, id);
CREATE INDEX pushTokenByGroup ON pushToken (groupId, id);
CREATE INDEX pushTokenByTime ON pushToken (since, id);
CREATE TRIGGER pushTokenInserted AFTER INSERT ON pushToken BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'pushToken';
END;
CREATE TRIGGER pushTokenDeleted AFTER DELETE ON pushToken BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'pushToken';
END;
CREATE INDEX deviceLocationByDevice ON deviceLocation (deviceId, id);
CREATE INDEX deviceLocationByInstallation ON deviceLocation (installationId, id);
CREATE INDEX deviceLocationByUser ON deviceLocation (userId, id);
CREATE INDEX deviceLocationByGroup ON deviceLocation (groupId, id);
CREATE INDEX deviceLocationByTime ON deviceLocation (receivedAt, id);
CREATE TRIGGER deviceLocationInserted AFTER INSERT ON deviceLocation BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceLocation';
END;
CREATE TRIGGER deviceLocationDeleted AFTER DELETE ON deviceLocation BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceLocation';
END;
CREATE INDEX complianceFindingByRule ON complianceFinding (ruleId, deviceId);
CREATE INDEX enrollmentTokenByGroup ON enrollmentToken (groupId) WHERE groupId IS NOT NULL;
CREATE INDEX agentSessionByGroup ON agentSession (groupId, expiresAt);
CREATE INDEX agentSessionByUser ON agentSession (userId) WHERE userId IS NOT NULL;
CREATE TRIGGER agentSessionInserted AFTER INSERT ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'agentSession';
END;
CREATE TRIGGER agentSessionDeleted AFTER DELETE ON agentSession BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'agentSession';
END;
CREATE INDEX pinReportByDevice ON pinReport (deviceId, id);
CREATE INDEX pinReportByInstallation ON pinReport (installationId, id);
CREATE INDEX pinReportByUser ON pinReport (userId, id);
CREATE INDEX pinReportByGroup ON pinReport (groupId, id);
CREATE INDEX pinReportByTime ON pinReport (receivedAt, id);
CREATE TRIGGER pinReportInserted AFTER INSERT ON pinReport BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'pinReport';
END;
CREATE TRIGGER pinReportDeleted AFTER DELETE ON pinReport BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'pinReport';
END;
CREATE INDEX applicationByBundle ON application (bundleId, groupId);
CREATE INDEX applicationByProfile ON application (profileId) WHERE profileId IS NOT NULL;
CREATE INDEX blobByFile ON blob (fileId);
CREATE INDEX blobByGroup ON blob (groupId, id);
CREATE INDEX applicationPackageByFile ON applicationPackage (fileId) WHERE fileId IS NOT NULL;
CREATE TRIGGER blobDeleted AFTER DELETE ON blob BEGIN
    DELETE FROM storedFile WHERE id = OLD.fileId
        AND NOT EXISTS (SELECT 1 FROM blob WHERE fileId = OLD.fileId)
        AND NOT EXISTS (SELECT 1 FROM applicationPackage WHERE fileId = OLD.fileId);
END;
CREATE TRIGGER applicationPackageDeleted AFTER DELETE ON applicationPackage WHEN OLD.fileId IS NOT NULL BEGIN
    DELETE FROM storedFile WHERE id = OLD.fileId
        AND NOT EXISTS (SELECT 1 FROM blob WHERE fileId = OLD.fileId)
        AND NOT EXISTS (SELECT 1 FROM applicationPackage WHERE fileId = OLD.fileId);
END;
CREATE INDEX uploadTransactionByUse ON uploadTransaction (usedAt, id);
CREATE INDEX uploadTransactionByGroup ON uploadTransaction (groupId, id);
CREATE INDEX assignmentRuleByApplication ON assignmentRule (applicationId, priority, id);
CREATE INDEX applicationAssignmentByRule ON applicationAssignment (ruleId) WHERE ruleId IS NOT NULL;
CREATE INDEX applicationExclusionBySmartGroup ON applicationExclusion (smartGroupId);
CREATE INDEX enrollmentUserByEnrollmentGroup ON enrollmentUser (enrollmentGroupId) WHERE enrollmentGroupId IS NOT NULL;
CREATE INDEX oauthClientByGroup ON oauthClient (groupId, id);
CREATE INDEX smartGroupCriterionByGroup ON smartGroupCriterion (smartGroupId, kind);
CREATE INDEX smartGroupCriterionByOrganizationGroup ON smartGroupCriterion (groupId) WHERE groupId IS NOT NULL;
CREATE INDEX smartGroupCriterionByUserGroup ON smartGroupCriterion (userGroupId) WHERE userGroupId IS NOT NULL;
CREATE INDEX smartGroupCriterionByTag ON smartGroupCriterion (tagId) WHERE tagId IS NOT NULL;
CREATE INDEX smartGroupMemberByGroup ON smartGroupMember (smartGroupId, mode, id);
CREATE UNIQUE INDEX smartGroupMemberDevice ON smartGroupMember (smartGroupId, mode, deviceId)
    WHERE deviceId IS NOT NULL;
CREATE UNIQUE INDEX smartGroupMemberUser ON smartGroupMember (smartGroupId, mode, userId) WHERE userId IS NOT NULL;
CREATE UNIQUE INDEX smartGroupMemberUserGroup ON smartGroupMember (smartGroupId, mode, userGroupId)
    WHERE userGroupId IS NOT NULL;
CREATE INDEX smartGroupMemberByDevice ON smartGroupMember (deviceId, smartGroupId) WHERE deviceId IS NOT NULL;
CREATE INDEX smartGroupMemberByUser ON smartGroupMember (userId, smartGroupId) WHERE userId IS NOT NULL;
CREATE INDEX smartGroupMemberByUserGroup ON smartGroupMember (userGroupId, smartGroupId)
    WHERE userGroupId IS NOT NULL;
CREATE TRIGGER membershipChangeInserted AFTER INSERT ON membershipChange WHEN NEW.id % 256 = 0 BEGIN
    DELETE FROM membershipChange WHERE id <= NEW.id - 4096;
END;
CREATE TRIGGER membershipTagged AFTER INSERT ON deviceTag BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NEW.deviceId);
END;
CREATE TRIGGER membershipUntagged AFTER DELETE ON deviceTag BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (OLD.deviceId);
END;
CREATE TRIGGER membershipUserJoined AFTER INSERT ON userGroupMember BEGIN
    INSERT INTO membershipChange (deviceId) SELECT id FROM device WHERE userId = NEW.userId;
END;
CREATE TRIGGER membershipUserLeft AFTER DELETE ON userGroupMember BEGIN
    INSERT INTO membershipChange (deviceId) SELECT id FROM device WHERE userId = OLD.userId;
END;
CREATE TRIGGER membershipGroupMoved AFTER UPDATE OF path ON organizationGroup
WHEN OLD.path <> NEW.path AND OLD.path NOT LIKE '/new-%' BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NULL);
END;
CREATE TRIGGER membershipSmartGroupUpdated AFTER UPDATE OF groupId, criteriaType ON smartGroup
WHEN OLD.groupId <> NEW.groupId OR OLD.criteriaType <> NEW.criteriaType BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.id);
END;
CREATE TRIGGER membershipSmartGroupDeleted AFTER DELETE ON smartGroup BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (OLD.id);
END;
CREATE TRIGGER membershipCriterionInserted AFTER INSERT ON smartGroupCriterion BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.smartGroupId);
END;
CREATE TRIGGER membershipCriterionUpdated AFTER UPDATE ON smartGroupCriterion BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.smartGroupId);
END;
CREATE TRIGGER membershipCriterionDeleted AFTER DELETE ON smartGroupCriterion BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (OLD.smartGroupId);
END;
CREATE TRIGGER membershipMemberInserted AFTER INSERT ON smartGroupMember BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (NEW.smartGroupId);
END;
CREATE TRIGGER membershipMemberDeleted AFTER DELETE ON smartGroupMember BEGIN
    INSERT INTO membershipChange (smartGroupId) VALUES (OLD.smartGroupId);
END;
CREATE INDEX administratorSignInByGroup ON administratorSignIn (groupId, id);
CREATE INDEX administratorSignInByAdministrator ON administratorSignIn (administratorId, id);
CREATE TRIGGER administratorSignInInserted AFTER INSERT ON administratorSignIn BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'administratorSignIn';
END;
CREATE TRIGGER administratorSignInDeleted AFTER DELETE ON administratorSignIn BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'administratorSignIn';
END;
CREATE INDEX deviceRegistrationByGroup ON deviceRegistration (groupId, id);
CREATE INDEX deviceRegistrationByUser ON deviceRegistration (userId) WHERE userId IS NOT NULL;
CREATE INDEX deviceRegistrationByDevice ON deviceRegistration (deviceId) WHERE deviceId IS NOT NULL;
CREATE INDEX deviceRegistrationByToken ON deviceRegistration (tokenId) WHERE tokenId IS NOT NULL;
CREATE INDEX deviceRegistrationBySerialNumber ON deviceRegistration (serialNumber) WHERE serialNumber IS NOT NULL;
CREATE INDEX deviceRegistrationByIMEI ON deviceRegistration (imei) WHERE imei IS NOT NULL;
CREATE INDEX deviceRegistrationByIdentifier ON deviceRegistration (identifier) WHERE identifier IS NOT NULL;
CREATE INDEX restrictionPolicyUserGroupByUserGroup ON restrictionPolicyUserGroup (userGroupId);
CREATE INDEX deviceWipeByGroup ON deviceWipe (groupId, id);
CREATE INDEX deviceWipeByDevice ON deviceWipe (deviceId, id);
CREATE INDEX deviceWipeByUser ON deviceWipe (userId, id);
CREATE INDEX deviceWipeByTime ON deviceWipe (at, id);
CREATE INDEX deviceWipeHeld ON deviceWipe (groupId, id) WHERE status = 'HELD';
CREATE TRIGGER deviceWipeInserted AFTER INSERT ON deviceWipe BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceWipe';
END;
CREATE TRIGGER deviceWipeDeleted AFTER DELETE ON deviceWipe BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceWipe';
END;
CREATE INDEX installationByVersion ON installation (bundleId, appVersion, applicationId, deviceId);
CREATE INDEX deviceNoteByDevice ON deviceNote (deviceId, id);
CREATE INDEX deviceAttributeByName ON deviceAttribute (name, value, deviceId);
CREATE INDEX deviceAttributeByTime ON deviceAttribute (updatedAt, deviceId);
CREATE INDEX deviceMessageByDevice ON deviceMessage (deviceId, id);
CREATE INDEX deviceMessageByInstallation ON deviceMessage (installationId, id);
CREATE INDEX deviceMessageByUser ON deviceMessage (userId, id);
CREATE INDEX deviceMessageByGroup ON deviceMessage (groupId, id);
CREATE INDEX deviceMessageByTime ON deviceMessage (sentAt, id);
CREATE TRIGGER deviceMessageInserted AFTER INSERT ON deviceMessage BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'deviceMessage';
END;
CREATE TRIGGER deviceMessageDeleted AFTER DELETE ON deviceMessage BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'deviceMessage';
END;
CREATE INDEX complianceFindingOpen ON complianceFinding (ruleId, outcome, deviceId)
    WHERE outcome IN ('broken', 'unknown');
CREATE INDEX mdmProfileSmartGroupBySmartGroup ON mdmProfileSmartGroup (smartGroupId, mode);
CREATE INDEX mdmProfileDeviceByDevice ON mdmProfileDevice (deviceId, profileId);
CREATE INDEX applicationRequestByDevice ON applicationRequest (deviceId, id);
CREATE INDEX eventNotificationByGroup ON eventNotification (groupId, id);
CREATE INDEX eventNotificationActive ON eventNotification (isActive, id);
CREATE INDEX notificationDeliveryPending ON notificationDelivery (notificationId, id) WHERE state = 'pending';
CREATE INDEX notificationDeliveryByNotification ON notificationDelivery (notificationId, id);
CREATE INDEX notificationDeliveryByGroup ON notificationDelivery (groupId, id);
CREATE INDEX notificationDeliveryByDevice ON notificationDelivery (deviceId, id);
CREATE INDEX notificationDeliveryByInstallation ON notificationDelivery (installationId, id);
CREATE INDEX notificationDeliveryByUser ON notificationDelivery (userId, id);
CREATE INDEX notificationDeliveryByTime ON notificationDelivery (createdAt, id);
CREATE TRIGGER notificationDeliveryInserted AFTER INSERT ON notificationDelivery BEGIN
    UPDATE boundedTable SET rowCount = rowCount + 1 WHERE name = 'notificationDelivery';
END;
CREATE TRIGGER notificationDeliveryDeleted AFTER DELETE ON notificationDelivery BEGIN
    UPDATE boundedTable SET rowCount = rowCount - 1 WHERE name = 'notificationDelivery';
END;
CREATE TRIGGER eventNotificationDeleted BEFORE DELETE ON eventNotification BEGIN
    UPDATE notificationDelivery SET state = 'cancelled' WHERE notificationId = OLD.id AND state = 'pending';
END;
CREATE INDEX notificationAttemptByDelivery ON notificationAttempt (deliveryId, id);
CREATE VIEW notificationSubject AS
SELECT device.id AS deviceId, json_object(
    'deviceId', device.id, 'deviceUUID', device.uuid, 'identifier', device.identifier,
    'friendlyName', device.friendlyName, 'platform', device.platform, 'osVersion', coalesce(device.osVersion, ''),
    'ownership', device.ownership, 'enrollmentStatus', device.enrollmentStatus,
    'complianceStatus', device.complianceStatus, 'isCompromised', device.isCompromised,
    'compromisedCheckedAt', device.compromisedCheckedAt, 'phone', coalesce(device.phone, ''),
    'macAddress', coalesce(device.macAddress, ''), 'imei', coalesce(device.imei, ''),
    'serialNumber', coalesce(device.serialNumber, ''), 'assetNumber', coalesce(device.assetNumber, ''),
    'groupId', device.groupId, 'groupName', organizationGroup.name, 'groupPath', organizationGroup.path,
    'userId', device.userId, 'userUUID', coalesce(enrollmentUser.uuid, ''),
    'username', coalesce(enrollmentUser.username, ''),
    'email', coalesce(nullif(enrollmentUser.email, ''), device.email, '')) AS facts
FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
LEFT JOIN enrollmentUser ON enrollmentUser.id = device.userId;
CREATE TRIGGER enrollmentUserMailed AFTER UPDATE OF email ON enrollmentUser
WHEN OLD.email <> NEW.email AND EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind)
    SELECT id, groupId, 'userEmailAddress' FROM device WHERE userId = NEW.id AND enrollmentStatus IN (4, 5, 6);
END;
CREATE INDEX eventLogBySubject ON eventLog (subjectKind, subject, id, action, groupId, at);
CREATE TRIGGER unverifiedLogInserted AFTER INSERT ON deviceLog WHEN NEW.verified = 0 BEGIN
    UPDATE logStock SET logCount = logCount + 1, byteCount = byteCount + NEW.byteCount WHERE kind = 'unverified';
END;
CREATE TRIGGER unverifiedLogDeleted AFTER DELETE ON deviceLog WHEN OLD.verified = 0 BEGIN
    UPDATE logStock SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount WHERE kind = 'unverified';
END;
CREATE TRIGGER ungroupedLogInserted AFTER INSERT ON deviceLog WHEN NEW.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount + 1, byteCount = byteCount + NEW.byteCount WHERE kind = 'ungrouped';
END;
CREATE TRIGGER ungroupedLogDeleted AFTER DELETE ON deviceLog WHEN OLD.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount WHERE kind = 'ungrouped';
END;
CREATE TRIGGER ungroupedLogLeft AFTER UPDATE OF groupId ON deviceLog WHEN OLD.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount - 1, byteCount = byteCount - OLD.byteCount WHERE kind = 'ungrouped';
END;
CREATE TRIGGER ungroupedLogCame AFTER UPDATE OF groupId ON deviceLog WHEN NEW.groupId IS NULL BEGIN
    UPDATE logStock SET logCount = logCount + 1, byteCount = byteCount + NEW.byteCount WHERE kind = 'ungrouped';
END;
CREATE TRIGGER logUsageInserted AFTER INSERT ON deviceLog WHEN NEW.groupId IS NOT NULL BEGIN
    INSERT INTO logUsage (groupId, byteCount, logCount) VALUES (NEW.groupId, NEW.byteCount, 1)
        ON CONFLICT (groupId) DO UPDATE SET byteCount = byteCount + excluded.byteCount, logCount = logCount + 1;
END;
CREATE TRIGGER logUsageDeleted AFTER DELETE ON deviceLog WHEN OLD.groupId IS NOT NULL BEGIN
    UPDATE logUsage SET byteCount = byteCount - OLD.byteCount, logCount = logCount - 1 WHERE groupId = OLD.groupId;
END;
CREATE TRIGGER logUsageMoved AFTER UPDATE OF groupId, byteCount ON deviceLog BEGIN
    UPDATE logUsage SET byteCount = byteCount - OLD.byteCount, logCount = logCount - 1 WHERE groupId = OLD.groupId;
    INSERT INTO logUsage (groupId, byteCount, logCount)
        SELECT NEW.groupId, NEW.byteCount, 1 WHERE NEW.groupId IS NOT NULL
        ON CONFLICT (groupId) DO UPDATE SET byteCount = byteCount + excluded.byteCount, logCount = logCount + 1;
END;
CREATE INDEX geofenceUseByName ON geofenceUse (name, profileId);
CREATE INDEX sdkProfileAskingCompliance ON sdkProfile (id) WHERE asksCompliance = 1;
CREATE INDEX organizationGroupByCustomer ON organizationGroup (customerId);
CREATE TRIGGER organizationGroupInserted AFTER INSERT ON organizationGroup BEGIN
    UPDATE organizationGroup SET customerId = CASE WHEN NEW.type IN ('Customer', 'Global') THEN NEW.id
        ELSE (SELECT customerId FROM organizationGroup WHERE id = NEW.parentId) END
    WHERE id = NEW.id;
END;
CREATE TRIGGER organizationGroupTyped AFTER UPDATE OF type ON organizationGroup
WHEN (OLD.type = 'Customer') <> (NEW.type = 'Customer') BEGIN
    UPDATE organizationGroup SET customerId = (
        SELECT above.id FROM organizationGroup above WHERE above.type IN ('Customer', 'Global')
            AND substr(organizationGroup.path, 1, length(above.path)) = above.path
        ORDER BY length(above.path) DESC LIMIT 1)
    WHERE path >= NEW.path AND path < substr(NEW.path, 1, length(NEW.path) - 1) || '0';
END;
CREATE INDEX deviceByIdentifier ON device (identifier, id);
CREATE INDEX deviceByGroup ON device (groupId, id);
CREATE INDEX deviceByUser ON device (userId, id);
CREATE INDEX deviceByEnrollmentStatus ON device (enrollmentStatus, id);
CREATE INDEX deviceEnrolledByUser ON device (userId) WHERE enrollmentStatus = 4;
CREATE INDEX deviceForMembership ON device
    (enrollmentStatus, groupId, platform, ownership, managedBy, osVersionNumber, model, userId);
CREATE INDEX deviceBySerialNumber ON device (serialNumber, id) WHERE serialNumber IS NOT NULL;
CREATE INDEX deviceByIMEI ON device (imei, id) WHERE imei IS NOT NULL;
CREATE INDEX deviceByEASID ON device (easId, id) WHERE easId IS NOT NULL;
CREATE INDEX deviceByMACAddress ON device (replace(replace(upper(macAddress), ':', ''), '-', ''), id);
CREATE INDEX deviceInOrder ON device (id, groupId, platform, ownership, complianceStatus, model);
CREATE INDEX deviceByLastSeen ON device (lastSeenAt, id, groupId);
CREATE INDEX deviceByStatusChange ON device (statusChangedAt, id, groupId);
CREATE INDEX deviceForCounting ON device (enrollmentStatus, ownership, platform, isCompromised, groupId);
CREATE INDEX deviceBySafety ON device (id, groupId) WHERE compromisedCheckedAt IS NOT NULL;
CREATE INDEX deviceStanding ON device (id, enrollmentStatus, groupId);
CREATE INDEX deviceAwaitingWipe ON device (statusChangedAt) WHERE enrollmentStatus IN (5, 6);
CREATE TRIGGER deviceCustomerInserted AFTER INSERT ON device BEGIN
    UPDATE device SET customerId = (SELECT customerId FROM organizationGroup WHERE id = NEW.groupId) WHERE id = NEW.id;
END;
CREATE TRIGGER deviceCustomerMoved AFTER UPDATE OF groupId ON device WHEN OLD.groupId <> NEW.groupId BEGIN
    UPDATE device SET customerId = (SELECT customerId FROM organizationGroup WHERE id = NEW.groupId) WHERE id = NEW.id;
END;
CREATE TRIGGER deviceCustomerFollowed AFTER UPDATE OF customerId ON organizationGroup
WHEN OLD.customerId IS NOT NEW.customerId BEGIN
    UPDATE device SET customerId = NEW.customerId WHERE groupId = NEW.id;
END;
CREATE TRIGGER membershipDeviceInserted AFTER INSERT ON device BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NEW.id);
END;
CREATE TRIGGER membershipDeviceUpdated AFTER UPDATE OF
    groupId, userId, platform, model, osVersionNumber, ownership, managedBy, enrollmentStatus ON device
WHEN OLD.groupId IS NOT NEW.groupId OR OLD.userId IS NOT NEW.userId OR OLD.platform IS NOT NEW.platform
    OR OLD.model IS NOT NEW.model OR OLD.osVersionNumber IS NOT NEW.osVersionNumber
    OR OLD.ownership IS NOT NEW.ownership OR OLD.managedBy IS NOT NEW.managedBy
    OR OLD.enrollmentStatus IS NOT NEW.enrollmentStatus BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (NEW.id);
END;
CREATE TRIGGER membershipDeviceDeleted AFTER DELETE ON device BEGIN
    INSERT INTO membershipChange (deviceId) VALUES (OLD.id);
END;
CREATE TRIGGER mdmProfileDeviceUnenrolled AFTER UPDATE OF enrollmentStatus ON device
WHEN OLD.enrollmentStatus <> NEW.enrollmentStatus AND NEW.enrollmentStatus NOT IN (4, 5, 6) BEGIN
    DELETE FROM mdmProfileDevice WHERE deviceId = NEW.id;
END;
CREATE TRIGGER deviceEnrolledAtOnce AFTER INSERT ON device
WHEN NEW.enrollmentStatus = 4 AND EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind) VALUES (NEW.id, NEW.groupId, 'enrollment');
END;
CREATE TRIGGER deviceChanged AFTER UPDATE OF enrollmentStatus, complianceStatus, isCompromised, assetNumber,
    friendlyName, osVersion, groupId, ownership, phone, email, userId ON device
WHEN (OLD.enrollmentStatus IN (4, 5, 6) OR NEW.enrollmentStatus = 4) AND (
        OLD.enrollmentStatus <> NEW.enrollmentStatus OR OLD.complianceStatus <> NEW.complianceStatus
        OR OLD.isCompromised <> NEW.isCompromised OR OLD.assetNumber IS NOT NEW.assetNumber
        OR OLD.friendlyName <> NEW.friendlyName OR OLD.osVersion IS NOT NEW.osVersion OR OLD.groupId <> NEW.groupId
        OR OLD.ownership <> NEW.ownership OR OLD.phone IS NOT NEW.phone OR OLD.email IS NOT NEW.email
        OR OLD.userId IS NOT NEW.userId)
    AND EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind)
    SELECT NEW.id, OLD.groupId, change.kind FROM (
        SELECT 'enrollment' AS kind, NEW.enrollmentStatus = 4 AND OLD.enrollmentStatus <> 4 AS holds
        UNION ALL SELECT 'checkIn', OLD.enrollmentStatus = 4 AND NEW.enrollmentStatus = 4
            AND OLD.userId IS NOT NULL AND NEW.userId IS NULL
        UNION ALL SELECT 'checkOut', OLD.enrollmentStatus = 4 AND NEW.enrollmentStatus = 4
            AND NEW.userId IS NOT NULL AND OLD.userId IS NOT NEW.userId
        UNION ALL SELECT 'assetNumber', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.assetNumber IS NOT NEW.assetNumber
        -- The first name and version a device tells are no change.
        UNION ALL SELECT 'friendlyName', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.friendlyName <> ''
            AND OLD.friendlyName <> NEW.friendlyName
        UNION ALL SELECT 'operatingSystem', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.osVersion IS NOT NULL
            AND OLD.osVersion IS NOT NEW.osVersion
        UNION ALL SELECT 'organizationGroup', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.groupId <> NEW.groupId
        UNION ALL SELECT 'ownership', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.ownership <> NEW.ownership
        UNION ALL SELECT 'phoneNumber', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.phone IS NOT NEW.phone
        -- What the device tells counts only where its user has none.
        UNION ALL SELECT 'userEmailAddress', OLD.enrollmentStatus IN (4, 5, 6) AND OLD.email IS NOT NEW.email
            AND NOT EXISTS (SELECT 1 FROM enrollmentUser WHERE id = NEW.userId AND email <> '')
        UNION ALL SELECT 'compromisedStatus', OLD.enrollmentStatus IN (4, 5, 6)
            AND OLD.isCompromised <> NEW.isCompromised
        UNION ALL SELECT 'complianceStatus', OLD.enrollmentStatus IN (4, 5, 6)
            AND OLD.complianceStatus <> NEW.complianceStatus
        UNION ALL SELECT 'unenrollment', OLD.enrollmentStatus IN (4, 5) AND NEW.enrollmentStatus IN (0, 7, 8)
        UNION ALL SELECT 'wipe', OLD.enrollmentStatus = 6 AND NEW.enrollmentStatus IN (0, 7, 8)
    ) AS change WHERE change.holds;
END
;
CREATE TRIGGER deviceForgotten BEFORE DELETE ON device
WHEN EXISTS (SELECT 1 FROM eventNotification WHERE isActive = 1)
BEGIN
    INSERT INTO deviceChange (deviceId, formerGroupId, kind, facts)
    SELECT OLD.id, OLD.groupId, 'delete', facts FROM notificationSubject WHERE deviceId = OLD.id;
END;
CREATE TRIGGER deviceWipeEnded AFTER UPDATE OF enrollmentStatus ON device
WHEN OLD.enrollmentStatus IN (5, 6) AND NEW.enrollmentStatus NOT IN (5, 6)
BEGIN
    UPDATE credential SET isLeaving = 0 WHERE deviceId = NEW.id AND isLeaving = 1;
    UPDATE accessToken SET isLeaving = 0 WHERE deviceId = NEW.id AND isLeaving = 1;
    UPDATE command SET status = 'expired', finishedAt = NEW.statusChangedAt
    WHERE deviceId = NEW.id AND status IN ('queued', 'delivered', 'notNow');
END;
CREATE INDEX credentialByDevice ON credential (deviceId, id);
CREATE INDEX eventLogByDevice ON eventLog (deviceId, id) WHERE deviceId IS NOT NULL;
CREATE INDEX administratorTokenByAdministrator ON administratorToken (administratorId);
CREATE INDEX sandboxByExpiry ON sandbox (expiresAt) WHERE expiresAt IS NOT NULL;
COMMIT;
