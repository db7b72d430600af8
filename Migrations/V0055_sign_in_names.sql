-- The name by which the user of a device signed in, where that was not the user name alone: ACME\jdoe.
ALTER TABLE device ADD COLUMN signInName TEXT CHECK (length(signInName) BETWEEN 1 AND 600);
