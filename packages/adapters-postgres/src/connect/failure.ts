import { StoreUnavailable } from "@quittance/core"
import { DatabaseError } from "pg"

/** The SQLSTATE of an error that the server raised; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined

/** A serialization failure, a deadlock, or a lock that was not to be had: worth trying again. */
export const isContention = (error: unknown): boolean =>
  ["40001", "40P01", "55P03"].includes(sqlState(error) ?? "")

/** A guard of a statement failed (division by zero), or a unique key is taken: a commit of the group is refused. */
export const isRefusal = (error: unknown): boolean => ["22012", "23505"].includes(sqlState(error) ?? "")

/** The server says that nothing was written; without an answer the outcome of a commit is unknown. */
const isSaid = (error: unknown): boolean => {
  const state = sqlState(error)
  // It speaks of its own end: the connection is lost, whatever was sent.
  return state !== undefined && !/^(?:57P|08)/.test(state)
}

/**
 * The failure behind an error. `sent` tells whether COMMIT was sent. An error of our own statements is a defect: undefined.
 */
export const unavailableOf = (error: unknown, sent: "read" | "commit sent"): StoreUnavailable | undefined => {
  if (error instanceof StoreUnavailable) return error
  const state = sqlState(error)
  if (state !== undefined && /^(?:22|23|42|0A|2)/.test(state) && !/^(?:25006|28|2D)/.test(state))
    return undefined
  if (state === undefined && error instanceof TypeError) return undefined
  const outcome = sent === "commit sent" && !isSaid(error) ? "unknown" : "notWritten"
  return new StoreUnavailable({ outcome, reason: reasonOf(error) })
}

/** An error as one clause. */
export const reasonOf = (error: unknown): string => {
  const message = error instanceof Error && error.message !== "" ? error.message : String(error)
  const state = sqlState(error)
  return state === undefined ? message : `PostgreSQL ${state}: ${message}`
}
