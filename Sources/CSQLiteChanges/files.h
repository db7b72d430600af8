// Files of databases, by what the file system and SQLite say of them.
#ifndef FILES_H
#define FILES_H

#include <sys/stat.h>

typedef struct sqlite3 sqlite3;

extern int sqlite3_file_control(sqlite3 *, const char *, int, void *);

// Number of the file (inode) at a path; 0 if there is none.
static inline unsigned long long fileNumber(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (unsigned long long)status.st_ino : 0;
}

// Lets the write-ahead log stay when the last connection is closed (SQLITE_FCNTL_PERSIST_WAL).
static inline void keepWriteAheadLog(sqlite3 *db) {
    int keep = 1;
    sqlite3_file_control(db, "main", 10, &keep);
}

#endif
