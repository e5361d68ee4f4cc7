import {
  type ChainComparison,
  ChainJournal,
  chainTransaction,
  chainTransfer,
  type ChainWallet,
  ChainWallets,
  coin,
  coinMinorOf,
  type Compared,
  type ComparedPoint,
  indexedPages,
  LedgerReader,
  makeChainBooks,
  millisPerHour,
  nothingCompared,
  type SettledTransaction,
  StateReader,
  type ChainTransfer
} from "@quittance/core"
import { Clock, Effect, Option, Stream } from "effect"
import { formatUnits } from "viem/utils"
import type { ReconcileOptions, ReconcileReport } from "../ChainOperators.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import { finalBlockNumber } from "../send/settleSlots.ts"
import { valueOf } from "../tokenCalls.ts"
import type { TokenTransfer } from "../watch/TokenTransfer.ts"
import { doubts, forgottenText } from "./doubts.ts"
import { makeOutgoing, outgoingDifference } from "./outgoingTransfers.ts"
import { transactionDifference, transferDifference } from "./onNetwork.ts"
import { type Forgotten, readBack } from "./readBack.ts"
import { told } from "./told.ts"

const askedAtOnce = 8

/** What a comparison needs from a network beyond what all parts share. */
export interface ComparedNetwork extends LiveNetwork {
  /** Wallets that made transactions which this store did not sign, each in a sentence. */
  readonly aheadOf: (
    wallets: ReadonlyArray<ChainWallet>
  ) => Effect.Effect<ReadonlyArray<string>, RpcUnavailable>
  /** What wallets did without the journal's knowledge. */
  readonly forgottenBy: Forgotten
}

/** What was settled so shortly ago is compared again the next time: its payout may not know yet. */
const agedMillis = millisPerHour

/**
 * How many blocks are compared between two reports of agreement: an interrupted comparison continues from the last
 * report.
 */
const blocksAtOnce = 50_000

interface Comparing {
  readonly network: ComparedNetwork
  readonly tell: (difference: string) => void
  /** Hashes of transactions that the journal does not know and that are already reported. */
  readonly forgotten: ReadonlySet<string>
}

/** Reports a difference, if there is one. */
const tellOf = ({ tell }: Comparing, compared: Compared): void => {
  if (compared._tag === "Differs") tell(compared.difference)
}

/** What was settled after an instant has the outcome and the cost of its receipt; the ledger has their sum; payouts know of it. */
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
    { equal: [name], ...(since.comparedAt > 0 && { above: since.comparedAt }) },
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
 * Transfers above a block, up to another, are on the network and credited. Returns the block below which none is
 * under way, and how much of the token came in beyond whole minor units.
 */
