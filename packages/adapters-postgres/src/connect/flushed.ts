import type { StoreUnavailable } from "@quittance/core"
import type { QueryResult } from "pg"
import { InDoubt } from "./exchange.ts"
import { isContention, isRefusal, isStaleStatement, reasonOf, unavailableOf } from "./failure.ts"

/**
 * The outcome of a flush.
 *
 * - `Written`: everything, durably. The answers of its calls, in order.
 * - `Refused`: nothing. A guard failed, a unique key is taken, or a value breaks a rule of the schema: an assumption
 *   was wrong. Check first, and decide each commit by itself.
 * - `Contended`: nothing. A deadlock, a serialization failure, or a lock that was not available in time: try again.
 * - `Failed`: nothing, or unknown, as the failure says.
 */
export type Flushed =
  | { readonly _tag: "Written"; readonly results: ReadonlyArray<QueryResult> }
  | { readonly _tag: "Refused" | "Contended"; readonly reason: string }
  | { readonly _tag: "Failed"; readonly failure: StoreUnavailable }

export const failureOf = (error: unknown): StoreUnavailable | undefined =>
  unavailableOf(error, error instanceof InDoubt ? "unknown" : "notWritten")

/** The outcome of a write. Rejects only for a defect. */
export const flushed = async (write: () => Promise<ReadonlyArray<QueryResult>>): Promise<Flushed> => {
  try {
    return { _tag: "Written", results: await write() }
  } catch (error) {
    if (isContention(error) || isStaleStatement(error)) return { _tag: "Contended", reason: reasonOf(error) }
    if (isRefusal(error)) return { _tag: "Refused", reason: reasonOf(error) }
    const failure = failureOf(error)
    if (failure === undefined) throw error
    return { _tag: "Failed", failure }
  }
}
