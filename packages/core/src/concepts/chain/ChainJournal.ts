import { Clock, Context, Effect, Layer, Option } from "effect"
import { actingAs, networkActor } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { neverWritten, writeOver } from "../../kernel/transact/writeOver.ts"
import {
  type ChainBlock,
  type ChainCursor,
  type ChainSetup,
  type ChainSetupEvent,
  type ChainWait,
  chainCursor,
  chainSetup,
  chainSetupId,
  rememberedBlocksMax
} from "./ChainCursor.ts"
import type { ChainTransfer } from "./ChainTransfer.ts"
import { addressClaimKey, chainClaims, chainJobs } from "./chainNames.ts"
import { sendJob } from "./sendJob.ts"
import { type FoundTransfer, makeTransferJournal, type TransferPlace } from "./transferJournal.ts"

/**
 * The observations of networks: how far each was read, and the transfers to addresses of this store. They are stored
 * like everything else; `docs/adr/0027` says why they have no port of their own.
 */
export class ChainJournal extends Context.Service<
  ChainJournal,
  {
    /** Creates the background jobs of a network, once. */
    readonly begin: (network: string) => Effect.Effect<void, StoreUnavailable>
    readonly setup: (network: string) => Effect.Effect<Option.Option<ChainSetup>, StoreUnavailable>
    readonly pause: (network: string, isPaused: boolean) => Effect.Effect<void, StoreUnavailable>
    /** What this work of a network waits for from now on. Under the lease of the job that does it. */
    readonly noteWaits: (
      network: string,
      work: ChainWait["work"],
      waits: ReadonlyMap<ChainWait["code"], Instant>,
      job: LeasedJob
    ) => Effect.Effect<void, LeaseLost | StoreUnavailable>
    readonly recordFactory: (network: string, factory: string) => Effect.Effect<void, StoreUnavailable>

    /** None before the first block was read. */
    readonly cursor: (network: string) => Effect.Effect<Option.Option<ChainCursor>, StoreUnavailable>
    /**
     * The network was read up to the last of these blocks, which follow one another; the latest
     * `rememberedBlocksMax` are kept. Under the lease of the job that reads.
     */
    readonly moveTo: (
      network: string,
      blocks: ReadonlyArray<ChainBlock>,
      job: LeasedJob
    ) => Effect.Effect<void, LeaseLost | StoreUnavailable>
    /** The partner of a deposit address, in canonical spelling. */
    readonly ownerOf: (
      network: string,
      address: string
    ) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
    /**
     * The transfers to an address as far as they may be believed: those that enough nodes have shown, and dropped
     * ones. Everything that credits money reads only these.
     */
    readonly transfersTo: (
      network: string,
      address: string
    ) => Effect.Effect<ReadonlyArray<ChainTransfer>, StoreUnavailable>
    /** The transfers that too few nodes have shown, lowest block first. */
    readonly waiting: (network: string) => Effect.Effect<ReadonlyArray<ChainTransfer>, StoreUnavailable>
    /** The transfer as it is recorded; none if there is none at this place. */
    readonly recorded: (
      network: string,
      found: TransferPlace
    ) => Effect.Effect<Option.Option<ChainTransfer>, StoreUnavailable>
    /**
     * An operator accepts the waiting transfers of a transaction, although too few nodes have shown them. The next
     * reading credits them. Returns them; none if nothing of the transaction waits.
     */
    readonly accept: (
      network: string,
      txHash: string,
      reason: string
    ) => Effect.Effect<ReadonlyArray<ChainTransfer>, StoreUnavailable>
    /** The transfers in blocks above this one, also dropped ones that were last seen there; lowest block first. */
    readonly transfersAbove: (
      network: string,
      blockNumber: number
    ) => Effect.Effect<ReadonlyArray<ChainTransfer>, StoreUnavailable>
    /**
     * Records a transfer, that it is in another block now, or that more nodes have shown it there. Returns whether
     * that is new. Under the lease, because a process that lost it may have seen an older chain.
     */
    readonly see: (
      network: string,
      found: FoundTransfer,
      job: LeasedJob
    ) => Effect.Effect<boolean, LeaseLost | StoreUnavailable>
    /** Records that a transfer is no longer on the network, under the lease. Returns whether that is new. */
    readonly drop: (
      transfer: ChainTransfer,
      job: LeasedJob
    ) => Effect.Effect<boolean, LeaseLost | StoreUnavailable>
  }
>()("@quittance/core/concepts/chain/ChainJournal") {
  static readonly layer = Layer.effect(
    ChainJournal,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return ChainJournal.of({
        begin: (network) => beginNetwork(parts, network),
        setup: (network) => readSetup(parts, network),
        pause: (network, isPaused) => pauseNetwork(parts, network, isPaused),
        noteWaits: (network, work, waits, job) => noteWaits(parts, network, work, waits, job),
        recordFactory: (network, factory) => recordFactory(parts, network, factory),
        cursor: (network) => readCursor(parts, network),
        moveTo: (network, blocks, job) =>
          actingAs(networkActor(network), moveCursor(parts, network, blocks, job)),
        ownerOf: (network, address) => ownerOf(parts, network, address),
        ...parts.transfers,
        see: (network, found, job) =>
          actingAs(networkActor(network), parts.transfers.see(network, found, job)),
        drop: (transfer, job) =>
          actingAs(networkActor(transfer.partnerId), parts.transfers.drop(transfer, job))
      })
    })
  )
}

