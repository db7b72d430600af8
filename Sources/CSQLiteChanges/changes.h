// SQLite's hook before each change of a row, which its header only declares if SQLite was built with it.
//
// The functions are weak: where SQLite lacks them, nothing is seen of changes, and everything else works.
#ifndef CHANGES_H
#define CHANGES_H

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_value sqlite3_value;

typedef void (*row_observer)(
    void *context, sqlite3 *db, int kind, const char *schema, const char *table, long long oldKey, long long newKey);

extern void *sqlite3_preupdate_hook(sqlite3 *, row_observer, void *) __attribute__((weak));
extern int sqlite3_preupdate_old(sqlite3 *, int, sqlite3_value **) __attribute__((weak));
extern int sqlite3_preupdate_new(sqlite3 *, int, sqlite3_value **) __attribute__((weak));
extern int sqlite3_preupdate_count(sqlite3 *) __attribute__((weak));
extern int sqlite3_preupdate_depth(sqlite3 *) __attribute__((weak));
extern int sqlite3_trace_v2(sqlite3 *, unsigned, int (*)(unsigned, void *, void *, void *), void *);
extern int sqlite3_value_type(sqlite3_value *);
extern int sqlite3_value_bytes(sqlite3_value *);
extern long long sqlite3_value_int64(sqlite3_value *);
extern double sqlite3_value_double(sqlite3_value *);
extern const unsigned char *sqlite3_value_text(sqlite3_value *);
extern const void *sqlite3_value_blob(sqlite3_value *);

// A value of a row; `type` is that of SQLite: 1 integer, 2 real, 3 text, 4 blob, 5 null.
struct row_value {
    int type;
    long long integer;
    double real;
    const unsigned char *bytes;
    int count;
};

// Whether changes can be observed.
static inline int rowChangesCanBeObserved(void) { return sqlite3_preupdate_hook != 0; }

typedef int (*statement_observer)(unsigned kind, void *context, void *statement, void *text);

// Calls somebody before each change of a row on a connection, and somebody when a statement starts; nobody for null
// pointers.
static inline void observeRowChanges(
    sqlite3 *db, row_observer observer, statement_observer statements, void *context) {
    if (!sqlite3_preupdate_hook) return;
    sqlite3_preupdate_hook(db, observer, context);
    sqlite3_trace_v2(db, statements ? 1 : 0, statements, context);
}

// Whether the change is made by the statement itself, not by a trigger or a foreign key.
static inline int changedRowIsOfStatement(sqlite3 *db) { return sqlite3_preupdate_depth(db) == 0; }

// Whether two values are the same.
static inline int rowValuesAreEqual(struct row_value one, struct row_value other) {
    if (one.type != other.type || one.count != other.count) return 0;
    if (one.type == 1) return one.integer == other.integer;
    if (one.type == 2) return one.real == other.real;
    return one.count == 0 || (one.bytes && other.bytes && __builtin_memcmp(one.bytes, other.bytes, one.count) == 0);
}

// How many columns the row has that is being changed.
static inline int changedRowColumnCount(sqlite3 *db) { return sqlite3_preupdate_count(db); }

// A value of the row that is being changed, as it is or as it will be; null if there is none.
static inline struct row_value changedRowValue(sqlite3 *db, int column, int isNew) {
    struct row_value result = {5, 0, 0, 0, 0};
    sqlite3_value *value = 0;
    int code = isNew ? sqlite3_preupdate_new(db, column, &value) : sqlite3_preupdate_old(db, column, &value);
    if (code != 0 || !value) return result;
    result.type = sqlite3_value_type(value);
    switch (result.type) {
    case 1: result.integer = sqlite3_value_int64(value); break;
    case 2: result.real = sqlite3_value_double(value); break;
    case 3:
        result.bytes = sqlite3_value_text(value);
        result.count = sqlite3_value_bytes(value);
        break;
    case 4:
        result.bytes = (const unsigned char *)sqlite3_value_blob(value);
        result.count = sqlite3_value_bytes(value);
        break;
    }
    return result;
}

#endif
