-- What a beacon is read back with: who had the device, and how it stood with the console, at that moment.

ALTER TABLE beacon ADD COLUMN userName TEXT;
ALTER TABLE beacon ADD COLUMN fullName TEXT;
ALTER TABLE beacon ADD COLUMN displayName TEXT;
ALTER TABLE beacon ADD COLUMN email TEXT;
ALTER TABLE beacon ADD COLUMN enrollmentStatus INTEGER;
ALTER TABLE beacon ADD COLUMN complianceStatus INTEGER;
