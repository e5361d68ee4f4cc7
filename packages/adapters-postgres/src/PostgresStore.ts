import type { Mode, StorePorts } from "@quittance/core"
import {
  AnalyticsReader,
  AuditReader,
  BatchReader,
  ClaimReader,
  DataKeys,
  EventReader,
  Guard,
  KycReader,
  LedgerReader,
  LinkBase,
  ListReader,
  type OptionRules,
  option,
  RefusedRequests,
  refuseOptions,
  SandboxStore,
  SearchReader,
  StateReader,
  Store,
  StoreHealth,
  StoreHold,
  StoreMode,
  SubscriberQueue,
  TransitReader,
  WaitingWork,
  WebhookReader,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Context, Effect, Layer, Option, type Scope } from "effect"
import { type CommitOptions, postgresCommit } from "./commit/PostgresCommit.ts"
import { Connections } from "./connect/Connections.ts"
import type { ConnectionsOptions } from "./connect/ConnectionsOptions.ts"
import { thisVersion } from "./connect/exchange.ts"
import { openStore } from "./connect/openStore.ts"
import { ServerWatch } from "./connect/ServerWatch.ts"
import { postgresGuard } from "./guard/PostgresGuard.ts"
import { postgresListReader } from "./lists/PostgresListReader.ts"
import { pausing } from "./Pause.ts"
import { postgresDataKeys } from "./PostgresDataKeys.ts"
import { postgresRefusedRequests } from "./PostgresRefusedRequests.ts"
import { postgresSandboxStore } from "./PostgresSandboxStore.ts"
import { postgresLinkBase, postgresStoreHold } from "./PostgresStoreFacts.ts"
import type { PostgresStoreRefused } from "./PostgresStoreRefused.ts"
import { JobChanges } from "./queue/JobChanges.ts"
import { postgresWorkQueue } from "./queue/PostgresWorkQueue.ts"
import {
  postgresBatchReader,
  postgresClaimReader,
  postgresEventReader,
  postgresKycReader,
  postgresLedgerReader,
  postgresTransitReader
} from "./readers/narrowReaders.ts"
import { postgresAnalyticsReader } from "./readers/PostgresAnalyticsReader.ts"
import { postgresAuditReader } from "./readers/PostgresAuditReader.ts"
import { postgresSearchReader } from "./readers/PostgresSearchReader.ts"
import { postgresStateReader } from "./readers/PostgresStateReader.ts"
import { postgresSubscriberQueue } from "./readers/PostgresSubscriberQueue.ts"
import { postgresWaitingWork } from "./readers/PostgresWaitingWork.ts"
import { postgresWebhookReader } from "./readers/PostgresWebhookReader.ts"

export interface PostgresStoreOptions extends ConnectionsOptions, CommitOptions {
  /** The mode of the store; an existing store of the other mode is refused. */
  readonly mode: Mode
  /** Brings a store of an earlier version to this one; true. Processes of that version then no longer write to it. */
  readonly upgrades?: boolean
  /**
   * A file on this machine, which the processes of the machine may share; it survives their restart. It says how far
   * the server had acknowledged writes. Without it the store is still put on hold on another server, in another
   * database or on another timeline, but if an old copy of the server's own folder is put back, only processes that
   * were running at that time notice it.
   */
  readonly markFile?: string
  /** The id of the store that is copied into this one, to look at an unfinished copy. */
  readonly copyOf?: string
}

/**
 * The shared store: every storage port over one PostgreSQL database, for any number of processes and machines. An
 * answered write is as durable as the server makes a commit. Closing the layer's scope writes the queued writes, then
 * closes the connections.
 */
export const PostgresStore = {
  layer: (options: PostgresStoreOptions): Layer.Layer<StorePorts, PostgresStoreRefused> => {
    refuseOptions(options, rules, "PostgresStore")
    return Layer.effectContext(portsOf(options))
  }
} as const

const { anyText, flag, millis, oneOf, optional, text, wholeNumber } = option

const rules: OptionRules<PostgresStoreOptions> = {
  // Whether it can be one is found out when it is opened.
  url: anyText,
  mode: oneOf("live", "sandbox"),
  readonly: optional(flag),
  upgrades: optional(flag),
  markFile: optional(text("store.mark")),
  copyOf: optional(text("the id of a store")),
  readersMax: optional(wholeNumber(1)),
  writersMax: optional(wholeNumber(1)),
  answerMillisMax: optional(millis()),
  idleMillisMax: optional(millis()),
  readPlans: optional(oneOf("free", "indexed", "generic")),
  groupWeightMax: optional(wholeNumber(1)),
  lanes: optional(wholeNumber(1)),
  partners: optional(oneOf("one", "many"))
}

