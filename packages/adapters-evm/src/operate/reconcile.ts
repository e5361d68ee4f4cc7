import {
  acknowledgedIn,
  ChainJournal,
  ChainUpkeeps,
  makeChainBooks,
  nothingCompared
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { formatUnits } from "viem/utils"
import { ChainRefused, type ReconcileOptions, type ReconcileReport } from "../ChainOperators.ts"
import type { ComparedNetwork } from "./ComparedNetwork.ts"
import { compareSince } from "./compareSince.ts"
import { doubts, forgottenText } from "./doubts.ts"
import { orRefused } from "./orRefused.ts"
import type { DepositContracts } from "./planSweeps.ts"
import { readBack } from "./readBack.ts"

/**
 * Compares everything from a block on, and also payouts and credits with the journal and the ledger. What wallets sent
 * is compared up to the newest block of the nodes. An import comes first, and differences are acknowledged at the end;
 * what differs after both is reported.
 */
export const reconcile = Effect.fnUntraced(function* (
  network: ComparedNetwork,
  contracts: DepositContracts | undefined,
  { acknowledge, fromBlock = 0, isImport = false }: ReconcileOptions = {}
) {
  const { name } = network
  const upkeeps = yield* ChainUpkeeps
  const found = new Set<string>()
  const tell = (difference: string): void => void found.add(difference)
  const back = yield* orRefused(readBack(network, network.forgottenBy, isImport ? "import" : "compare"))
  const forgotten = new Set(back.transactions.map(({ txHash }) => txHash))
  const isReported = (txHash: string) =>
    forgotten.has(txHash) || back.open.some((each) => names(each, txHash))
  const { holdings, sweptBefore } = yield* orRefused(upkeeps.of(name))
  const since = { ...nothingCompared, comparedBlock: Math.max(0, fromBlock - 1), holdings, sweptBefore }
  const { remainderValue, ...compared } = yield* orRefused(
    compareSince(
      {
        ...{ network, contracts, tell, isReported },
        outgoingUpTo: "head",
        addressesMax: Number.POSITIVE_INFINITY
      },
      since,
      fromBlock,
      () => Effect.void
    )
  )
  for (const difference of back.open) tell(difference)
  if (!isImport) for (const each of back.transactions) tell(forgottenText(each))
  for (const difference of yield* orRefused(doubts(name))) tell(difference)
  const books = yield* makeChainBooks
  yield* orRefused(
    Stream.runForEach(books.beyondJournal(name), (difference) =>
      Effect.sync(() => {
        if (difference !== undefined) tell(difference)
      })
    )
  )
  for (const fault of yield* orRefused(books.ofLedger(name))) tell(fault)
  const { acceptedCount, acknowledged } =
    acknowledge === undefined
      ? { acknowledged: acknowledgedIn(yield* orRefused(upkeeps.of(name))), acceptedCount: 0 }
      : yield* acknowledging(name, acknowledge, found)
  const known = new Set(acknowledged.map(({ difference }) => difference))
  return {
    network: name,
    ...compared,
    remainder: formatUnits(remainderValue, network.token.decimals),
    differences: [...found].filter((difference) => !known.has(difference)),
    acknowledged: acknowledged.map((each) => ({ ...each, isThere: found.has(each.difference) })),
    acceptedCount,
    readBack: back.transactions
  } satisfies ReconcileReport
})

/**
 * Keeps the differences that name the hash of a transaction, or an address, as understood. Deposits of the transaction
 * that too few nodes have shown are accepted, and the next reading credits them.
 */
const acknowledging = Effect.fnUntraced(function* (
  name: string,
  { by, reason, subject }: NonNullable<ReconcileOptions["acknowledge"]>,
  found: ReadonlySet<string>
) {
  const upkeeps = yield* ChainUpkeeps
  const journal = yield* ChainJournal
  const differences = [...found].filter((difference) => names(difference, subject))
  if (differences.length === 0)
    return yield* new ChainRefused({
      reason: `no difference of ${name} names ${subject}: quittance chain reconcile --network ${name} lists them`
    })
  const accepted = yield* orRefused(journal.accept(name, asWritten(subject), `${by}: ${reason}`))
  const acknowledged = yield* orRefused(upkeeps.acknowledge(name, { subject, differences, reason, by }))
  return { acknowledged, acceptedCount: accepted.length }
})

/** Whether a sentence has this hash or address as a word. */
const names = (sentence: string, subject: string): boolean =>
  sentence.split(/[^0-9A-Za-z]+/).some((word) => asWritten(word) === asWritten(subject))

/** Hexadecimal digits have no case; hashes are stored in lower case. */
const asWritten = (word: string): string => (/^(?:0x)?[0-9a-f]+$/i.test(word) ? word.toLowerCase() : word)
