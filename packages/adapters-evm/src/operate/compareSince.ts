import {
  ChainJournal,
  type ChainTransfer,
  ChainUpkeeps,
  ChainWallets,
  type Compared,
  type ComparedPoint,
  chainTransaction,
  chainTransfer,
  coin,
  coinMinorOf,
  indexedPages,
  LedgerReader,
  makeChainBooks,
  millisPerHour,
  type SettledTransaction,
  StateReader
} from "@quittance/core/adapter"
import { Clock, Effect, Option, Stream } from "effect"
import { finalBlockNumber } from "../send/settleSlots.ts"
import { valueOf } from "../tokenCalls.ts"
import type { TokenTransfer } from "../watch/TokenTransfer.ts"
import type { ComparedNetwork } from "./ComparedNetwork.ts"
import { compareDeposits } from "./compareDeposits.ts"
import { compareHoldings } from "./compareHoldings.ts"
import { transactionDifference, transferDifference } from "./onNetwork.ts"
import { makeOutgoing, outgoingDifference } from "./outgoingTransfers.ts"
import type { DepositContracts } from "./planSweeps.ts"

const askedAtOnce = 8

/** What was settled so shortly ago is compared again the next time: its payout may not know yet. */
const agedMillis = millisPerHour

/**
 * How many blocks are compared between two reports of agreement: an interrupted comparison continues from the last
 * report.
 */
const blocksAtOnce = 50_000

export interface Comparing {
  readonly network: ComparedNetwork
  /** The contracts behind deposit addresses; undefined if there are none yet. */
  readonly contracts: DepositContracts | undefined
  readonly tell: (difference: string) => void
  /** Whether transactions that the journal does not know are reported already, by their hash. */
  readonly isReported: (txHash: string) => boolean
  /** Up to where transfers out of wallets are compared: those in blocks that are not final may still vanish. */
  readonly outgoingUpTo: "final" | "head"
  /** How many deposit addresses are asked for their balance. */
  readonly addressesMax: number
}

/** What was compared. */
export interface ComparedRange {
  readonly transfersChecked: number
  readonly transactionsChecked: number
  readonly addressesChecked: number
  /** How much of the token came in beyond whole minor units, in units of the token. */
  readonly remainderValue: bigint
  /** The newest block of the nodes, the newest one that is final, and the last one that the journal was read to. */
  readonly head: number
  readonly finalBlock: number
  readonly readTo: number
  /** What nobody looked at, each in a sentence. */
  readonly notCompared: ReadonlyArray<string>
}

/** Reports a difference, if there is one. */
const tellOf = ({ tell }: Comparing, compared: Compared): void => {
  if (compared._tag === "Differs") tell(compared.difference)
}

/**
 * What was settled after an instant has the outcome and the cost of its receipt; the ledger has their sum; payouts know
 * of it.
 */
const compareTransactions = Effect.fnUntraced(function* (
  comparing: Comparing,
  since: ComparedPoint,
  fromBlock: number
) {
  const { network, tell } = comparing
  const { name } = network
  const states = yield* StateReader
  const ledger = yield* LedgerReader
  const books = yield* makeChainBooks
  const comparedAt = Math.max(since.comparedAt, (yield* Clock.currentTimeMillis) - agedMillis)
  const spentBefore = (yield* ledger.balances(name, coin)).onChain
  let checkedCount = 0
  let [spentMinor, comparedCostMinor] = [since.comparedCostMinor, since.comparedCostMinor]
  const look = Effect.fnUntraced(function* (transaction: SettledTransaction) {
    checkedCount += 1
    const costMinor = coinMinorOf(BigInt(transaction.costWei))
    spentMinor += costMinor
    if (transaction.settledAt <= comparedAt) comparedCostMinor += costMinor
    const difference =
      transaction.blockNumber < fromBlock ? undefined : yield* transactionDifference(network, transaction)
    if (difference !== undefined) tell(difference)
    tellOf(comparing, yield* books.ofTransaction(transaction))
  })
  yield* indexedPages(
    states,
    chainTransaction,
    "settled",
    { equal: [name], above: since.comparedAt },
    (transaction) => (isSettled(transaction) ? transaction.settledAt : 0)
  ).pipe(
    Stream.filter(isSettled),
    Stream.mapEffect(look, { concurrency: askedAtOnce, unordered: true }),
    Stream.runDrain
  )
  // Others may have been settled while these were read.
  const spentAfter = (yield* ledger.balances(name, coin)).onChain
  if (spentMinor < spentBefore || spentMinor > spentAfter)
    tell(
      `the transactions of ${name} cost ${spentMinor} gwei, and its ledger has ${spentAfter} in the account gas`
    )
  return { checkedCount, comparedAt, comparedCostMinor }
})

/**
 * Transfers above a block, up to another, are on the network and credited. Returns the block up to which none of these
 * is under way: `top` if none is. Adds to what each address received beyond whole minor units, in units of the token.
 */
