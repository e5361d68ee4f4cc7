import type { Commit } from "@quittance/core"
import type { Call, Statement } from "../connect/Connections.ts"
import { partnerOf } from "./groupRules.ts"

/** Partners share turns, so that a transaction never holds more locks than this: the server has room for so many only. */
const turnCount = 64

/** Tells these locks from others: "Qtnt" in ASCII. */
const lockSpace = 0x51746e74

/** `hashtext` is one thing on one server, which is where all who wait for each other are. */
const turnsOf = (lock: string): string => `SELECT ${lock}(${lockSpace}, turn)
  FROM (SELECT DISTINCT hashtext(partner) & ${turnCount - 1} AS turn FROM unnest($1::text[]) AS partner ORDER BY turn) AS turns`

const beside: Statement = { name: "turns beside others", text: turnsOf("pg_advisory_xact_lock_shared") }
const alone: Statement = { name: "turns alone", text: turnsOf("pg_advisory_xact_lock") }

/**
 * The first statement of a transaction that writes commits. Groups that are sent in one go lock their rows in one order, so they
 * are written beside each other. A group that looks first locks what it looked at before everything else, in another order: beside
 * others they would wait for each other in circles, of which the server breaks one after a second, and whoever was broken looks
 * first as well. So it is written alone among its partners.
 */
export const turn = (commits: ReadonlyArray<Commit>, which: "beside" | "alone"): Call => ({
  statement: which === "beside" ? beside : alone,
  values: [[...new Set(commits.map((commit) => partnerOf(commit) ?? ""))]]
})
