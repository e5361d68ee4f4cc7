import type { Commit } from "@quittance/core/adapter"
import type { Call, Statement } from "../connect/Connections.ts"
import { partnerOf } from "./groupRules.ts"

/**
 * Partners share turns, so that a transaction never holds more locks than this: the server has limited room for
 * locks.
 */
const turnCount = 64

/** Distinguishes these locks from others: "Qtnt" in ASCII. */
const lockSpace = 0x51746e74

/** `hashtext` gives the same value on one server, and all that wait for each other are on one server. */
const turnsOf = (lock: string): string => `SELECT ${lock}(${lockSpace}, turn)
  FROM (SELECT DISTINCT hashtext(partner) & ${turnCount - 1} AS turn FROM unnest($1::text[]) AS partner ORDER BY turn) AS turns`

const beside: Statement = { name: "turns beside others", text: turnsOf("pg_advisory_xact_lock_shared") }
const alone: Statement = { name: "turns alone", text: turnsOf("pg_advisory_xact_lock") }

/**
 * The first statement of a transaction that writes commits. Groups that are sent in one go lock their rows in one
 * order, so they can be written at the same time. A group that checks first locks the checked rows before everything
 * else, in another order. At the same time as others it would deadlock. The server ends a deadlock after a second,
 * and the aborted group would then check first as well. So such a group holds its partners alone.
 */
export const turn = (commits: ReadonlyArray<Commit>, which: "beside" | "alone"): Call =>
  turnOf([...new Set(commits.map((commit) => partnerOf(commit) ?? ""))], which)

export const turnOf = (partners: ReadonlyArray<string>, which: "beside" | "alone"): Call => ({
  statement: which === "beside" ? beside : alone,
  values: [partners]
})
