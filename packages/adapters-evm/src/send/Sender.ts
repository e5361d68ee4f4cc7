import {
  ChainJournal,
  type ChainSending,
  ChainWallets,
  type LeasedJob,
  type LeaseLost,
  type OpenTransaction,
  raiseAlert,
  type RecordedTransaction,
  type SlotOutcome,
  type StoreUnavailable
} from "@quittance/core"
import { Clock, Effect, Option } from "effect"
import type { Hex } from "../hex.ts"
import { keepBroadcast, offer, type Offer, type OfferedAt } from "./keepBroadcast.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import type { NoToken } from "../tokenCalls.ts"
import { deterministicDeployment } from "../factoryContracts.ts"
import { type GuardedSigner, guardedSigner } from "./guardedSigner.ts"
import { makeLowFunds } from "./lowFunds.ts"
import { refusedMillisMax, type SenderOptions, signedAtOnceMax, signingMillisMax } from "./SenderOptions.ts"
import { finalBlockNumber, settledSlots } from "./settleSlots.ts"
import type { Signer } from "./Signer.ts"
import { callOf, type Refused, signQueued } from "./signQueued.ts"
import { makeRaiseOnce } from "./repeatedAlert.ts"
import { walletsAhead } from "./walletsAhead.ts"

/** How soon to look again: at the pace of blocks while something is open, and rarely otherwise. A new payout wakes the work. */
const openMillis = 2_000
const idleMillis = 60_000
const awayMillis = 5_000

/**
 * The work for the wallets of one network. Each turn settles what became final, keeps offering what no block has taken, and
 * signs what waits. Everything that matters is in the journal, so a turn may end anywhere and the next one goes on.
 */