const compareTransfers = Effect.fnUntraced(function* (
  comparing: Comparing,
  above: number,
  upTo: number,
  top: number,
  rests: Map<string, bigint>
) {
  const { network, tell } = comparing
  const states = yield* StateReader
  const books = yield* makeChainBooks
  let checkedCount = 0
  let doneBlock = top
  const minorUnit = valueOf(1n, network.token.decimals)
  const look = Effect.fnUntraced(function* (transfer: ChainTransfer) {
    checkedCount += 1
    if (!transfer.isDropped) {
      // What an address received is rounded down once.
      const rest = ((rests.get(transfer.address) ?? 0n) + BigInt(transfer.value)) % minorUnit
      if (rest === 0n) rests.delete(transfer.address)
      else rests.set(transfer.address, rest)
    }
    const difference = transfer.isDropped ? undefined : yield* transferDifference(network, transfer)
    if (difference !== undefined) tell(difference)
    const compared = yield* books.ofTransfer(transfer, top)
    tellOf(comparing, compared)
    if (compared._tag === "UnderWay") doneBlock = Math.min(doneBlock, transfer.blockNumber - 1)
  })
  yield* indexedPages(
    states,
    chainTransfer,
    "by_block",
    { equal: [network.name], above, below: upTo + 1 },
    ({ blockNumber }) => blockNumber
  ).pipe(Stream.mapEffect(look, { concurrency: askedAtOnce, unordered: true }), Stream.runDrain)
  return { checkedCount, doneBlock }
})

/**
 * Compares what is final on the network with the journal, and the journal with payouts, credits and the costs in the
 * ledger, from a point on; then what addresses hold with what moved. Each difference is reported in one sentence.
 * `onAgreed` gets each point up to which everything was compared; the last one has the holdings of now.
 */
export const compareSince = Effect.fnUntraced(function* <E>(
  comparing: Comparing,
  since: ComparedPoint,
  fromBlock: number,
  onAgreed: (point: ComparedPoint) => Effect.Effect<void, E>
) {
  const { addressesMax, contracts, network, tell } = comparing
  const { finality, name, rpc } = network
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const upkeeps = yield* ChainUpkeeps
  const finalBlock = yield* finalBlockNumber(rpc, finality)
  const head = Math.max(finalBlock, (yield* rpc.head("latest")).number)
  const readTo = Option.match(yield* journal.cursor(name), {
    onNone: () => 0,
    onSome: ({ blockNumber }) => blockNumber
  })
  const top = Math.min(finalBlock, readTo)
  const { sweptBlock } = yield* upkeeps.of(name)
  const own = yield* wallets.wallets(name)
  for (const reason of yield* network.aheadOf(own)) tell(reason)
  const transactions = yield* compareTransactions(comparing, since, fromBlock)
  const { comparedAt, comparedCostMinor } = transactions
  const outgoing = yield* makeOutgoing(network, own, since)
  const compareOutgoing = Effect.fnUntraced(function* (transfer: TokenTransfer) {
    if (comparing.isReported(transfer.txHash)) return
    const difference = yield* outgoingDifference(network, transfer)
    if (difference !== undefined) tell(difference)
  })
  let transfersChecked = 0
  let comparedBlock = top
  const rests = new Map<string, bigint>()
  const { holdings, sweptBefore } = since
  const above = Option.getOrElse(sweptBefore, () => 0)
  for (let at = since.comparedBlock; at < top; ) {
    const upTo = Math.min(top, at + blocksAtOnce)
    const transfers = yield* compareTransfers(comparing, at, upTo, top, rests)
    transfersChecked += transfers.checkedCount
    comparedBlock = Math.min(comparedBlock, transfers.doneBlock)
    yield* outgoing(at, upTo, compareOutgoing)
    const point = {
      comparedBlock: Math.min(comparedBlock, upTo),
      comparedAt,
      comparedCostMinor,
      holdings,
      sweptBefore
    }
    yield* onAgreed(point)
    at = upTo
  }
  if (comparing.outgoingUpTo === "head")
    yield* outgoing(Math.max(since.comparedBlock, top), head, compareOutgoing)

  const deposits = yield* compareDeposits(network, contracts, { above, upTo: top, addressesMax })
  const before = Option.getOrElse(holdings, () => [])
  const held = yield* compareHoldings(network, contracts, own, before, finalBlock)
  for (const difference of [...deposits.differences, ...held.differences]) tell(difference)
  yield* onAgreed({
    comparedBlock: Math.max(since.comparedBlock, comparedBlock),
    ...{ comparedAt, comparedCostMinor },
    holdings: Option.some(held.holdings),
    sweptBefore: Option.some(Math.min(sweptBlock, top))
  })
  const notCompared = [...held.notCompared]
  if (deposits.leftOutCount > 0)
    notCompared.push(
      `the balances of ${deposits.leftOutCount} deposit addresses on ${name}: the ${deposits.checkedCount} with most money were compared`
    )
  if (deposits.movingCount > 0)
    notCompared.push(
      `the balances of ${deposits.movingCount} deposit addresses on ${name}, because they are in the middle of a sweep`
    )
  if (above > 0)
    notCompared.push(
      `the balances of deposit addresses on ${name} that got nothing after block ${above}: what they had was swept, or not worth a sweep`
    )
  if (readTo < finalBlock)
    notCompared.push(
      `deposits on ${name} in blocks ${readTo + 1} to ${finalBlock}, which the journal was not read to yet`
    )
  return {
    remainderValue: [...rests.values()].reduce((sum, rest) => sum + rest, 0n),
    ...{ transfersChecked, head, finalBlock, readTo, notCompared },
    transactionsChecked: transactions.checkedCount,
    addressesChecked: deposits.checkedCount
  } satisfies ComparedRange
})

const isSettled = (transaction: { readonly _tag: string }): transaction is SettledTransaction =>
  "settledAt" in transaction
