import { Schema } from "effect"

/**
 * The store does not open, and the database is unchanged.
 *
 * - `notAUrl`: not the URL of a PostgreSQL database
 * - `unreachable`: no server answers there
 * - `denied`: the server refuses this user or password, or the user lacks a right
 * - `absent`: there is no such database, or no store in it and a read-only opening creates none
 * - `oldServer`: the server is older than this program supports
 * - `encoding`: the database does not keep UTF-8
 * - `foreign`: a database of another program
 * - `older`: created by an earlier version of this program, and not to be upgraded
 * - `newer`: created by a later version of this program
 * - `otherMode`: a sandbox store opened as live, or the reverse
 * - `unfinished`: a copy that is not complete
 * - `notEmpty`: to copy a store there, but there is another one
 * - `readonly`: the server is a replica, or takes no writes
 * - `broken`: any other error
 */
export class PostgresStoreRefused extends Schema.TaggedError<PostgresStoreRefused>()("PostgresStoreRefused", {
  reason: Schema.Literals([
    "notAUrl",
    "unreachable",
    "denied",
    "absent",
    "oldServer",
    "encoding",
    "foreign",
    "older",
    "newer",
    "otherMode",
    "unfinished",
    "notEmpty",
    "readonly",
    "broken"
  ]),
  /** One sentence for the operator, without a password. */
  message: Schema.String
}) {}
