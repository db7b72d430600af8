-- What the admin API tells of an enrollment user beside the account itself.

-- How the user proves who they are, where the account type does not say it; see UserSecurity.
ALTER TABLE enrollmentUser ADD COLUMN securityType INTEGER CHECK (securityType BETWEEN 1 AND 5);
ALTER TABLE enrollmentUser ADD COLUMN middleName TEXT NOT NULL DEFAULT '';
-- An empty one stands for first and last name.
ALTER TABLE enrollmentUser ADD COLUMN displayName TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN fullName TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN userPrincipalName TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN emailUsername TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN mobileNumber TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN externalId TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN department TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN employeeIdentifier TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN costCenter TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN customAttribute1 TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN customAttribute2 TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN customAttribute3 TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN customAttribute4 TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN customAttribute5 TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN role TEXT NOT NULL DEFAULT 'Full Access';
-- An empty one stands for one made of the role's name.
ALTER TABLE enrollmentUser ADD COLUMN roleUuid TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN stagingMode TEXT NOT NULL DEFAULT 'StagingDisabled';
ALTER TABLE enrollmentUser ADD COLUMN messageType INTEGER NOT NULL DEFAULT 0 CHECK (messageType BETWEEN 0 AND 3);
ALTER TABLE enrollmentUser ADD COLUMN messageTemplateUuid TEXT NOT NULL DEFAULT '';
ALTER TABLE enrollmentUser ADD COLUMN categoryId INTEGER NOT NULL DEFAULT 0;
-- The group devices of the user are meant to enroll into; null for that of the user.
ALTER TABLE enrollmentUser ADD COLUMN enrollmentGroupId INTEGER REFERENCES organizationGroup (id) ON DELETE SET NULL;
CREATE INDEX enrollmentUserByEnrollmentGroup ON enrollmentUser (enrollmentGroupId) WHERE enrollmentGroupId IS NOT NULL;

-- Enrolled devices are counted for every user of a page.
CREATE INDEX deviceEnrolledByUser ON device (userId) WHERE enrollmentStatus = 4;
