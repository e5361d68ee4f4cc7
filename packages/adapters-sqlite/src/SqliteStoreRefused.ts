import { Schema } from "effect"

/**
 * The store does not open, and nothing was changed in what is there.
 *
 * - `notSqlite`: the file is no SQLite database
 * - `foreign`: a SQLite database of another program
 * - `newer`: made by a later version of this program
 * - `otherMode`: a sandbox store opened as live, or the reverse
 * - `notWritable`: the file or its folder may not be written
 * - `notAFile`: the path is a folder, or names no file
 * - `absent`: there is no store, and a read-only opening makes none
 * - `diskFull`: there is no room for it
 * - `busy`: another process kept it locked all the time
 * - `broken`: anything else that SQLite says
 */
export class SqliteStoreRefused extends Schema.TaggedError<SqliteStoreRefused>()("SqliteStoreRefused", {
  reason: Schema.Literals([
    "notSqlite",
    "foreign",
    "newer",
    "otherMode",
    "notWritable",
    "notAFile",
    "absent",
    "diskFull",
    "busy",
    "broken"
  ]),
  /** One sentence for the operator. */
  message: Schema.String
}) {}
