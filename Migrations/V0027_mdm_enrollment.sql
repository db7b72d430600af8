-- A root that says nothing requires MDM enrollment from now on. Consoles that were made before go on as they did.
INSERT OR IGNORE INTO organizationGroupSetting (groupId, key, value)
SELECT id, 'requireMDMEnrollment', 'false' FROM organizationGroup WHERE parentId IS NULL;
