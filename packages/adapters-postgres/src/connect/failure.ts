import { StoreUnavailable } from "@quittance/core"
import { DatabaseError } from "pg"
import { schemaVersion } from "../schema/steps.ts"
import { otherVersionIn } from "../schema/thisVersion.ts"

/** The connection ended, or its answer did not come in time: the sent statements may still be carried out. */
export class ConnectionLost extends Error {}

/** The store was brought to another version of the schema; nothing was written. */
export class OtherVersion extends Error {
  constructor(version: number) {
    super(
      `the store is of schema version ${version} now, and this program works with version ${schemaVersion}`
    )
  }
}

/** The SQLSTATE of an error that the server raised; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined

/** An error of a statement, in the terms of the rest of this package. */
export const statementError = (error: unknown): unknown => {
  const state = sqlState(error)
  if (state === undefined) return new ConnectionLost(reasonOf(error))
  const version = state === "22P02" ? otherVersionIn(reasonOf(error)) : undefined
  return version === undefined ? error : new OtherVersion(version)
}

/**
 * Class 08 is about connections, 57P about the end of the server, 25P03 and 25P04 are its limits on idle and on long
 * transactions.
 */
const isAboutConnections = (error: unknown): boolean => /^(?:08|57P|25P0[34])/.test(sqlState(error) ?? "")

/** On a cluster, the machine for a statement did not answer the server; our own connection is still usable. */
const isOfAnotherMachine = (error: unknown): boolean =>
  isAboutConnections(error) && error instanceof DatabaseError && error.severity === "ERROR"

/**
 * The connection is gone, or the server, or a pooler in between, says so: everything sent may have been carried out.
 */
export const isLost = (error: unknown): boolean =>
  error instanceof ConnectionLost || (isAboutConnections(error) && !isOfAnotherMachine(error))

/** The statement was prepared before another process migrated the tables, or by another server session. */
export const isStaleStatement = (error: unknown): boolean =>
  ["26000", "0A000"].includes(sqlState(error) ?? "")

/** A serialization failure, a deadlock, or a lock that was not available in time. */
const isConflict = (error: unknown): boolean => ["40001", "40P01", "55P03"].includes(sqlState(error) ?? "")

/** Worth trying again: after a conflict, or when the server may reach the other machine over a new connection. */
export const isContention = (error: unknown): boolean => isConflict(error) || isOfAnotherMachine(error)

/**
 * An error that answers a COMMIT if the transaction was rolled back. After any other error it may have been written.
 */
export const isRolledBack = (error: unknown): boolean => isConflict(error) || isRefusal(error)

/**
 * A guard of a statement failed (division by zero), a unique key is taken, or the values break a rule of the schema or
 * a limit of the server: a commit of the group is refused.
 */
export const isRefusal = (error: unknown): boolean => /^(?:22|23|54)/.test(sqlState(error) ?? "")

/** The server takes no more connections: of all, of this user or to this database. */
export const isCrowded = (error: unknown): boolean => sqlState(error) === "53300"

/** The server has no space. */
export const isFull = (error: unknown): boolean => sqlState(error) === "53100"

/** Our own statement is wrong, or the code between statements. A missing right (42501) is for the operator to grant. */
const isDefect = (error: unknown): boolean => {
  if (error instanceof ConnectionLost) return false
  const state = sqlState(error)
  return state === undefined || (/^(?:0A|2[0-47BDF]|3[489BF]|42|44|54)/.test(state) && state !== "42501")
}

/**
 * The failure behind an error; undefined if the error is a defect. `outcome` applies if the connection was lost; any
 * other answer of the server means that nothing was written.
 */
export const unavailableOf = (
  error: unknown,
  outcome: StoreUnavailable["outcome"]
): StoreUnavailable | undefined => {
  if (error instanceof StoreUnavailable) return error
  if (error instanceof OtherVersion) return notWritten(error.message)
  if (isDefect(error)) return undefined
  return new StoreUnavailable({ outcome: isLost(error) ? outcome : "notWritten", reason: reasonOf(error) })
}

/** A failure after which nothing was written. */
export const notWritten = (reason: string) => new StoreUnavailable({ outcome: "notWritten", reason })

/** An error as one clause. Contains no password: neither pg nor the server repeats one. */
export const reasonOf = (error: unknown): string => {
  // Several addresses were tried, and none took the connection.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const message = error instanceof Error && error.message !== "" ? error.message : String(error)
  const state = sqlState(error)
  return state === undefined ? message : `PostgreSQL ${state}: ${message}`
}