export const makeSender = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  anySigner: Signer,
  options: SenderOptions
) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const context = yield* Effect.context<ChainWallets>()
  const { network, token } = options
  const offeredAt: OfferedAt = new Map()
  const raise = makeRaiseOnce()
  const lowFunds = makeLowFunds(rpc, options, raise)
  const { address: factory, ...deployment } = deterministicDeployment(options.treasury as Hex)
  /** Since when the network refuses what is queued, by its id. */
  const refusedSince = new Map<string, { readonly at: number; readonly reason: string }>()

  /** What the network has refused for long, as a transfer to an address that the token blocks, is given up: nothing is signed. */
  const giveUpRefused = Effect.fnUntraced(function* () {
    const now = yield* Clock.currentTimeMillis
    const given: Array<RecordedTransaction> = []
    for (const [id, { at }] of refusedSince) {
      if (now - at < refusedMillisMax) continue
      refusedSince.delete(id)
      const found = yield* wallets.transaction(network, id)
      if (Option.isSome(found)) given.push(yield* wallets.abandon(found.value.order))
    }
    return given
  })

  const pauseFor = Effect.fnUntraced(function* ({ reason }: SlotOutcome, wallet: string) {
    yield* journal.pause(network, true)
    yield* raiseAlert("chain.slot", `${network} is paused, because of wallet ${wallet}: ${reason}`)
  })

  /** Signs what waits in groups: while one is on its way to the network, the next is signed. */
  const signAndOffer = Effect.fnUntraced(function* (
    signer: GuardedSigner,
    wallet: Hex,
    unmined: ReadonlyArray<OpenTransaction>,
    job: LeasedJob,
    refused: Refused
  ): Effect.fn.Return<
    ReadonlyArray<OpenTransaction>,
    LeaseLost | NoToken | RpcUnavailable | StoreUnavailable,
    ChainWallets
  > {
    const sent: Array<OpenTransaction> = []
    const began = yield* Clock.currentTimeMillis
    let group: ReadonlyArray<OpenTransaction> = []
    do {
      const offers = offersOf(group)
      ;[group] = yield* Effect.all(
        [
          Effect.catchTag(
            signQueued(rpc, signer, options, wallet, [...unmined, ...sent], job, refused, raise),
            "SignerUnavailable",
            // Other wallets may have another signer.
            ({ reason }) => Effect.as(raise("chain.signer", `payouts on ${network} wait: ${reason}`), [])
          ),
          offer(rpc, options, offers, offeredAt)
        ],
        { concurrency: 2 }
      )
      sent.push(...group)
    } while (
      group.length > signedAtOnceMax / 2 &&
      (yield* Clock.currentTimeMillis) - began < signingMillisMax
    )
    yield* offer(rpc, options, offersOf(group), offeredAt)
    return sent
  })

  const turn = Effect.fnUntraced(function* (job: LeasedJob) {
    const changed: Array<RecordedTransaction> = []
    const setup = yield* journal.setup(network)
    let isPaused = Option.exists(setup, (each) => each.isPaused)
    const isRecorded = Option.exists(setup, (each) => Option.contains(each.factory, factory))
    const allowed = { token: token.address, factory: isRecorded ? factory : undefined, deployment }
    const signer = guardedSigner(anySigner, "evm", allowed, (order) => callOf(order, options))
    const now = yield* Clock.currentTimeMillis
    const refused: Refused = (order, reason) => {
      if (!refusedSince.has(order.id)) refusedSince.set(order.id, { at: now, reason })
    }
    const finalBlock = yield* finalBlockNumber(rpc, options.finality)
    const own = yield* wallets.wallets(network)
    const ahead = yield* walletsAhead(rpc, network, own)
    for (const reason of ahead)
      yield* raise("chain.behind", `${reason}: nothing is signed until they are reconciled`)
    const slots = yield* wallets.open(network)
    let isOpen = false
    for (const { address } of own) {
      const wallet = address as Hex
      let open = slots.filter((each) => each.wallet === address)
      const settled = yield* settledSlots(rpc, wallet, open, finalBlock, token, raise)
      for (const {
        transaction,
        what: { isForeign, outcome }
      } of settled) {
        // What else was paid with this key is not known.
        if (isForeign) {
          yield* pauseFor(outcome, address)
          isPaused = true
        }
        changed.push(yield* wallets.apply(transaction, { _tag: "Settle", outcome, at: now }, job))
        for (const { hash } of transaction.forms) offeredAt.delete(hash)
      }
      const ended = new Set(settled.map(({ transaction }) => transaction.order.id))
      open = open.filter(({ order }) => !ended.has(order.id))
      if (!isPaused) {
        const mined = yield* rpc.transactionCount(wallet, "latest")
        const unmined = open.filter(({ nonce }) => nonce >= mined)
        changed.push(...(yield* keepBroadcast(rpc, signer, options, unmined, job, offeredAt, raise)))
        const sent = ahead.length > 0 ? [] : yield* signAndOffer(signer, wallet, unmined, job, refused)
        for (const { order } of sent) refusedSince.delete(order.id)
        changed.push(...sent)
        isOpen ||= sent.length > 0
      }
      isOpen ||= open.length > 0
    }
    changed.push(...(yield* giveUpRefused()))
    yield* lowFunds(own)
    const heldBack = (yield* wallets.heldBack(network)).length
    if (heldBack > 0)
      yield* raise(
        "chain.doubtful",
        `${heldBack === 1 ? "a payout waits" : `${heldBack} payouts wait`} on ${network} for an operator: transfers of the same amount to the same recipient were read back. quittance chain reconcile --network ${network} names them`
      )
    const isWaiting = (yield* wallets.queued(network, heldBack + 1)).length > heldBack
    return { changed, againMillis: isOpen || isWaiting ? openMillis : idleMillis } satisfies ChainSending
  })

  return (job: LeasedJob) =>
    turn(job).pipe(
      Effect.provideContext(context),
      Effect.catchTags({
        RpcUnavailable: ({ host, reason }) => waits(network, `${host}: ${reason}`),
        NoToken: ({ reason }) => waits(network, reason)
      })
    )
})

const offersOf = (transactions: ReadonlyArray<OpenTransaction>): ReadonlyArray<Offer> =>
  transactions.flatMap((transaction) => transaction.forms.map((form) => ({ form, transaction })))

const waits = (network: string, reason: string): Effect.Effect<ChainSending> =>
  Effect.as(Effect.logWarning(`payouts on ${network} wait: ${reason}`), {
    changed: [],
    againMillis: awayMillis
  })
