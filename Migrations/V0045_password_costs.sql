-- Finds the highest cost of the passwords of a group: unknown names take as long to check as those of it.
CREATE INDEX enrollmentUserByPasswordCost ON enrollmentUser (groupId, CAST(substr(passwordHash, 12) AS INTEGER))
    WHERE substr(passwordHash, 1, 11) = '$scrypt$ln=';
