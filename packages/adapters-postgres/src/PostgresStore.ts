import {
  AnalyticsReader,
  AuditReader,
  BatchReader,
  ClaimReader,
  DataKeys,
  Guard,
  KycReader,
  LedgerReader,
  ListReader,
  type Mode,
  SandboxStore,
  StateReader,
  Store,
  StoreHealth,
  StoreHold,
  StoreMode,
  type StorePorts,
  TransitReader,
  WebhookReader,
  WorkQueue
} from "@quittance/core"
import { Clock, Context, Effect, Layer, Option, type Scope } from "effect"
import { type CommitOptions, postgresCommit } from "./commit/PostgresCommit.ts"
import { Connections, type ConnectionsOptions } from "./connect/Connections.ts"
import { openStore } from "./connect/openStore.ts"
import { postgresGuard } from "./guard/PostgresGuard.ts"
import { postgresListReader } from "./lists/PostgresListReader.ts"
import { postgresDataKeys } from "./PostgresDataKeys.ts"
import { postgresSandboxStore } from "./PostgresSandboxStore.ts"
import { postgresStoreHold } from "./PostgresStoreHold.ts"
import type { PostgresStoreRefused } from "./PostgresStoreRefused.ts"
import { JobChanges } from "./queue/JobChanges.ts"
import { postgresWorkQueue } from "./queue/PostgresWorkQueue.ts"
import { postgresAnalyticsReader } from "./readers/PostgresAnalyticsReader.ts"
import { postgresAuditReader } from "./readers/PostgresAuditReader.ts"
import { postgresBatchReader } from "./readers/PostgresBatchReader.ts"
import { postgresClaimReader } from "./readers/PostgresClaimReader.ts"
import { postgresKycReader } from "./readers/PostgresKycReader.ts"
import { postgresLedgerReader } from "./readers/PostgresLedgerReader.ts"
import { postgresStateReader } from "./readers/PostgresStateReader.ts"
import { postgresTransitReader } from "./readers/PostgresTransitReader.ts"
import { postgresWebhookReader } from "./readers/PostgresWebhookReader.ts"

export interface PostgresStoreOptions extends ConnectionsOptions, CommitOptions {
  /** The mode of the store; an existing store of the other mode is refused. */
  readonly mode: Mode
}

/**
 * The shared store: every storage port over one PostgreSQL database, for any number of processes and machines. An answered
 * write is as durable as the server makes a commit. Closing the layer's scope writes the queued writes, then closes the
 * connections.
 */
export const PostgresStore = {
  layer: (options: PostgresStoreOptions): Layer.Layer<StorePorts, PostgresStoreRefused> =>
    Layer.effectContext(portsOf(options))
} as const

const portsOf = Effect.fnUntraced(function* (
  options: PostgresStoreOptions
): Effect.fn.Return<Context.Context<StorePorts>, PostgresStoreRefused, Scope.Scope> {
  const { mode, readonly = false } = options
  yield* openStore({ ...options, readonly, createdAt: yield* Clock.currentTimeMillis })
  const connections = yield* Effect.acquireRelease(
    Effect.sync(() => new Connections(options)),
    ({ close }) => close
  )
  const jobChanges = yield* Effect.acquireRelease(
    Effect.sync(() => new JobChanges(options.url)),
    ({ close }) => close
  )
  const store = yield* postgresCommit(connections, jobChanges, options)
  return Context.make(Store, store).pipe(
    Context.add(StateReader, postgresStateReader(connections)),
    Context.add(ClaimReader, postgresClaimReader(connections)),
    Context.add(ListReader, postgresListReader(connections)),
    Context.add(BatchReader, postgresBatchReader(connections)),
    Context.add(KycReader, postgresKycReader(connections)),
    Context.add(TransitReader, postgresTransitReader(connections)),
    Context.add(WebhookReader, postgresWebhookReader(connections)),
    Context.add(AnalyticsReader, postgresAnalyticsReader(connections)),
    Context.add(LedgerReader, postgresLedgerReader(connections)),
    Context.add(AuditReader, postgresAuditReader(connections)),
    Context.add(WorkQueue, postgresWorkQueue(connections, jobChanges)),
    Context.add(Guard, yield* postgresGuard(connections)),
    Context.add(StoreHold, postgresStoreHold(connections)),
    Context.add(DataKeys, postgresDataKeys(connections)),
    Context.add(SandboxStore, postgresSandboxStore(connections)),
    Context.add(StoreHealth, connections.condition),
    Context.add(StoreMode, Option.some(mode))
  )
})
