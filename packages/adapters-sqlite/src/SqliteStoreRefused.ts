import { Schema } from "effect"

/**
 * The store does not open, and the existing file is unchanged.
 *
 * - `notSqlite`: the file is not a SQLite database
 * - `foreign`: a SQLite database of another program
 * - `newer`: created by a later version of this program
 * - `older`: created before the first release of this program, or by an earlier version of it, and not to be upgraded
 * - `otherMode`: a sandbox store opened as live, or the reverse
 * - `moved`: another store took its place, and it is opened for writing
 * - `notWritable`: the file or its folder is not writable
 * - `notAFile`: the path is a folder, or not a file path
 * - `absent`: there is no store, and a read-only opening creates none
 * - `logAlone`: the file is missing or empty, and its log is there
 * - `diskFull`: there is no space for it
 * - `busy`: another process kept it locked all the time
 * - `damaged`: its pages are inconsistent
 * - `broken`: any other SQLite error
 */
export class SqliteStoreRefused extends Schema.TaggedError<SqliteStoreRefused>()("SqliteStoreRefused", {
  reason: Schema.Literals([
    "notSqlite",
    "foreign",
    "newer",
    "older",
    "otherMode",
    "moved",
    "notWritable",
    "notAFile",
    "absent",
    "logAlone",
    "diskFull",
    "busy",
    "damaged",
    "broken"
  ]),
  /** One sentence for the operator. */
  message: Schema.String
}) {}

/** For a store that was copied to another place, for good. */
export const movedStore = (filename: string, movedTo: string): SqliteStoreRefused =>
  new SqliteStoreRefused({
    reason: "moved",
    message: `${filename} was moved to ${movedTo}, so nothing is done on it any more; use that store, or, if the move was given up, make sure that nothing runs there and run \`quittance payouts release --accept-moved\` here.`
  })

/** For a file with inconsistent pages; `why` is one clause. A release cannot repair it. */
export const damagedStore = (filename: string, why: string): SqliteStoreRefused =>
  new SqliteStoreRefused({
    reason: "damaged",
    message: `${filename} is damaged: ${why}. Nothing was changed. Keep a copy of the file with its -wal, and restore a backup: quittance restore FILE.`
  })
