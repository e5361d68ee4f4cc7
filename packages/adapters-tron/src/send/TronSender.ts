import type { Hex, Rpc } from "@quittance/adapters-evm"
import {
  type CoinFloor,
  guardedSigner,
  interrupted,
  makeLowFunds,
  makeQueueLook,
  makeRaiseOnce,
  makeRefusals,
  makeWaitNotes,
  type OfferedAt,
  offer,
  type Queue,
  raiseHeldBack,
  type Signer,
  signInGroups,
  type Token,
  transfersAhead,
  valueOf
} from "@quittance/adapters-evm/parts"
import {
  ChainJournal,
  type ChainSending,
  ChainWallets,
  formatMinor,
  type LeasedJob,
  type OpenTransaction,
  type RecordedTransaction,
  type SlotOutcome
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { hexOfAddress } from "../address.ts"
import type { TronTransaction } from "../encode/TronTransaction.ts"
import type { TronApi, TronBlock } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"
import { agreedExecution } from "./agreedExecution.ts"
import { makeIsCurrent } from "./isCurrent.ts"
import { makeOutgoingLook, type UnknownTransfer, unknownText } from "./outgoing.ts"
import { hostsMin } from "./provenExpired.ts"
import { makeSettleForms } from "./settleForms.ts"
import { callOf, makeSignForms, type Signing } from "./signForms.ts"
import {
  concurrency,
  headSkewMillis,
  isRecent,
  type TronSenderOptions,
  usualBandwidth,
  usualEnergy
} from "./TronSenderOptions.ts"
import type { Reference } from "./transactionFor.ts"
import { tronTrials } from "./tronTrials.ts"

/**
 * Whether the newest block has the present time, by the clock of this machine or by a second node. Expirations are
 * counted from that block. If its node lies, or is on a chain of its own, a transaction could have an expiry that is
 * never proven, or could expire before it is signed. Nobody knows which of the two is wrong, so then nothing is
 * signed.
 */
export const isTimely = Effect.fnUntraced(function* (nodes: TronApi["nodes"], { head, solid }: Reference) {
  const isNear = (millis: number): boolean => Math.abs(millis - head.timestamp) <= headSkewMillis
  if (solid.timestamp > head.timestamp + headSkewMillis) return false
  if (isNear(yield* Clock.currentTimeMillis)) return true
  const heads = yield* Effect.forEach(
    nodes,
    (node) => Effect.option(Effect.map(node.head, ({ timestamp }) => ({ host: node.host, timestamp }))),
    { concurrency: "unbounded" }
  )
  const near = heads.flatMap(Option.toArray).filter(({ timestamp }) => isNear(timestamp))
  return new Set(near.map(({ host }) => host)).size >= hostsMin
})

/**
 * How soon to look again: at the pace of blocks while something is open, and rarely otherwise. A new payout wakes the
 * work.
 */
const openMillis = 3_000
const idleMillis = 60_000

/**
 * The work for the wallets of one network of TRON. Each turn settles what became final, offers the same bytes until
 * they expire, signs again what can provably never be carried out, and signs what waits. Everything that matters is
 * in the journal, so a turn may end anywhere and the next one continues.
 */
export const makeTronSender = Effect.fnUntraced(function* (
  api: TronApi,
  rpc: Rpc["Service"],
  anySigner: Signer<TronTransaction, string>,
  options: TronSenderOptions,
  /** Whether payouts may be signed now; sweeps always may. */
  mayPay: Effect.Effect<boolean> = Effect.succeed(true)
) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const context = yield* Effect.context<ChainJournal | ChainWallets>()
  const { deployment, finality, floors, limits, network, token, treasury } = options
  const live = { name: network, rpc, spelling: tronSpelling, token }
  const raise = makeRaiseOnce()
  const notes = makeWaitNotes(network, "payouts")
  const offeredAt: OfferedAt = new Map()
  const refusals = yield* makeRefusals(network, tronTrials(api, rpc, token), treasury, raise)
  const never = [treasury]
  const queue: Queue = { limits, look: makeQueueLook(), network, never, notes, raise, refusals, token }
  const outgoing = yield* makeOutgoingLook(live)
  const isCurrent = yield* makeIsCurrent(network)
  const settle = makeSettleForms(api, options, raise)
  const { signAgain, signQueued } = yield* makeSignForms(api, rpc, options, queue, mayPay)
  const lowFunds = makeLowFunds(live, coinFloor(api, options), floors.tokenMinor, raise)
  const broadcaster = {
    broadcasts: (all: ReadonlyArray<Hex>) =>
      Effect.forEach(all, (bytes) => Effect.result(Effect.as(api.broadcast(bytes), bytes)), { concurrency })
  }

  /** Only the last form is offered: the earlier ones were given up before it was signed. */
  const offerLast = (transactions: ReadonlyArray<OpenTransaction>) =>
    offer(
      broadcaster,
      options,
      transactions.flatMap((transaction) =>
        transaction.forms.slice(-1).map((form) => ({ form, transaction }))
      ),
      offeredAt
    )

  const isDue = ({ _tag, forms }: OpenTransaction, head: TronBlock, now: number): boolean => {
    const form = forms.at(-1)
    // What was given up is not offered again: it can only expire.
    return (
      _tag === "sent" &&
      form !== undefined &&
      form.expiresAt > head.timestamp &&
      !isRecent(offeredAt.get(form.hash), now)
    )
  }

  /**
   * The transfers out of the wallets. Undefined if they cannot be read now: then nothing is signed, and the rest
   * continues.
   */
  const looked = (...asked: Parameters<typeof outgoing>) =>
    Effect.catchTags(outgoing(...asked), {
      BlockUnknown: ({ block }) => unlooked(`no node has block ${block}`),
      RpcUnavailable: ({ reason }) => unlooked(reason),
      TooMuch: ({ reason }) => unlooked(reason)
    })

  const unlooked = (reason: string) =>
    Effect.as(
      Effect.logWarning(
        `nothing is signed on ${network} until all transfers out of its wallets are known: ${reason}`
      ),
      undefined
    )

  /** A payout that was paid by a transaction which this store does not know. */
  const paidBy = Effect.fnUntraced(function* ({ blockNumber, txHash }: UnknownTransfer) {
    const execution = yield* agreedExecution(api.nodes, options.agreeing, txHash)
    if (execution === undefined || execution.failure !== undefined) return undefined
    const { costWei } = execution
    return { _tag: "completed", hash: txHash, blockNumber, costWei, reason: "" } satisfies SlotOutcome
  })

  const turn = Effect.fnUntraced(function* (job: LeasedJob) {
    const changed: Array<RecordedTransaction> = []
    yield* notes.begin
    const setup = yield* journal.setup(network)
    const isPaused = Option.exists(setup, (each) => each.isPaused)
    const factory = Option.getOrUndefined(Option.flatMap(setup, (each) => each.factory))
    const allowed = {
      token: hexOfAddress(token.address),
      factory: factory && hexOfAddress(factory),
      deployment
    }
    const signer = guardedSigner(anySigner, "tron", allowed, (order) => callOf(order, token))
    const now = yield* Clock.currentTimeMillis
    const own = yield* wallets.wallets(network)
    const solid = yield* api.solidHead
    const head = yield* api.head
    const final =
      finality === "finalized"
        ? solid
        : Option.getOrElse(yield* api.block(Math.max(0, head.number - finality)), () => solid)
    const signing: Signing = { head, solid, signer, job }

    const look = yield* looked(own, { head, solid })
    const unknown = [...(look?.unknown ?? [])]
    for (const transfer of unknown)
      yield* raise(
        "chain.behind",
        `${unknownText(network, transfer)}: nothing is signed until it is reconciled`
      )
    const timely = yield* isTimely(api.nodes, { head, solid })
    if (!timely)
      yield* raise(
        "chain.clock",
        `payouts on ${network} wait: neither a second node nor the clock of this machine is within ${headSkewMillis / 60_000} minutes of the newest block. Set the clock, or use another node`
      )
    const isKnown = timely && look?.isWhole === true && unknown.length === 0 && isCurrent({ head, solid })

    const expired = new Set<string>()
    const ended = new Set<string>()
    const slots = yield* wallets.open(network)
    for (const { ended: end, transaction } of yield* settle(slots, { head, solid, final })) {
      const { forms, order } = transaction
      let outcome: SlotOutcome | undefined
      if (end._tag === "settled") outcome = end.outcome
      else {
        // A store that was replaced by an old copy has forgotten what it signed after the copy.
        const forgotten = takeForgotten(unknown, transaction, token, final)
        if (forgotten !== undefined) outcome = yield* paidBy(forgotten)
        else if (isKnown && transaction._tag === "cancelling")
          outcome = cancelledIn(end.blockNumber, refusals.reasonOf(order))
        else if (isKnown) expired.add(order.id)
      }
      if (outcome === undefined) continue
      changed.push(yield* wallets.apply(transaction, { _tag: "Settle", outcome, at: now }, job))
      ended.add(order.id)
      for (const { hash } of forms) offeredAt.delete(hash)
    }
    const open = slots.filter(({ order }) => !ended.has(order.id))

    const isMined = ({ forms }: OpenTransaction): boolean =>
      forms.some(({ hash }) => look?.mined.has(hash) === true)

    for (const { address } of isPaused ? [] : own) {
      const unmined = open.filter((each) => each.wallet === address && !isMined(each))
      yield* offerLast(unmined.filter((each) => isDue(each, head, now)))
      if (!isKnown) continue
      const [gone, others] = parted(unmined, ({ order }) => expired.has(order.id))
      const { isMoneyKept, signed: again } = yield* signAgain(address, gone, others, signing)
      yield* offerLast(again)
      const signed = yield* signInGroups(
        network,
        raise,
        (before) => signQueued(address, [...others, ...again, ...before], signing, isMoneyKept),
        offerLast
      )
      for (const { order } of [...again, ...signed]) refusals.forget(order)
      changed.push(...again, ...signed)
    }
    changed.push(...(yield* refusals.endAll(job)))
    yield* lowFunds(own)
    const isWaiting = yield* raiseHeldBack(network, raise)
    yield* notes.keep(job)
    const isOpen = (yield* wallets.open(network)).length > 0
    return { changed, againMillis: isOpen || isWaiting ? openMillis : idleMillis } satisfies ChainSending
  })

  return (job: LeasedJob) =>
    turn(job).pipe(
      Effect.catchTags({
        RpcUnavailable: ({ host, reason }) => interrupted(network, notes, job, `${host}: ${reason}`),
        NoToken: ({ reason }) => interrupted(network, notes, job, reason)
      }),
      Effect.provideContext(context)
    )
})