const compareTransfers = Effect.fnUntraced(function* (
  comparing: Comparing,
  above: number,
  upTo: number,
  top: number
) {
  const { network, tell } = comparing
  const states = yield* StateReader
  const books = yield* makeChainBooks
  let checkedCount = 0
  let doneBlock = upTo
  let remainderValue = 0n
  const { decimals } = network.token
  const look = Effect.fnUntraced(function* (transfer: ChainTransfer) {
    checkedCount += 1
    if (!transfer.isDropped)
      remainderValue += BigInt(transfer.value) - valueOf(transfer.amountMinor, decimals)
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
  return { checkedCount, doneBlock, remainderValue }
})

/**
 * Compares what is final on the network with the journal, and the journal with payouts, credits and the costs in the
 * ledger, from a point on. Each difference is reported in one sentence. `onAgreed` is called as long as there is
 * none.
 */
const compareSince = Effect.fnUntraced(function* <E>(
  comparing: Comparing,
  since: ComparedPoint,
  fromBlock: number,
  onAgreed: (point: ComparedPoint) => Effect.Effect<void, E>
) {
  const { network, tell } = comparing
  const { finality, name, rpc } = network
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const cursor = Option.getOrUndefined(yield* journal.cursor(name))
  const top = Math.min(yield* finalBlockNumber(rpc, finality), cursor?.blockNumber ?? 0)
  const own = yield* wallets.wallets(name)
  for (const reason of yield* network.aheadOf(own)) tell(reason)
  const transactions = yield* compareTransactions(comparing, since, fromBlock)
  const { comparedAt, comparedCostMinor } = transactions
  const outgoing = yield* makeOutgoing(network, own, since)
  const compareOutgoing = Effect.fnUntraced(function* (transfer: TokenTransfer) {
    if (comparing.forgotten.has(transfer.txHash)) return
    const difference = yield* outgoingDifference(network, transfer)
    if (difference !== undefined) tell(difference)
  })
  let transfersChecked = 0
  let comparedBlock = top
  let remainderValue = 0n
  for (let at = since.comparedBlock; at < top; ) {
    const upTo = Math.min(top, at + blocksAtOnce)
    const transfers = yield* compareTransfers(comparing, at, upTo, top)
    transfersChecked += transfers.checkedCount
    remainderValue += transfers.remainderValue
    comparedBlock = Math.min(comparedBlock, transfers.doneBlock)
    yield* outgoing(at, upTo, compareOutgoing)
    yield* onAgreed({ comparedBlock: Math.min(comparedBlock, upTo), comparedAt, comparedCostMinor })
    at = upTo
  }
  return { transfersChecked, transactionsChecked: transactions.checkedCount, remainderValue }
})

const isSettled = (transaction: { readonly _tag: string }): transaction is SettledTransaction =>
  "settledAt" in transaction

/** An alert has the first differences; an operator's command lists all of them. */
const toldMax = 5

/** What is new since an earlier comparison. */
export const compare = Effect.fnUntraced(function* <E>(
  network: ComparedNetwork,
  since: ComparedPoint,
  onAgreed: (point: ComparedPoint) => Effect.Effect<void, E>
) {
  const differences: Array<string> = []
  let differenceCount = 0
  const tell = (difference: string): void => {
    differenceCount += 1
    if (differences.length < toldMax) differences.push(difference)
  }
  yield* compareSince({ network, tell, forgotten: new Set() }, since, 0, (point) =>
    differenceCount === 0 ? onAgreed(point) : Effect.void
  )
  return { differenceCount, differences } satisfies ChainComparison
})

/**
 * Compares everything from a block on, and also payouts and credits with the journal and the ledger. An import comes
 * first; what differs after it is reported.
 */
export const reconcile = Effect.fnUntraced(function* (
  network: ComparedNetwork,
  { fromBlock = 0, isImport = false }: ReconcileOptions = {}
) {
  const { name } = network
  const differences: Array<string> = []
  const tell = (difference: string): void => void differences.push(difference)
  const back = yield* told(readBack(network, network.forgottenBy, isImport ? "import" : "compare"))
  const forgotten = new Set(back.transactions.map(({ txHash }) => txHash))
  const since = { ...nothingCompared, comparedBlock: Math.max(0, fromBlock - 1) }
  const { remainderValue, transactionsChecked, transfersChecked } = yield* told(
    compareSince({ network, tell, forgotten }, since, fromBlock, () => Effect.void)
  )
  differences.push(...back.open)
  if (!isImport) differences.push(...back.transactions.map(forgottenText))
  differences.push(...(yield* told(doubts(name))))
  const books = yield* makeChainBooks
  yield* told(
    Stream.runForEach(books.beyondJournal(name), (difference) =>
      Effect.sync(() => {
        if (difference !== undefined) tell(difference)
      })
    )
  )
  for (const fault of yield* told(books.ofLedger(name))) tell(fault)
  return {
    network: name,
    transfersChecked,
    transactionsChecked,
    remainder: formatUnits(remainderValue, network.token.decimals),
    differences,
    readBack: back.transactions
  } satisfies ReconcileReport
})
