import type { Mode, StorePorts } from "@quittance/core"
import {
  DataKeys,
  Guard,
  LinkBase,
  RefusedRequests,
  SandboxStore,
  Store,
  type StoreCondition,
  StoreHealth,
  StoreHold,
  WorkQueue
} from "@quittance/core/adapter"
import { Context, Effect, Layer } from "effect"
import { WriterLink, writerAwayReason } from "./remote/WriterLink.ts"
import { openStore } from "./SqliteStore.ts"
import { storeHoldOver } from "./SqliteStoreFacts.ts"
import type { SqliteStoreRefused } from "./SqliteStoreRefused.ts"
import { leaseOwnersSql } from "./SqliteWorkQueue.ts"

export interface SqliteFrontOptions {
  /** The store, which the writer has opened before. */
  readonly filename: string
  readonly mode: Mode
  /** The socket of its `SqliteWriter`. */
  readonly writer: string
  /** How long a write waits while the writer is restarted; 5 s. */
  readonly writerMillisMax?: number
}

/**
 * Every storage port for a process that leaves writing to another one, the `SqliteWriter`. It reads the file itself,
 * through a read-only connection, and sees every write that was answered.
 */
export const SqliteFront = {
  layer: (options: SqliteFrontOptions): Layer.Layer<StorePorts, SqliteStoreRefused> =>
    Layer.effectContext(portsOver(options))
} as const

const portsOver = Effect.fnUntraced(function* (options: SqliteFrontOptions) {
  const { filename, mode, writer, writerMillisMax = 5_000 } = options
  const { condition, database, ports, reads } = yield* openStore({ filename, mode, readonly: true })
  const link = yield* Effect.acquireRelease(
    Effect.sync(() => new WriterLink(writer, writerMillisMax)),
    (made) => Effect.sync(() => made.close())
  )
  const leaseOwners = database.prepare(leaseOwnersSql).pluck()
  const releaseLeasesOf = link.verb("releaseLeasesOf")
  const writerCondition = link.verb("condition")
  const away: StoreCondition = { _tag: "away", reason: writerAwayReason }
  return ports.pipe(
    Context.add(Store, { commit: link.verb("commit"), committed: link.verb("committed") }),
    Context.add(WorkQueue, {
      claim: link.verb("claim"),
      reserveFences: link.verb("reserveFences"),
      extend: link.verb("extend"),
      shortenLeases: link.verb("shortenLeases"),
      release: link.verb("releaseLease"),
      nextDue: Context.get(ports, WorkQueue).nextDue,
      dueAtOf: Context.get(ports, WorkQueue).dueAtOf,
      releaseLeases: (isGone) =>
        Effect.flatMap(
          reads.read(() => leaseOwners.all() as ReadonlyArray<string>),
          (owners) => releaseLeasesOf(owners.filter(isGone))
        ),
      changes: Effect.sync(() => link.jobChanges.count),
      awaitChange: (seen) => link.jobChanges.await(seen)
    }),
    Context.add(Guard, {
      takeToken: link.verb("takeToken"),
      recordSignature: link.verb("recordSignature"),
      forgetThrough: link.verb("forgetThrough"),
      recordKeyUse: link.verb("recordKeyUse"),
      prune: link.verb("prune")
    }),
    Context.add(RefusedRequests, {
      ...Context.get(ports, RefusedRequests),
      record: link.verb("recordRefused"),
      prune: link.verb("pruneRefused")
    }),
    Context.add(
      StoreHold,
      storeHoldOver(database, reads, {
        place: link.verb("placeHold"),
        release: Effect.suspend(link.verb("releaseHold"))
      })
    ),
    Context.add(LinkBase, { current: Context.get(ports, LinkBase).current, note: link.verb("noteLinkBase") }),
    Context.add(DataKeys, {
      all: Context.get(ports, DataKeys).all,
      add: link.verb("addDataKey"),
      rewrap: link.verb("rewrapDataKey")
    }),
    Context.add(SandboxStore, {
      ...Context.get(ports, SandboxStore),
      insert: link.verb("insertSandbox"),
      put: link.verb("putSandbox"),
      remove: link.verb("removeSandbox")
    }),
    // Damage that this process found comes first: the writer may not have found it.
    Context.add(
      StoreHealth,
      Effect.flatMap(condition, (known) => {
        if (known._tag !== "sound") return Effect.succeed(known)
        return link.isConnected ? Effect.orElseSucceed(writerCondition(), () => away) : Effect.succeed(away)
      })
    )
  )
})
