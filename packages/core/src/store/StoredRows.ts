import type { Option } from "effect"
import type { Hold } from "../kernel/ports/StoreHold.ts"
import type { Mode } from "../kernel/setting/Mode.ts"
import type { Instant } from "../kernel/time/Instant.ts"

/** A value of a stored row. Every integer is exact. */
export type StoredCell =
  | string
  | number
  | bigint
  | Uint8Array
  | null
  | ReadonlyArray<string>
  | ReadonlyArray<bigint>

/** One row: its cells, in the order of the requested columns. */
export type StoredRow = ReadonlyArray<StoredCell>

/** A table of the store that rows are copied into. */
export interface RowTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** The columns of its primary key, in its order. */
  readonly key: ReadonlyArray<string>
}

/** The facts of a store beside its rows. */
export interface StoreIdentity {
  readonly storeId: string
  readonly mode: Mode
  readonly createdAt: Instant
  /** The fencing token given out last. */
  readonly lastFence: number
  readonly signaturesForgottenThrough: Instant
  /** Why it is on hold, unless only because it was moved. */
  readonly hold: Option.Option<Hold>
}

/**
 * One state of a store that is copied into another kind of store, as rows of that store's tables. It does not see
 * later changes.
 */
export interface StoredRows {
  readonly identity: StoreIdentity
  readonly count: (table: RowTable) => number
  /** Every row, in the order of the key: texts by their UTF-8 bytes. */
  readonly rows: (table: RowTable) => Iterable<StoredRow>
  /** The copy takes its place: it is put on hold, and nobody opens it for writing any more. Durable when it returns. */
  readonly retire: (since: Instant) => void
}
