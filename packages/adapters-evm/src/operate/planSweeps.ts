import { Ids } from "@quittance/core"
import {
  addressClaimKey,
  ChainJournal,
  type ChainTransactionOrder,
  type ChainTransfer,
  ClaimReader,
  chainClaims,
  chainTransfer,
  cryptoInvoice,
  indexedPages,
  type KnownSweeps,
  StateReader,
  type SweepPlan,
  transitWallet
} from "@quittance/core/adapter"
import { Clock, Effect, Option, Stream } from "effect"
import type { LiveNetwork } from "../LiveNetwork.ts"
import { finalBlockNumber } from "../send/settleSlots.ts"
import { saltsOf, sweepCall } from "../sweepCall.ts"
import { tokenBalance } from "../tokenCalls.ts"

/** How many addresses are checked, at most, before the ones found are queued. */
const lookedMax = 1_000

const askedAtOnce = 16

/** The contracts that give deposit addresses and empty them. */
export interface DepositContracts {
  /** As orders name it. */
  readonly factory: string
  /** The address of a salt, in the spelling of core. */
  readonly addressOf: (salt: string) => string
  /** How many addresses one transaction empties. */
  readonly groupSize: number
}

export interface SweepQuestion {
  /** Only addresses with transfers above this block. */
  readonly above: number
  /** What must lie on an address, in units of the token. Nothing is never worth a sweep. */
  readonly minimum: bigint
  /** Sweeps that were made or are under way: what arrived before such a sweep belongs to it. */
  readonly others: KnownSweeps["open"]
}

export interface PlannedSweeps extends SweepPlan {
  /** How many addresses they empty. */
  readonly addressCount: number
  /** The block up to which transfers were checked. */
  readonly lookedBlock: number
  /** Whether that covers everything that is final. */
  readonly isAll: boolean
}

/** A deposit address that a transfer names, and the amount that can be moved from it. */
interface Looked {
  readonly blockNumber: number
  readonly salt: string
  /** 0 if it is to be skipped. */
  readonly value: bigint
}

/**
 * Plans to empty the deposit addresses with final transfers above a block that have enough. The value is what is final,
 * so a reorganisation does not make a sweep worthless. An address of another treasury, or of another provider, is not
 * reached from here.
 */
export const planSweeps = Effect.fnUntraced(function* (
  network: LiveNetwork,
  deposits: DepositContracts,
  { above, minimum, others }: SweepQuestion
) {
  const { finality, name, rpc, spelling } = network
  const token = spelling.hexOfAddress(network.token.address)
  const states = yield* StateReader
  const claims = yield* ClaimReader
  const journal = yield* ChainJournal
  const ids = yield* Ids
  const cursor = yield* journal.cursor(name)
  const readTo = Option.match(cursor, { onNone: () => 0, onSome: ({ blockNumber }) => blockNumber })
  const finalBlock = yield* finalBlockNumber(rpc, finality)
  const top = Math.min(readTo, finalBlock)

  /** By address: the block of its sweep. */
  const sweptIn = new Map<string, number>()
  for (const other of others) {
    const block = "blockNumber" in other ? other.blockNumber : Number.POSITIVE_INFINITY
    for (const salt of saltsOf(other.order.data)) sweptIn.set(deposits.addressOf(salt), block)
  }

  const saltOf = Effect.fnUntraced(function* ({ address }: ChainTransfer) {
    const claim = yield* claims.find(chainClaims.depositAddress, "", addressClaimKey(name, address))
    if (Option.isNone(claim)) return ""
    const { ownerId, partnerId } = claim.value
    const invoice = yield* states.get(cryptoInvoice, partnerId, ownerId)
    if (Option.isSome(invoice)) return invoice.value.state.order.addressSalt
    const wallet = yield* states.get(transitWallet, partnerId, ownerId)
    return Option.isSome(wallet) ? wallet.value.state.addressSalt : ""
  })

  const look = Effect.fnUntraced(function* (transfer: ChainTransfer) {
    const { address, blockNumber } = transfer
    const salt = yield* saltOf(transfer)
    const isOwn = salt !== "" && deposits.addressOf(salt) === address
    if (!isOwn) return { blockNumber, salt, value: 0n } satisfies Looked
    const valueAt = (block: number | "latest") =>
      tokenBalance(rpc, token, spelling.hexOfAddress(address), block)
    const final = yield* valueAt(finalBlock)
    // Anyone may have emptied it since.
    const isWorthIt = final > 0n && final >= minimum && (yield* valueAt("latest")) > 0n
    return { blockNumber, salt, value: isWorthIt ? final : 0n } satisfies Looked
  })

  const seen = new Set<string>()
  const salts: Array<string> = []
  let firstLeft: number | undefined
  let lookedBlock = above
  let lookedCount = 0
  let isAll = true
  const transfers = indexedPages(
    states,
    chainTransfer,
    "by_block",
    { equal: [name], above, below: top + 1 },
    ({ blockNumber }) => blockNumber
  )
  yield* transfers.pipe(
    Stream.filter(({ address, blockNumber, isDropped }) => {
      const isSwept = blockNumber < (sweptIn.get(address) ?? above)
      if (isDropped || isSwept || seen.has(address)) return false
      seen.add(address)
      return true
    }),
    Stream.mapEffect(look, { concurrency: askedAtOnce }),
    Stream.takeWhile(({ blockNumber }) => {
      // A block is checked as a whole, so that the next plan can begin after it.
      isAll = lookedCount < lookedMax || blockNumber === lookedBlock
      return isAll
    }),
    Stream.runForEach(({ blockNumber, salt, value }) =>
      Effect.sync(() => {
        lookedBlock = blockNumber
        lookedCount += 1
        if (value === 0n) return
        firstLeft ??= blockNumber
        salts.push(salt)
      })
    )
  )
  const createdAt = yield* Clock.currentTimeMillis
  const orders: Array<ChainTransactionOrder> = []
  for (let start = 0; start < salts.length; start += deposits.groupSize)
    orders.push({
      id: `sweep-${yield* ids.uuid}`,
      partnerId: name,
      purpose: "sweep",
      payoutId: "",
      payoutPartnerId: "",
      sendBefore: Option.none(),
      recipient: "",
      amountMinor: 0n,
      contract: deposits.factory,
      data: sweepCall(token, salts.slice(start, start + deposits.groupSize)),
      createdAt
    })
  const end = isAll ? Math.max(above, top) : lookedBlock
  return {
    orders,
    addressCount: salts.length,
    lookedBlock: end,
    isAll,
    // Queued addresses are checked again: only an empty address is done.
    sweptBlock: firstLeft === undefined ? end : firstLeft - 1
  } satisfies PlannedSweeps
})
