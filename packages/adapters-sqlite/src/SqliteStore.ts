import { isMainThread } from "node:worker_threads"
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
import type Database from "better-sqlite3"
import { Clock, Context, Effect, Layer, Option, type Scope } from "effect"
import { Checkpoints } from "./Checkpoints.ts"
import { HeldBalances } from "./commit/journal.ts"
import { FileFlush } from "./FileFlush.ts"
import type { FileHealth } from "./FileHealth.ts"
import { FileWatch } from "./FileWatch.ts"
import { fileHealthOf, logSaver, roomProbe } from "./fileHealthOf.ts"
import { anchoringOf, HashChain } from "./hashChain/HashChain.ts"
import { JobChanges } from "./JobChanges.ts"
import { ListCounts } from "./lists/ListCounts.ts"
import { sqliteListReader } from "./lists/SqliteListReader.ts"
import { openDatabase } from "./openDatabase.ts"
import { whileBusy } from "./Pause.ts"
import { Reads } from "./Reads.ts"
import { RollUps } from "./RollUps.ts"
import {
  sqliteBatchReader,
  sqliteClaimReader,
  sqliteEventReader,
  sqliteKycReader,
  sqliteLedgerReader,
  sqliteTransitReader
} from "./readers/narrowReaders.ts"
import { sqliteAnalyticsReader } from "./readers/SqliteAnalyticsReader.ts"
import { sqliteAuditReader } from "./readers/SqliteAuditReader.ts"
import { sqliteSearchReader } from "./readers/SqliteSearchReader.ts"
import { sqliteStateReader } from "./readers/SqliteStateReader.ts"
import { sqliteSubscriberQueue } from "./readers/SqliteSubscriberQueue.ts"
import { sqliteWaitingWork } from "./readers/SqliteWaitingWork.ts"
import { sqliteWebhookReader } from "./readers/SqliteWebhookReader.ts"
import { refusedBy } from "./refusedBy.ts"
import { sqliteStore } from "./SqliteCommit.ts"
import { sqliteDataKeys } from "./SqliteDataKeys.ts"
import { sqliteGuard } from "./SqliteGuard.ts"
import { sqliteRefusedRequests } from "./SqliteRefusedRequests.ts"
import { sqliteSandboxStore } from "./SqliteSandboxStore.ts"
import { sqliteLinkBase, sqliteStoreHold } from "./SqliteStoreFacts.ts"
import type { SqliteStoreRefused } from "./SqliteStoreRefused.ts"
import { sqliteWorkQueue } from "./SqliteWorkQueue.ts"
import { WriteQueue } from "./WriteQueue.ts"

/** Kept, because a collected connection is closed. */
const left = new Set<Database.Database>()

/**
 * Leaves a store open whose file must not be written any more: SQLite moves the log into the file when it closes it,
 * and deletes whatever lies under the name of the log. Node closes what is open when the process ends by itself, but
 * not when it is told to end.
 */
const leaveOpen = (database: Database.Database): void => {
  if (left.size === 0 && isMainThread) process.once("exit", (code) => process.exit(code))
  left.add(database)
}

export interface SqliteStoreOptions {
  /**
   * Created with its folder if it does not exist. Use a local disk: SQLite's locks do not work on network
   * folders.
   */
  readonly filename: string
  /** The mode of the store; an existing store of the other mode is refused. */
  readonly mode: Mode
  /** Nothing is written; every write fails. For inspecting a store. */
  readonly readonly?: boolean
  /** Brings a store of an earlier version to this one; true. Processes of that version then no longer write to it. */
  readonly upgrades?: boolean
  /**
   * Opens it for writing although another store took its place, to take it back into use with a release of its hold.
   */
  readonly acceptMoved?: boolean
  /** See `WriteQueueOptions`; 512, about 64 payouts. */
  readonly groupWeightMax?: number
  /** How long a write waits while another process holds the lock; 5 s. */
  readonly busyMillisMax?: number
  /** The file never grows beyond this; writes then fail as on a full disk. */
  readonly maxFileBytes?: number
}

/**
 * The embedded store: every storage port over one SQLite file, fully durable (`synchronous=FULL`) at the cost
 * of one disk flush per group of writes. Several processes may open the same file. Closing the layer's scope
 * writes the queued writes, then closes the file.
 */
export const SqliteStore = {
  layer: (options: SqliteStoreOptions): Layer.Layer<StorePorts, SqliteStoreRefused> => {
    refuseOptions(options, rules, "SqliteStore")
    return Layer.effectContext(portsOf(options))
  }
} as const

const { anyText, flag, millis, oneOf, optional, wholeNumber } = option

const rules: OptionRules<SqliteStoreOptions> = {
  // Whether it can be one is found out when it is opened.
  filename: anyText,
  mode: oneOf("live", "sandbox"),
  readonly: optional(flag),
  upgrades: optional(flag),
  acceptMoved: optional(flag),
  groupWeightMax: optional(wholeNumber(1)),
  busyMillisMax: optional(millis(0)),
  maxFileBytes: optional(wholeNumber(1))
}