/** The services that the journal uses, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    states: yield* StateReader,
    claims: yield* ClaimReader,
    transact: (yield* makeTransact).transact,
    transfers: yield* makeTransferJournal
  }
})
type Parts = Effect.Success<typeof makeParts>

const storedSetup = ({ states }: Parts, network: string) =>
  states.get(chainSetup, network, chainSetupId(network))

const readSetup = (parts: Parts, network: string) =>
  Effect.map(
    storedSetup(parts, network),
    Option.map(({ state }) => state)
  )

const beginNetwork = Effect.fn("ChainJournal.begin")((parts: Parts, network: string) =>
  parts.transact(
    Effect.gen(function* () {
      const found = yield* storedSetup(parts, network)
      if (Option.isSome(found)) return { answer: undefined }
      const at = yield* Clock.currentTimeMillis
      const state: ChainSetup = {
        id: chainSetupId(network),
        partnerId: network,
        createdAt: at,
        isPaused: false,
        factory: Option.none(),
        waits: Option.none(),
        updatedAt: at
      }
      const event = { _tag: "ChainBegun", at } as const
      const job = { partnerId: network, subjectId: network, dueAt: at }
      return {
        answer: undefined,
        commit: {
          aggregates: [{ _tag: "ChainSetup", state, expectedVersion: 0 }],
          events: [{ partnerId: network, subjectId: state.id, version: 1, at, event }],
          jobs: [
            { kind: chainJobs.read, ...job },
            { kind: chainJobs.send, ...job },
            { kind: chainJobs.sweep, ...job },
            { kind: chainJobs.check, ...job }
          ]
        }
      }
    })
  )
)

const changeSetup = (
  parts: Parts,
  network: string,
  changed: (state: ChainSetup, at: number) => readonly [ChainSetup, ChainSetupEvent] | undefined
) =>
  Effect.andThen(
    beginNetwork(parts, network),
    parts.transact(
      Effect.gen(function* () {
        const found = Option.getOrThrow(yield* storedSetup(parts, network))
        const { state, version } = found
        const at = yield* Clock.currentTimeMillis
        const next = changed(state, at)
        if (next === undefined) return { answer: undefined }
        const [after, event] = next
        return {
          answer: undefined,
          commit: {
            aggregates: [writeOver("ChainSetup", found, { ...after, updatedAt: at })],
            events: [{ partnerId: network, subjectId: state.id, version: version + 1, at, event }],
            jobs: [sendJob(network, at)]
          }
        }
      })
    )
  )

const pauseNetwork = (parts: Parts, network: string, isPaused: boolean) =>
  changeSetup(parts, network, (state, at) =>
    state.isPaused === isPaused
      ? undefined
      : [
          { ...state, isPaused },
          { _tag: isPaused ? "ChainPaused" : "ChainResumed", at }
        ]
  )

const recordFactory = (parts: Parts, network: string, factory: string) =>
  changeSetup(parts, network, (state, at) =>
    Option.contains(state.factory, factory)
      ? undefined
      : [
          { ...state, factory: Option.some(factory) },
          { _tag: "ChainFactoryRecorded", factory, at }
        ]
  )

const noteWaits = Effect.fn("ChainJournal.noteWaits")(
  (
    parts: Parts,
    network: string,
    work: ChainWait["work"],
    noted: ReadonlyMap<ChainWait["code"], Instant>,
    job: LeasedJob
  ) =>
    parts.transact(
      Effect.gen(function* () {
        const found = Option.getOrUndefined(yield* storedSetup(parts, network))
        if (found === undefined) return { answer: undefined }
        const { state, version } = found
        const others = Option.getOrElse(state.waits, () => []).filter((each) => each.work !== work)
        const waits = [...others, ...[...noted].map(([code, since]) => ({ work, code, since }))]
        const at = yield* Clock.currentTimeMillis
        const event = { _tag: "ChainWaitsChanged", waits, at } as const
        return {
          answer: undefined,
          commit: {
            aggregates: [writeOver("ChainSetup", found, { ...state, waits: Option.some(waits) })],
            events: [{ partnerId: network, subjectId: state.id, version: version + 1, at, event }],
            completion: { _tag: "Held", job }
          }
        }
      })
    )
)

const readCursor = ({ states }: Parts, network: string) =>
  Effect.map(
    states.get(chainCursor, network, network),
    Option.map(({ state }) => state)
  )

const moveCursor = Effect.fn("ChainJournal.moveTo")(
  ({ states, transact }: Parts, network: string, blocks: ReadonlyArray<ChainBlock>, job: LeasedJob) =>
    transact(
      Effect.gen(function* () {
        const last = blocks.at(-1)
        if (last === undefined) return { answer: undefined }
        const found = yield* states.get(chainCursor, network, network)
        const at = yield* Clock.currentTimeMillis
        const { firstBlock, createdAt } = Option.match(found, {
          onNone: () => ({ firstBlock: last.number, createdAt: at }),
          onSome: ({ state }) => state
        })
        const loaded = Option.getOrElse(found, () => neverWritten)
        const state: ChainCursor = {
          id: network,
          firstBlock,
          createdAt,
          blockNumber: last.number,
          blocks: blocks.slice(-rememberedBlocksMax),
          updatedAt: at
        }
        const event = { _tag: "ChainRead", blockNumber: last.number, at } as const
        return {
          answer: undefined,
          commit: {
            aggregates: [writeOver("ChainCursor", loaded, state)],
            events: [{ partnerId: network, subjectId: network, version: loaded.version + 1, at, event }],
            completion: { _tag: "Held", job }
          }
        }
      })
    )
)

const ownerOf = ({ claims }: Parts, network: string, address: string) =>
  Effect.map(
    claims.find(chainClaims.depositAddress, "", addressClaimKey(network, address)),
    Option.map(({ partnerId }) => partnerId)
  )
