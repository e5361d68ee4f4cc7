import { Context, type Effect, type Option } from "effect"
import type { CountedPage, NumberedPage } from "./Page.ts"
import type { StoreUnavailable } from "./Store.ts"

/**
 * Which simulated provider a record belongs to; `bankTransfer` is what customers transferred at its bank, `file` tells
 * where a host made the files of a sandbox.
 */
export type SandboxCollection =
  | "transfer"
  | "execution"
  | "chain"
  | "clock"
  | "bank"
  | "bankTransfer"
  | "mail"
  | "kyc"
  | "file"

/** A record as a list tells it. */
export interface SandboxRecord {
  readonly id: string
  readonly value: string
}

/**
 * Port. Where simulated providers store their "outside" state, so that it survives the process like the real
 * outside does. It is deliberately written outside domain commits. Values are JSON text.
 */
export class SandboxStore extends Context.Service<
  SandboxStore,
  {
    /** Returns whether the record is new; an existing one stays unchanged. */
    readonly insert: (
      collection: SandboxCollection,
      id: string,
      value: string
    ) => Effect.Effect<boolean, StoreUnavailable>
    readonly put: (
      collection: SandboxCollection,
      id: string,
      value: string
    ) => Effect.Effect<void, StoreUnavailable>
    /** Does nothing if there is no such record. Soon afterwards its content is in no file of the store. */
    readonly remove: (collection: SandboxCollection, id: string) => Effect.Effect<void, StoreUnavailable>
    readonly get: (
      collection: SandboxCollection,
      id: string
    ) => Effect.Effect<Option.Option<string>, StoreUnavailable>
    /** Records whose id starts with `prefix`, ordered by id. */
    readonly list: (
      collection: SandboxCollection,
      prefix: string
    ) => Effect.Effect<ReadonlyArray<SandboxRecord>, StoreUnavailable>
    /** A page of the same records; only its own are read. */
    readonly page: (
      collection: SandboxCollection,
      prefix: string,
      page: NumberedPage
    ) => Effect.Effect<CountedPage<SandboxRecord>, StoreUnavailable>
    /** At most `limit` of the same records: those behind an id that begins with the prefix. */
    readonly after: (
      collection: SandboxCollection,
      prefix: string,
      id: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SandboxRecord>, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/SandboxStore") {}