const portsOf = Effect.fnUntraced(function* (
  options: SqliteStoreOptions
): Effect.fn.Return<Context.Context<StorePorts>, SqliteStoreRefused, Scope.Scope> {
  const { busyMillisMax = 5_000, filename, groupWeightMax = 512 } = options
  const file = new FileFlush(filename)
  yield* Effect.addFinalizer(() => file.close)
  const health = yield* fileHealthOf(filename)
  const database = yield* open(options, busyMillisMax, health)
  const files = new FileWatch(database, database.name)
  yield* Effect.addFinalizer(() => Effect.sync(() => health.close()))
  const held = database.prepare("SELECT reason FROM store_hold").pluck().get()
  if (held !== undefined && options.readonly !== true) yield* Effect.logWarning(String(held))
  const jobChanges = new JobChanges(database, health)
  const checkpoints = new Checkpoints(database, health, file, files)
  const hashChain = new HashChain(database)
  const listCounts = new ListCounts(database)
  const rollUps = new RollUps(database)
  const balances = new HeldBalances(database)
  const anchoring = yield* anchoringOf(database, hashChain, options)
  const version = database.prepare("PRAGMA user_version").pluck()
  health.watch(files, () => anchoring.look(health))
  const queue = new WriteQueue(
    database,
    { groupWeightMax, busyMillisMax },
    {
      begun: () => {
        health.noteVersion(Number(version.get()))
        return health.refusal
      },
      sealing: () => {
        listCounts.seal()
        rollUps.seal()
        balances.seal()
        hashChain.seal()
        checkpoints.seal()
      },
      committed: () => {
        anchoring.note(hashChain.committed())
        jobChanges.publish()
        checkpoints.note()
      },
      takenBack: () => {
        listCounts.takenBack()
        rollUps.takenBack()
        balances.drop()
        hashChain.takenBack()
        checkpoints.takenBack()
      },
      failed: (error) => health.note(error),
      refusal: () => health.refusal,
      beforeGroup: () => health.beforeGroup(),
      afterGroup: () => health.afterGroup()
    }
  )
  health.probe = roomProbe(database, queue, groupWeightMax)
  health.saveLog = logSaver(database)
  yield* Effect.addFinalizer(() => checkpoints.close(busyMillisMax))
  yield* Effect.addFinalizer(() => Effect.sync(() => anchoring.close(health)))
  yield* Effect.addFinalizer(() => queue.close)
  const reads = new Reads(database, busyMillisMax, health)
  const store = sqliteStore(
    database,
    queue,
    reads,
    jobChanges,
    checkpoints,
    hashChain,
    listCounts,
    rollUps,
    balances
  )
  const written = Context.add(Context.make(Store, store), SearchReader, sqliteSearchReader(database, reads))
  const queued = Context.add(written, SubscriberQueue, sqliteSubscriberQueue(database, reads))
  return Context.add(queued, ListReader, sqliteListReader(database, reads)).pipe(
    Context.add(StateReader, sqliteStateReader(database, reads)),
    Context.add(ClaimReader, sqliteClaimReader(database, reads)),
    Context.add(BatchReader, sqliteBatchReader(database, reads)),
    Context.add(KycReader, sqliteKycReader(database, reads)),
    Context.add(TransitReader, sqliteTransitReader(database, reads)),
    Context.add(WebhookReader, sqliteWebhookReader(database, reads)),
    Context.add(WaitingWork, sqliteWaitingWork(database, reads)),
    Context.add(AnalyticsReader, sqliteAnalyticsReader(database, reads)),
    Context.add(EventReader, sqliteEventReader(database, reads)),
    Context.add(LedgerReader, sqliteLedgerReader(database, reads)),
    Context.add(AuditReader, sqliteAuditReader(database.name, filename, busyMillisMax)),
    Context.add(WorkQueue, sqliteWorkQueue(database, queue, reads, jobChanges)),
    Context.add(Guard, sqliteGuard(database, queue)),
    Context.add(RefusedRequests, sqliteRefusedRequests(database, queue, reads)),
    Context.add(StoreHold, sqliteStoreHold(database, queue, reads)),
    Context.add(LinkBase, sqliteLinkBase(database, queue, reads)),
    Context.add(DataKeys, sqliteDataKeys(database, queue, reads)),
    Context.add(SandboxStore, sqliteSandboxStore(database, queue, reads, checkpoints)),
    Context.add(
      StoreHealth,
      Effect.sync(() => health.condition)
    ),
    Context.add(StoreMode, Option.some(options.mode))
  )
})

const open = (
  { acceptMoved, filename, maxFileBytes, mode, readonly = false, upgrades = true }: SqliteStoreOptions,
  busyMillisMax: number,
  health: FileHealth
): Effect.Effect<Database.Database, SqliteStoreRefused, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const createdAt = yield* Clock.currentTimeMillis
      const run = Effect.runSyncWith(yield* Effect.context<never>())
      const upgrading = (from: number, to: number) => run(Effect.logInfo(upgradeOf(filename, from, to)))
      const warnings: Array<string> = []
      const tell = (sentence: string) => void warnings.push(sentence)
      const older = readonly || !upgrades ? "refuse" : "upgrade"
      const options = {
        ...{ acceptMoved, filename, mode, readonly, maxFileBytes, createdAt },
        ...({ older, upgrading, tell } as const)
      }
      const database = yield* whileBusy(() => openDatabase(options), busyMillisMax).pipe(
        Effect.catch((error) => refusedBy(error, filename))
      )
      yield* Effect.forEach(warnings, (sentence) => Effect.logWarning(sentence), { discard: true })
      return database
    }),
    (database) => Effect.sync(() => (health.isOver ? leaveOpen(database) : database.close()))
  )

const upgradeOf = (filename: string, from: number, to: number): string =>
  `${filename} is brought from schema version ${from} to ${to}. Reads go on; writes wait for it, and processes of version ${from} no longer write to it.`
