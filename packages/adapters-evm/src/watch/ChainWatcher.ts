import type { StoreUnavailable } from "@quittance/core"
import {
  type ChainBlock,
  type ChainCursor,
  ChainJournal,
  type ChainReading,
  type ClaimReader,
  type LeasedJob,
  type LeaseLost,
  raiseAlert,
  rememberedBlocksMax,
  StateReader
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { Hex } from "../hex.ts"
import type { Block } from "../rpc/ChainData.ts"
import { isLimited } from "../rpc/mayBeTooMuch.ts"
import { agreedHead, type Source } from "./agreedHead.ts"
import { makeBlockReader } from "./BlockReader.ts"
import { catchUp } from "./catchUp.ts"
import { firstBlock } from "./firstBlock.ts"
import { follow } from "./follow.ts"
import { Pace } from "./Pace.ts"
import { recipientsOf } from "./recipients.ts"
import { secondScan } from "./secondScan.ts"
import type { NodeFailure } from "./TokenNode.ts"
import type { Watch, WatchFailure } from "./Watch.ts"
import type { WatchedNetwork } from "./WatchedNetwork.ts"
import { firstWindow, halved, type WindowSize } from "./WindowSize.ts"
import { makeWaiting } from "./waiting.ts"
import { countFailure, countReorganisation, noteCursor, noteHead } from "./watcherMetrics.ts"

/** A turn ends after this time, well within the lease. An unanswered request adds the client's time-out. */
const lookMillisMax = 8_000

/**
 * The longest time without a stored cursor while no transfer comes. After a crash the blocks since then are read
 * again.
 */
const quietMillisMax = 45_000

/** How far below the cursor a new process reads a second time. */
const rescannedBlocks = 30

/**
 * After so many blocks every address of the remembered blocks is named again, in case a process died before it
 * reported it.
 */
const sweepBlocks = 64

/** Nodes that have different newest blocks for longer than this are in dispute. */
const differingMillisMax = 60_000

const nothingNew = { touched: [], resolved: [] }

const retryMillis = 5_000
const troubledMillis = 30_000

/** The state of a network, for readiness checks. */
export interface WatchState {
  readonly network: string
  /** The last reading, and the last one that got an answer. */
  readonly lookedAt: Option.Option<number>
  readonly answeredAt: Option.Option<number>
  /** The latest block that a node showed. */
  readonly head: Option.Option<Pick<Block, "number" | "timestamp">>
  /** The last block that was read, and its time. */
  readonly height: Option.Option<number>
  readonly readTime: Option.Option<number>
  /** Why nothing is credited; an operator must look at it. */
  readonly trouble: Option.Option<string>
  /** Why some transfers are not credited; others are. */
  readonly dispute: Option.Option<string>
  /** Why the last reading got no answer. */
  readonly failure: Option.Option<string>
}

export interface ChainWatcher {
  /** As `ChainNetworks.read`. */
  readonly read: (job: LeasedJob) => Effect.Effect<ChainReading, LeaseLost | StoreUnavailable>
  /** As `ChainNetworks.height`. It does not count blocks about which nodes disagree. */
  readonly height: Effect.Effect<Option.Option<number>, StoreUnavailable>
  /** As this process knows it. */
  readonly state: Effect.Effect<WatchState>
}

/** What a process knows beyond the stored cursor. It is forgotten when another process has moved that. */
interface Memory {
  readonly storedHash: string
  readonly storedAt: number
  /** The block after which reading began. */
  readonly firstBlock: number
  readonly blocks: ReadonlyArray<ChainBlock>
  readonly last: ChainBlock
  /** The last block that was asked about twice: those above it are read again in windows. */
  readonly scannedTo: number
  /** The height at which addresses were named, and at which all of them were. */
  readonly namedAt: number
  readonly sweptAt: number
}

/** Reads the token's transfers on one network into the journal. */
export const makeChainWatcher = Effect.fnUntraced(function* (
  network: WatchedNetwork
): Effect.fn.Return<ChainWatcher, never, ChainJournal | ClaimReader | StateReader> {
  const journal = yield* ChainJournal
  const states = yield* StateReader
  const { confirmations, liveBlocksMax = 64, name, pollMillis, spelling } = network
  const reader = makeBlockReader(network, journal)
  const wait = yield* makeWaiting(network, journal)

  let memory: Memory | undefined
  let window: WindowSize = firstWindow
  const pace = new Pace(pollMillis)
  let recipients: { readonly upTo: number; readonly addresses: ReadonlyArray<Hex> | undefined } | undefined
  let state: WatchState = {
    network: name,
    lookedAt: Option.none(),
    answeredAt: Option.none(),
    head: Option.none(),
    height: Option.none(),
    readTime: Option.none(),
    trouble: Option.none(),
    dispute: Option.none(),
    failure: Option.none()
  }
  /** Since when nodes have had different newest blocks. */
  let differsSince: number | undefined

  const memoryOf = ({ blockNumber, blocks, firstBlock, updatedAt }: ChainCursor): Memory => {
    const last = lastOf(blocks)
    if (memory?.storedHash === last.hash) return memory
    const scannedTo = Math.max(firstBlock, blockNumber - rescannedBlocks)
    const named = { namedAt: blockNumber, sweptAt: Number.NEGATIVE_INFINITY }
    return { storedHash: last.hash, storedAt: updatedAt, firstBlock, blocks, last, scannedTo, ...named }
  }

  /** Moves on to the last of these blocks; in the store as well if something happened or it was quiet for long. */
  const moveTo = Effect.fnUntraced(function* (
    before: Memory,
    blocks: ReadonlyArray<ChainBlock>,
    changes: Partial<Memory>,
    isChanged: boolean,
    job: LeasedJob
  ) {
    const now = yield* Clock.currentTimeMillis
    const latest = blocks.slice(-rememberedBlocksMax)
    const last = lastOf(latest)
    const isStored = isChanged || now - before.storedAt >= quietMillisMax
    if (isStored && last.hash !== before.storedHash) yield* journal.moveTo(name, latest, job)
    const stored = isStored ? { storedHash: last.hash, storedAt: now } : {}
    memory = { ...before, ...changes, ...stored, blocks: latest, last }
    state = { ...state, height: Option.some(last.number) }
    return memory
  })

  const noteRead = (number: number, timestamp: number) => {
    state = { ...state, readTime: Option.some(timestamp) }
    return noteCursor(name, number, timestamp)
  }

  const tellTrouble = Effect.fnUntraced(function* (
    kind: "chain.reorganised" | "chain.disputed",
    reason: string
  ) {
    if (!Option.contains(state.trouble, reason))
      yield* raiseAlert(kind, `${name}: ${reason}; nothing is credited`)
    state = { ...state, trouble: Option.some(reason) }
  })

  /** The next reading asks for less: some nodes word a limit of blocks like one of requests. */
  const afterLimit = (failure: WatchFailure) =>
    Effect.sync(() => {
      const isLater = failure._tag === "RpcUnavailable" && isLimited(failure)
      if (isLater) window = halved(window.blocks) ?? window
    })

  /** Reads on from the last block in windows, until the rest can be read block by block. */
  const readWindows = Effect.fnUntraced(function* (watch: Watch, start: Memory, target: number) {
    if (recipients === undefined || recipients.upTo <= start.last.number)
      // No existing block pays an address that is given out from now on.
      recipients = {
        upTo: target,
        addresses: (yield* recipientsOf(states, name))?.map(spelling.hexOfAddress)
      }
    const to = Math.min(target, recipients.upTo)
    let at = start
    while (at.last.number < to && (yield* Clock.currentTimeMillis) < watch.deadline) {
      const caught = yield* Effect.tapError(
        catchUp(watch, at.scannedTo, to, recipients.addresses, window),
        afterLimit
      )
      window = caught.window
      if (caught.dispute !== undefined) return { at, dispute: caught.dispute }
      if (caught.last === undefined) continue
      const { hash, number, timestamp } = caught.last
      if (number > at.last.number) {
        at = yield* moveTo(at, [...at.blocks, { hash, number }], { scannedTo: number }, true, watch.job)
        yield* noteRead(number, timestamp)
      } else at = { ...at, scannedTo: number }
    }
    return { at, dispute: undefined }
  })

  /** Reads the next blocks one by one. */
  const readBlocks = Effect.fnUntraced(function* (watch: Watch, before: Memory, head: Block) {
    recipients = undefined
    const followed = yield* follow(watch, before, head)
    if (followed._tag !== "Read") return { at: before, dispute: undefined, tag: followed._tag }
    const { ancestor, blocks } = followed
    if (ancestor.number < before.last.number) {
      yield* countReorganisation(name)
      yield* Effect.logInfo(`${name}: the blocks above ${ancestor.number} were replaced`)
    }
    const branch = [
      ...before.blocks.filter(({ number }) => number < ancestor.number),
      ancestor,
      ...blocks.map(({ hash, number }) => ({ hash, number }))
    ]
    const scanFrom = Math.min(before.scannedTo, ancestor.number) + 1
    const { dispute, isChanged, to } = yield* secondScan(watch, scanFrom, branch)
    // Confirmations are not counted past a block in dispute, in no process.
    const [oldest = ancestor] = branch
    const kept =
      dispute === undefined ? branch : branch.filter((each) => each === oldest || each.number <= to)
    const isNews = followed.isChanged || isChanged || lastOf(kept).number < before.last.number
    const namedAt = Math.min(before.namedAt, ancestor.number)
    const at = yield* moveTo(before, kept, { scannedTo: to, namedAt }, isNews, watch.job)
    yield* noteRead(
      at.last.number,
      blocks.findLast(({ number }) => number <= at.last.number)?.timestamp ?? head.timestamp
    )
    return { at, dispute, tag: followed._tag }
  })

  /** Returns the addresses whose transfers came, went or are not deep enough yet. */
  const touchedAddresses = Effect.fnUntraced(function* (at: Memory) {
    const isSweep = at.last.number - at.sweptAt >= sweepBlocks
    const depth = isSweep ? Math.max(confirmations, rememberedBlocksMax) : confirmations
    const transfers = yield* journal.transfersAbove(name, Math.min(at.namedAt, at.last.number) - depth)
    memory = { ...at, namedAt: at.last.number, sweptAt: isSweep ? at.last.number : at.sweptAt }
    return [...new Set(transfers.map(({ address }) => address))]
  })

  const begin = Effect.fnUntraced(function* ({ head, node }: Source, job: LeasedJob) {
    const setup = yield* journal.setup(name)
    const since = Option.match(setup, { onNone: () => head.timestamp, onSome: ({ createdAt }) => createdAt })
    const { hash, number } = yield* firstBlock(node, head, since)
    yield* journal.moveTo(name, [{ hash, number }], job)
    return { ...nothingNew, againMillis: 0 }
  })

  /** Nodes are on different branches for a moment whenever two blocks are made at once. */
  const differ = Effect.fnUntraced(function* (blockNumber: number, now: number) {
    differsSince ??= now
    if (now - differsSince < differingMillisMax) return { ...nothingNew, againMillis: pollMillis }
    yield* tellTrouble("chain.disputed", `nodes have different blocks ${blockNumber}`)
    return { ...nothingNew, againMillis: troubledMillis }
  })

  const look = Effect.fnUntraced(function* (job: LeasedJob): Effect.fn.Return<ChainReading, WatchFailure> {
    const startedAt = yield* Clock.currentTimeMillis
    state = { ...state, lookedAt: Option.some(startedAt) }
    const cursor = yield* journal.cursor(name)
    const agreed = yield* agreedHead(network, Option.getOrUndefined(Option.map(cursor, memoryOf))?.last.hash)
    state = { ...state, answeredAt: Option.some(startedAt) }
    if (agreed._tag === "Differ") return yield* differ(agreed.blockNumber, startedAt)
    differsSince = undefined
    const { head, ...read } = agreed.source
    const watch: Watch = { network, ...read, journal, reader, job, deadline: startedAt + lookMillisMax }
    state = { ...state, head: Option.some(head) }
    yield* noteHead(name, head)
    if (Option.isNone(cursor)) return yield* begin(agreed.source, job)
    const before = memoryOf(cursor.value)
    const target = head.number - liveBlocksMax
    const isBehind =
      before.last.number < target && (yield* watch.node.block(before.last.number)).hash === before.last.hash
    const seen = isBehind
      ? { ...(yield* readWindows(watch, before, target)), tag: "Read" as const }
      : yield* readBlocks(watch, before, head)
    const { at, dispute, tag } = seen
    if (tag === "Lost")
      yield* tellTrouble("chain.reorganised", `a reorganisation is deeper than ${rememberedBlocksMax} blocks`)
    else if (dispute !== undefined)
      yield* tellTrouble("chain.disputed", `block ${dispute.blockNumber}: ${dispute.reason}`)
    else state = { ...state, trouble: Option.none() }
    const isSame = tag !== "Read" && at.sweptAt !== Number.NEGATIVE_INFINITY
    const touched = isSame ? [] : yield* touchedAddresses(at)
    const waited = yield* wait(watch, at.last.number)
    state = { ...state, dispute: Option.fromUndefinedOr(waited.dispute) }
    const reading = { touched, resolved: waited.resolved }
    if (Option.isSome(state.trouble)) return { ...reading, againMillis: troubledMillis }
    const isDone = tag === "Same" || (tag === "Read" && at.last.number >= head.number)
    return { ...reading, againMillis: isDone ? pace.after(head, startedAt) : 0 }
  })

  const answered = Effect.sync(() => {
    state = { ...state, failure: Option.none() }
  })

  const read: ChainWatcher["read"] = (job) =>
    Effect.catchTags(Effect.tap(look(job), answered), {
      BlockUnknown: (failure) => unanswered(failure, `block ${failure.block} is unknown`),
      RpcUnavailable: (failure) =>
        unanswered(failure, `${failure.host}, ${failure.method}: ${failure.reason}`),
      TooMuch: (failure) => unanswered(failure, failure.reason)
    })

  const unanswered = Effect.fnUntraced(function* (failure: NodeFailure, reason: string) {
    yield* countFailure(name, failure)
    if (Option.isNone(state.failure)) yield* Effect.logWarning(`${name} could not be read: ${reason}`)
    state = { ...state, failure: Option.some(reason) }
    // A block that was just replaced is no reason to wait long.
    const againMillis = failure._tag === "BlockUnknown" ? pollMillis : Math.max(pollMillis, retryMillis)
    return { ...nothingNew, againMillis }
  })

  const height = Effect.map(
    journal.cursor(name),
    Option.map((cursor) => memoryOf(cursor).last.number)
  )

  return { read, height, state: Effect.sync(() => state) }
})

const lastOf = (blocks: ReadonlyArray<ChainBlock>): ChainBlock => {
  const last = blocks.at(-1)
  if (last === undefined) throw new Error("a block is remembered from the first reading on")
  return last
}