/** A final transfer from the same wallet that did what a slot should do; it counts as that slot's outcome. */
const takeForgotten = (
  unknown: Array<UnknownTransfer>,
  { order, wallet }: OpenTransaction,
  token: Token,
  final: TronBlock
): UnknownTransfer | undefined => {
  const at = unknown.findIndex(
    ({ blockNumber, recipient, sender, value }) =>
      order.purpose === "payout" &&
      blockNumber <= final.number &&
      sender === wallet &&
      recipient === order.recipient &&
      value === valueOf(order.amountMinor, token.decimals)
  )
  return at < 0 ? undefined : unknown.splice(at, 1)[0]
}

/** Nothing was carried out for the slot, as of this block. */
const cancelledIn = (blockNumber: number, reason: string): SlotOutcome => ({
  ...{ _tag: "cancelled", hash: "", blockNumber, costWei: 0n, reason }
})

const parted = <A>(all: ReadonlyArray<A>, is: (each: A) => boolean) =>
  [all.filter(is), all.filter((each) => !is(each))] as const

/** The configured value or, without one, what some transfers burn: only for bandwidth if energy is never bought. */
const coinFloor = (api: TronApi, { energy, floors: { coinSun } }: TronSenderOptions): CoinFloor => ({
  balance: (wallet) => Effect.map(api.account(hexOfAddress(wallet)), ({ balanceSun }) => balanceSun),
  least:
    coinSun === undefined
      ? Effect.map(api.parameters, ({ bandwidthPriceSun, energyPriceSun }) => ({
          coins:
            transfersAhead *
            (usualBandwidth * bandwidthPriceSun + (energy === "burn" ? usualEnergy * energyPriceSun : 0n)),
          wording: `${transfersAhead} transfers burn now`
        }))
      : Effect.succeed({ coins: coinSun, wording: `${formatMinor(coinSun, "USDT")} TRX` })
})
