import {
  ChainJournal,
  type ChainSending,
  ChainWallets,
  type LeasedJob,
  type OpenTransaction,
  type RecordedTransaction,
  raiseAlert,
  type SlotOutcome
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { createAddress } from "../depositAddress.ts"
import { deterministicDeployment } from "../factoryContracts.ts"
import type { Hex } from "../hex.ts"
import { agreedRpc } from "../rpc/agreedRpc.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { evmSpelling } from "../Spelling.ts"
import { tokenBalance, transferCall } from "../tokenCalls.ts"
import { makeWaitNotes } from "../waitNotes.ts"
import { withReason } from "./failureReason.ts"
import { type GuardedSigner, guardedSigner } from "./guardedSigner.ts"
import { interrupted } from "./interrupted.ts"
import { keepBroadcast, type Offer, type OfferedAt, offer } from "./keepBroadcast.ts"
import { gasFloor, makeLowFunds } from "./lowFunds.ts"
import type { Queue } from "./planQueued.ts"
import { makeQueueLook } from "./QueueLook.ts"
import { raiseHeldBack } from "./raiseHeldBack.ts"
import { makeRefusals } from "./refusals.ts"
import { makeRaiseOnce } from "./repeatedAlert.ts"
import type { SenderOptions } from "./SenderOptions.ts"
import type { Signer } from "./Signer.ts"
import { finalBlockNumber, settledSlots } from "./settleSlots.ts"
import { signInGroups } from "./signInGroups.ts"
import { callOf, signQueued } from "./signQueued.ts"
import type { Token } from "./slotOutcome.ts"
import type { Trial } from "./Trial.ts"
import { walletsAhead } from "./walletsAhead.ts"

/**
 * How soon to look again: at the pace of blocks while something is open, and rarely otherwise. A new payout wakes the
 * work.
 */
const openMillis = 2_000
const idleMillis = 60_000

/**
 * The work for the wallets of one network. Each turn settles what became final, offers again what no block has taken,
 * and signs what waits. Everything that matters is in the journal, so a turn may end anywhere and the next one
 * continues.
 */
export const makeSender = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  anySigner: Signer,
  options: SenderOptions,
  /** Whether payouts may be signed now; sweeps always may. */
  mayPay: Effect.Effect<boolean> = Effect.succeed(true)
) {
  const journal = yield* ChainJournal
  const wallets = yield* ChainWallets
  const context = yield* Effect.context<ChainJournal | ChainWallets>()
  const { floors, network, token } = options
  // One node that says that a payout failed would return money that it paid.
  const agreed = agreedRpc(rpc, options.agreeing)
  const offeredAt: OfferedAt = new Map()
  const raise = makeRaiseOnce()
  const notes = makeWaitNotes(network, "payouts")
  const lowFunds = makeLowFunds(
    { name: network, rpc, spelling: evmSpelling, token },
    gasFloor(rpc, floors.coinWei),
    floors.tokenMinor,
    raise
  )
  const { address: factory, ...deployment } = deterministicDeployment(options.treasury as Hex)
  const refusals = yield* makeRefusals(network, evmTrials(rpc, token), options.treasury, raise)
  const never = [factory, createAddress(factory, 1), options.treasury]
  const queue: Queue = {
    limits: options.limits,
    look: makeQueueLook(),
    network,
    never,
    notes,
    raise,
    refusals,
    token
  }

  const pauseFor = Effect.fnUntraced(function* ({ reason }: SlotOutcome, wallet: string) {
    yield* journal.pause(network, true)
    yield* raiseAlert("chain.slot", `${network} is paused, because of wallet ${wallet}: ${reason}`)
  })

  const signAndOffer = (
    signer: GuardedSigner,
    wallet: Hex,
    unmined: ReadonlyArray<OpenTransaction>,
    job: LeasedJob
  ) =>
    signInGroups(
      network,
      raise,
      (before) => signQueued(rpc, signer, options, wallet, [...unmined, ...before], job, queue, mayPay),
      (group) => offer(rpc, options, offersOf(group), offeredAt)
    )

  const turn = Effect.fnUntraced(function* (job: LeasedJob) {
    const changed: Array<RecordedTransaction> = []
    yield* notes.begin
    const setup = yield* journal.setup(network)
    let isPaused = Option.exists(setup, (each) => each.isPaused)
    const isRecorded = Option.exists(setup, (each) => Option.contains(each.factory, factory))
    const allowed = { token: token.address, factory: isRecorded ? factory : undefined, deployment }
    const signer = guardedSigner(anySigner, "evm", allowed, (order) => callOf(order, options))
    const now = yield* Clock.currentTimeMillis
    const finalBlock = yield* finalBlockNumber(agreed, options.finality)
    const own = yield* wallets.wallets(network)
    const ahead = yield* walletsAhead(rpc, network, own)
    for (const reason of ahead)
      yield* raise("chain.behind", `${reason}: nothing is signed until they are reconciled`)
    const slots = yield* wallets.open(network)
    let isOpen = false
    for (const { address } of own) {
      const wallet = address as Hex
      let open = slots.filter((each) => each.wallet === address)
      const settled = yield* settledSlots(agreed, wallet, open, finalBlock, token, raise)
      for (const {
        transaction,
        what: { isForeign, outcome }
      } of settled) {
        // Other payments with this key are not known.
        if (isForeign) {
          yield* pauseFor(outcome, address)
          isPaused = true
        }
        const explained = isForeign
          ? outcome
          : yield* withReason(rpc, options, wallet, transaction.order, outcome)
        changed.push(yield* wallets.apply(transaction, { _tag: "Settle", outcome: explained, at: now }, job))
        for (const { hash } of transaction.forms) offeredAt.delete(hash)
      }
      const ended = new Set(settled.map(({ transaction }) => transaction.order.id))
      open = open.filter(({ order }) => !ended.has(order.id))
      if (!isPaused) {
        const mined = yield* rpc.transactionCount(wallet, "latest")
        const unmined = open.filter(({ nonce }) => nonce >= mined)
        changed.push(...(yield* keepBroadcast(rpc, signer, options, unmined, job, offeredAt, raise)))
        const sent = ahead.length > 0 ? [] : yield* signAndOffer(signer, wallet, unmined, job)
        for (const { order } of sent) refusals.forget(order)
        changed.push(...sent)
        isOpen ||= sent.length > 0
      }
      isOpen ||= open.length > 0
    }
    changed.push(...(yield* refusals.endAll(job)))
    yield* lowFunds(own)
    const isWaiting = yield* raiseHeldBack(network, raise)
    yield* notes.keep(job)
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

const offersOf = (transactions: ReadonlyArray<OpenTransaction>): ReadonlyArray<Offer> =>
  transactions.flatMap((transaction) => transaction.forms.map((form) => ({ form, transaction })))

/** Simulations on each node of an EVM network. */
const evmTrials = ({ nodes }: Rpc["Service"], token: Token): ReadonlyArray<Trial> => {
  const to = token.address as Hex
  return nodes.map((node) => ({
    host: node.host,
    head: Effect.map(node.head("latest"), ({ number }) => number),
    transfer: (wallet, recipient, value) =>
      node.estimateGas({ from: wallet as Hex, to, data: transferCall(recipient, value) }),
    tokens: (wallet) => tokenBalance(node, to, wallet as Hex)
  }))
}
