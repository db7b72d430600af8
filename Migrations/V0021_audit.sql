-- The audit of a group reads the entries it is for from the index alone.
DROP INDEX eventLogBySubject;
CREATE INDEX eventLogBySubject ON eventLog (subjectKind, subject, id, action, groupId, at);
