import {
  chainTransaction,
  chainTransfer,
  indexedPages,
  type RecordedTransaction,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Array as Lists, Option, Stream } from "effect"
import type { Hex } from "../hex.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { Log } from "../rpc/ChainData.ts"
import { saltsOf } from "../sweepCall.ts"
import { addressTopic, tokenBalances, transferTopic } from "../tokenCalls.ts"
import { readLogs } from "../watch/readLogs.ts"
import { addressIn } from "../watch/TokenTransfer.ts"
import { firstWindow } from "../watch/WindowSize.ts"
import type { ComparedNetwork } from "./ComparedNetwork.ts"
import { amountText } from "./compareHoldings.ts"
import type { DepositContracts } from "./planSweeps.ts"
import { waitingOn } from "./waitingOn.ts"

/** How many addresses are read about in one request for logs, and in one group of balances. */
const addressesAtOnce = 1_000

const askedAtOnce = 8

export interface DepositQuestion {
  /** Only addresses with transfers above this block, up to another, which is final and read into the journal. */
  readonly above: number
  readonly upTo: number
  /** How many addresses are asked about: those that got most. */
  readonly addressesMax: number
}

export interface ComparedDeposits {
  readonly differences: ReadonlyArray<string>
  /** How many addresses were asked about, and how many were not. */
  readonly checkedCount: number
  readonly leftOutCount: number
  /** How many are in the middle of a sweep, and have less than they got. */
  readonly movingCount: number
}

/** What the journal has of an address. */
interface Received {
  readonly value: bigint
  readonly firstBlock: number
}

/**
 * Compares what deposit addresses have of the token with the transfers of the journal, less what left them. Less is a
 * difference: an issuer can destroy balances, and moves nothing then. More is none: it is not read yet, or too little
 * to be credited. What left an address is asked about only if something is missing: first the receipts of the sweeps of
 * this store, then all transfers from it, because anybody may sweep.
 */
export const compareDeposits = Effect.fnUntraced(function* (
  network: ComparedNetwork,
  contracts: DepositContracts | undefined,
  { above, addressesMax, upTo }: DepositQuestion
) {
  const { rpc, spelling } = network
  const token = spelling.hexOfAddress(network.token.address).toLowerCase() as Hex
  const received = yield* receivedIn(network.name, above, upTo)
  const asked = new Map(
    [...received].toSorted(([, a], [, b]) => Number(b.value - a.value)).slice(0, addressesMax)
  )

  const balancesOf = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    const head = yield* rpc.head("latest")
    const found = new Map<string, bigint>()
    for (const some of Lists.chunksOf(addresses, addressesAtOnce)) {
      const balances = yield* tokenBalances(rpc, token, some.map(spelling.hexOfAddress), head.number)
      for (const [address, balance] of Lists.zip(some, balances)) found.set(address, balance)
    }
    return found
  })

  /** What these addresses have less than they got and did not move. */
  const lacking = (balances: ReadonlyMap<string, bigint>, moved: ReadonlyMap<string, bigint>) =>
    new Map(
      [...asked].flatMap(([address, { value }]) => {
        const balance = balances.get(address)
        const left = value - (moved.get(address) ?? 0n)
        return balance !== undefined && left > balance ? [[address, left - balance] as const] : []
      })
    )

  const firstOf = (addresses: Iterable<string>): number =>
    Math.min(...[...addresses].map((address) => asked.get(address)?.firstBlock ?? upTo))

  const moving = new Set<string>()

  const afterAll = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    // What is moved between the two answers explains more than is missing.
    const before = yield* waitingOn(network, contracts)
    const balances = yield* balancesOf(addresses)
    const moved = new Map<string, bigint>()
    for (const some of Lists.chunksOf(addresses, addressesAtOnce))
      yield* movedFrom(network, token, some, firstOf(some), moved)
    const waiting = yield* waitingOn(network, contracts)
    for (const address of [...before, ...waiting]) if (balances.delete(address)) moving.add(address)
    return lacking(balances, moved)
  })

  const balances = yield* balancesOf([...asked.keys()])
  let missing = lacking(balances, new Map())
  if (missing.size > 0 && contracts !== undefined) {
    const swept = yield* sweptFrom(network, token, contracts, missing, firstOf(missing.keys()))
    missing = lacking(balances, swept)
  }
  // A node that is behind may have answered the first time.
  for (let times = 0; times < 2 && missing.size > 0; times++) missing = yield* afterAll([...missing.keys()])
  return {
    differences: [...missing].map(
      ([address, value]) =>
        `deposit address ${address} on ${network.name} has ${amountText(network, value)} less than its transfers explain`
    ),
    checkedCount: asked.size,
    leftOutCount: received.size - asked.size,
    movingCount: moving.size
  } satisfies ComparedDeposits
})

