import { Schema } from "effect"

/**
 * The store does not open, and nothing was changed in what is there.
 *
 * - `notSqlite`: the file is no SQLite database
 * - `foreign`: a SQLite database of another program
 * - `newer`: made by a later version of this program
 * - `older`: made before the first release of this program
 * - `otherMode`: a sandbox store opened as live, or the reverse
 * - `notWritable`: the file or its folder may not be written
 * - `notAFile`: the path is a folder, or names no file
 * - `absent`: there is no store, and a read-only opening makes none
 * - `diskFull`: there is no room for it
 * - `busy`: another process kept it locked all the time
 * - `damaged`: its pages do not fit together
 * - `broken`: anything else that SQLite says
 */
export class SqliteStoreRefused extends Schema.TaggedError<SqliteStoreRefused>()("SqliteStoreRefused", {
  reason: Schema.Literals([
    "notSqlite",
    "foreign",
    "newer",
    "older",
    "otherMode",
    "notWritable",
    "notAFile",
    "absent",
    "diskFull",
    "busy",
    "damaged",
    "broken"
  ]),
  /** One sentence for the operator. */
  message: Schema.String
}) {}

/** Of a file whose pages do not fit together; `why` is one clause. A release makes it no better. */
export const damagedStore = (filename: string, why: string): SqliteStoreRefused =>
  new SqliteStoreRefused({
    reason: "damaged",
    message: `${filename} is damaged: ${why}. Nothing was changed. Keep a copy of the file with its -wal, and restore a backup: quittance restore FILE.`
  })