const portsOf = Effect.fnUntraced(function* (
  options: PostgresStoreOptions
): Effect.fn.Return<Context.Context<StorePorts>, PostgresStoreRefused, Scope.Scope> {
  const { markFile, mode, readonly = false } = options
  const watch = new ServerWatch(markFile)
  const run = Effect.runSyncWith(yield* Effect.context<never>())
  const upgrading = (from: number, to: number) => run(Effect.logInfo(upgradeOf(from, to)))
  const createdAt = yield* Clock.currentTimeMillis
  const found = yield* openStore({ ...options, readonly, watch, createdAt, upgrading })
  const { partners = found } = options
  const connections = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new Connections({ readPlans: found === "one" ? "free" : "generic", ...options }, watch, thisVersion)
    ),
    ({ close }) => close
  )
  yield* marking(connections, watch)
  if (!readonly) yield* reporting(connections)
  const jobChanges = yield* Effect.acquireRelease(
    Effect.sync(() => new JobChanges(options.url, partners)),
    ({ close }) => close
  )
  const store = yield* postgresCommit(connections, jobChanges, { ...options, partners })
  const states = postgresStateReader(connections, partners)
  const written = Context.add(Context.make(Store, store), SearchReader, postgresSearchReader(connections))
  const queued = Context.add(written, SubscriberQueue, postgresSubscriberQueue(connections))
  return Context.add(queued, StateReader, states).pipe(
    Context.add(ClaimReader, postgresClaimReader(connections, partners)),
    Context.add(ListReader, postgresListReader(connections)),
    Context.add(BatchReader, postgresBatchReader(connections)),
    Context.add(KycReader, postgresKycReader(connections)),
    Context.add(TransitReader, postgresTransitReader(connections)),
    Context.add(WebhookReader, postgresWebhookReader(connections, partners)),
    Context.add(WaitingWork, postgresWaitingWork(connections)),
    Context.add(AnalyticsReader, postgresAnalyticsReader(connections)),
    Context.add(EventReader, postgresEventReader(connections)),
    Context.add(LedgerReader, postgresLedgerReader(connections)),
    Context.add(AuditReader, postgresAuditReader(connections)),
    Context.add(WorkQueue, postgresWorkQueue(connections, jobChanges, partners)),
    Context.add(Guard, yield* postgresGuard(connections, partners)),
    Context.add(RefusedRequests, postgresRefusedRequests(connections)),
    Context.add(StoreHold, postgresStoreHold(connections)),
    Context.add(LinkBase, postgresLinkBase(connections)),
    Context.add(DataKeys, postgresDataKeys(connections)),
    Context.add(SandboxStore, yield* postgresSandboxStore(connections)),
    Context.add(StoreHealth, connections.condition),
    Context.add(StoreMode, Option.some(mode))
  )
})

const upgradeOf = (from: number, to: number): string =>
  `The store is brought from schema version ${from} to ${to}. Processes of version ${from} go on until that is done, and then no longer write to it.`

/** How often it is looked whether the condition of the server changed. */
const reportMillis = 1_000

/** Logs each change of the condition once, not with every request. */
const reporting = ({ news }: Connections) => {
  const logged = Effect.flatMap(news, (found) => {
    if (found === undefined) return Effect.void
    return found.isGood ? Effect.logInfo(found.message) : Effect.logError(found.message)
  })
  return Effect.forkScoped(Effect.forever(Effect.andThen(logged, pausing(reportMillis))))
}

/** How often the mark is moved. */
const markMillis = 1_000

/** Moves the mark regularly while there are new writes, and when everything is written. */
const marking = Effect.fnUntraced(function* ({ marked }: Connections, watch: ServerWatch) {
  let isFailing = false
  const moved = marked.pipe(
    Effect.tap(() =>
      Effect.sync(() => {
        isFailing = false
      })
    ),
    // The database does not answer; health says so.
    Effect.catch(() => Effect.void),
    Effect.catchDefect((defect) => {
      if (isFailing) return Effect.void
      isFailing = true
      return Effect.logWarning(
        `The mark of what the database acknowledged cannot be written (${String(defect)}). This is tried again; until it succeeds, an older copy of the store may not be noticed.`
      )
    })
  )
  const logged = Effect.suspend(() => {
    const fault = watch.takeFault()
    return fault === undefined ? Effect.void : Effect.logError(`the store is put on hold: ${fault}`)
  })
  yield* Effect.addFinalizer(() => moved)
  yield* Effect.forkScoped(
    Effect.forever(logged.pipe(Effect.andThen(moved), Effect.andThen(pausing(markMillis))))
  )
})
