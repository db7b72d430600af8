-- Commands that an app has asked for itself, by what is to be queried.

ALTER TABLE command ADD COLUMN requery TEXT CHECK (requery IS NULL OR length(requery) BETWEEN 1 AND 64);