const receivedIn = Effect.fnUntraced(function* (name: string, above: number, upTo: number) {
  const states = yield* StateReader
  const received = new Map<string, Received>()
  yield* indexedPages(
    states,
    chainTransfer,
    "by_block",
    { equal: [name], above, below: upTo + 1 },
    ({ blockNumber }) => blockNumber
  ).pipe(
    // What too few nodes have shown may be invented.
    Stream.filter(({ isDropped, waitsSince }) => !isDropped && Option.isNone(waitsSince)),
    Stream.runForEach(({ address, blockNumber, value }) =>
      Effect.sync(() => {
        const before = received.get(address) ?? { value: 0n, firstBlock: blockNumber }
        received.set(address, { ...before, value: before.value + BigInt(value) })
      })
    )
  )
  return received
})

/** What sweeps of this store moved from these addresses since a block, by their receipts. */
const sweptFrom = Effect.fnUntraced(function* (
  { executionOf, name, spelling }: LiveNetwork,
  token: Hex,
  { addressOf }: DepositContracts,
  addresses: ReadonlyMap<string, unknown>,
  since: number
) {
  const states = yield* StateReader
  const moved = new Map<string, bigint>()
  const isMeant = (
    sweep: RecordedTransaction
  ): sweep is Extract<RecordedTransaction, { _tag: "completed" }> =>
    sweep._tag === "completed" &&
    sweep.blockNumber >= since &&
    saltsOf(sweep.order.data).some((salt) => addresses.has(addressOf(salt)))
  yield* indexedPages(
    states,
    chainTransaction,
    "sweeps",
    { equal: [name] },
    ({ order }) => order.createdAt
  ).pipe(
    Stream.filter(isMeant),
    Stream.mapEffect(({ hash }) => executionOf(hash), { concurrency: askedAtOnce, unordered: true }),
    Stream.runForEach((execution) =>
      Effect.sync(() => {
        for (const log of Option.getOrUndefined(execution)?.logs ?? [])
          if (log.address === token) addMoved(moved, log, spelling.address)
      })
    )
  )
  return moved
})

/** What anybody moved from these addresses since a block, as far as the network has it. */
const movedFrom = Effect.fnUntraced(function* (
  { rpc, spelling }: LiveNetwork,
  token: Hex,
  addresses: ReadonlyArray<string>,
  since: number,
  moved: Map<string, bigint>
) {
  const head = yield* rpc.head("latest")
  const topics = [transferTopic, addresses.map((each) => addressTopic(spelling.hexOfAddress(each)))]
  yield* readLogs(rpc, { address: token, topics }, since - 1, head.number, firstWindow, (logs) =>
    Effect.sync(() => {
      for (const log of logs) addMoved(moved, log, spelling.address)
    })
  )
})

/** Adds what a Transfer log says to what its sender has moved. */
const addMoved = (
  moved: Map<string, bigint>,
  { data, topics: [topic, from] }: Pick<Log, "data" | "topics">,
  addressOf: (hex: Hex) => string
): void => {
  if (topic !== transferTopic || from === undefined || data.length !== 66) return
  const sender = addressOf(addressIn(from))
  moved.set(sender, (moved.get(sender) ?? 0n) + BigInt(data))
}
