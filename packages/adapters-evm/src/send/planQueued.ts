import {
  accountOf,
  type ChainTransactionOrder,
  type ChainWallet,
  ChainWallets,
  invariant,
  type NextPayouts,
  type SignedForm,
  type SlotPlan
} from "@quittance/core/adapter"
import { Clock, Effect, Option, type Result } from "effect"
import type { CallReverted, RpcUnavailable } from "../rpc/RpcFailure.ts"
import { valueOf } from "../tokenCalls.ts"
import type { WaitNotes } from "../waitNotes.ts"
import { isKept } from "./overtaking.ts"
import type { QueueLook } from "./QueueLook.ts"
import type { Refusals } from "./refusals.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { estimatedAtOnceMax, lookedAtOnceMax, signedAtOnceMax, signedMillisMax } from "./SenderOptions.ts"
import type { SignerUnavailable } from "./Signer.ts"
import type { Token } from "./slotOutcome.ts"
import { brokenLimit, recentHours, type SpendingLimits, withSpent } from "./spending.ts"

/** How a network turns queued orders into transactions. */
export interface Taking<A, E, R> {
  /** Why nothing is ever signed for an order; undefined if it may be. */
  readonly forbids: (order: ChainTransactionOrder) => string | undefined
  /** What each transaction needs. */
  readonly estimates: (
    orders: ReadonlyArray<ChainTransactionOrder>
  ) => Effect.Effect<ReadonlyArray<Result.Result<A, CallReverted | RpcUnavailable>>, E, R>
  /**
   * What the wallet lacks to pay for this now, in a sentence, which is empty if it only waits for its open ones;
   * undefined if it can.
   */
  readonly shortOf: (estimate: A) => string | undefined
  /** Signs for a slot. What the wallet has is less from then on. */
  readonly sign: (
    order: ChainTransactionOrder,
    estimate: A,
    nonce: number
  ) => Effect.Effect<SignedForm, SignerUnavailable, R>
}

export interface Queue {
  readonly network: string
  readonly token: Token
  readonly limits: SpendingLimits
  readonly refusals: Refusals
  readonly look: QueueLook
  /** Nothing is paid to these, in addition to the wallets and recorded factories of the store. */
  readonly never: ReadonlyArray<string>
  readonly raise: RaiseOnce
  /** What payouts wait for. */
  readonly notes: Pick<WaitNotes, "note" | "noteAble">
}

/** What waits: sweeps and deployments, then the oldest payouts, and more of them on demand. */
export interface Waiting {
  readonly queued: ReadonlyArray<ChainTransactionOrder>
  readonly next: NextPayouts
  /** No more than this may be signed. */
  readonly room: number
}

/** The same without payouts. */
export const onlyErrands = ({ queued, room }: Waiting): Waiting => ({
  queued: queued.filter(({ purpose }) => purpose !== "payout"),
  next: () => Effect.succeed([]),
  room
})

/** What became of an order. `stopped`: nothing like it can be signed now either. */
type Step = "passed" | "stopped"

/**
 * Signs queued orders for the next slots of a wallet, as far as its money and the limits of all wallets allow. Sweeps
 * and deployments go first, then payouts, the oldest first. What cannot be signed now stays in the queue, and others go
 * on (`overtaking.ts` says for how long).
 */
export const planQueued = Effect.fnUntraced(function* <A, E, R>(
  { limits, look, network, never, notes, raise, refusals, token }: Queue,
  wallet: ChainWallet,
  { next, queued, room }: Waiting,
  /**
   * What the wallet has, in units of the token. Reserved amounts may already be gone from it, if they were carried
   * out meanwhile.
   */
  held: { readonly tokens: bigint; readonly reserved: bigint },
  { estimates, forbids, shortOf, sign }: Taking<A, E, R>
) {
  const wallets = yield* ChainWallets
  const { address } = wallet
  const now = yield* Clock.currentTimeMillis
  let tokens = held.tokens - held.reserved
  let spent = recentHours(wallet.spent, now)
  const ownOf = yield* wallets.ownAccounts
  const others = (yield* wallets.wallets(network)).filter((other) => other.address !== address)
  const spentByOthers = others.flatMap((other) => recentHours(other.spent, now))
  const taken: Array<{ readonly order: ChainTransactionOrder; readonly form: SignedForm }> = []
  const known = new Map<string, Result.Result<A, CallReverted | RpcUnavailable>>()
  const takenMax = Math.min(room, signedAtOnceMax)
  let isShort = false

  const unpaid = new Set(never.map(accountOf))
  const ownNameOf = (recipient: string) =>
    ownOf(recipient) ??
    (unpaid.has(accountOf(recipient)) ? "a contract or the treasury of this deployment" : undefined)
  const valueIn = ({ amountMinor }: ChainTransactionOrder): bigint => valueOf(amountMinor, token.decimals)
  const brokenBy = ({ amountMinor }: ChainTransactionOrder) =>
    brokenLimit([...spentByOthers, ...spent], limits, amountMinor, now)
  const mayFit = (order: ChainTransactionOrder): boolean =>
    order.purpose !== "payout" ||
    (valueIn(order) <= tokens && brokenBy(order) === undefined && forbids(order) === undefined)

  /** Whether what it lacks is kept for it; the reason is told once, for the oldest. */
  const waits = Effect.fnUntraced(function* (
    order: ChainTransactionOrder,
    code: "money" | "gas" | "limit",
    message: string,
    same: string
  ) {
    const [kind, lack] =
      code === "limit" ? (["chain.limit", "limit"] as const) : (["chain.funds", "money"] as const)
    if (order.purpose === "payout")
      yield* message === "" ? notes.noteAble(order.id) : notes.note(order.id, code)
    const isKeptNow = order.purpose === "payout" && isKept(lack, now - order.createdAt)
    if (message !== "")
      yield* raise(kind, isKeptNow ? `${message}, and younger ones with it` : message, `${same} ${isKeptNow}`)
    return isKeptNow ? "stopped" : ("passed" satisfies Step)
  })

  /** What the transaction needs, asked together with those behind it that may be signed now. */
  const estimateOf = Effect.fnUntraced(function* (
    order: ChainTransactionOrder,
    behind: ReadonlyArray<ChainTransactionOrder>
  ) {
    if (!known.has(order.id)) {
      const asked = [order, ...behind.filter(mayFit).slice(0, estimatedAtOnceMax - 1)]
      const found = yield* estimates(asked)
      for (const [at, { id }] of asked.entries()) {
        const estimate = found[at]
        if (estimate !== undefined) known.set(id, estimate)
      }
    }
    const estimate = known.get(order.id)
    invariant(estimate !== undefined, "what is checked was requested")
    return estimate
  })

  const step = Effect.fnUntraced(function* (
    order: ChainTransactionOrder,
    behind: ReadonlyArray<ChainTransactionOrder>
  ) {
    const { id, payoutId, purpose } = order
    const isPayout = purpose === "payout"
    const value = valueIn(order)
    const forbidden = forbids(order)
    if (forbidden !== undefined) {
      yield* raise("chain.foreign", `${purpose} ${id} on ${network} is not signed: ${forbidden}`)
      yield* refusals.refused(order, `it is not signed: ${forbidden}`)
      return "passed"
    }
    if (Option.exists(order.sendBefore, (end) => now >= end)) {
      refusals.end(order, "the time for its approvals ended before it was signed")
      return "passed"
    }
    // It was not when the payout was requested.
    const own = isPayout ? ownNameOf(order.recipient) : undefined
    if (own !== undefined) {
      refusals.end(order, `its recipient is ${own}`)
      return "passed"
    }
    if (isPayout && value > tokens)
      return yield* waits(
        order,
        "money",
        value > tokens + held.reserved
          ? `wallet ${address} on ${network} has too little of the token for payout ${payoutId}, which waits`
          : "",
        `${address} token`
      )
    const broken = isPayout ? brokenBy(order) : undefined
    if (broken === "payout") {
      yield* notes.note(id, "limit")
      yield* raise(
        "chain.limit",
        `payout ${payoutId} on ${network} exceeds the limit of one payout, and waits`,
        `${network} payout`
      )
      return "passed"
    }
    if (broken !== undefined)
      return yield* waits(
        order,
        "limit",
        `the wallets of ${network} reached the limit of the ${broken}; payout ${payoutId} waits`,
        `${network} ${broken}`
      )
    // Others need about as much gas.
    if (isShort && !known.has(id)) return "stopped"
    const estimate = yield* estimateOf(order, behind)
    if (estimate._tag === "Failure") {
      const { failure } = estimate
      if (failure._tag === "CallReverted") {
        if (isPayout) return (yield* refusals.judged(address, order, value, failure)) ? "stopped" : "passed"
        yield* refusals.refused(order, `the network refuses it: ${failure.reason}`)
        return "passed"
      }
      // The node answers others: only this one waits.
      const isAlone = failure.kind === "refused"
      const message = `payouts on ${network} wait: ${failure.host}: ${failure.reason}`
      if (isAlone) {
        if (isPayout) yield* notes.note(id, "node")
        yield* raise("chain.refused", message)
      } else if (taken.length === 0) return yield* failure
      return isAlone && [...known.values()].some(({ _tag }) => _tag === "Success") ? "passed" : "stopped"
    }
    const short = shortOf(estimate.success)
    if (short !== undefined) {
      if (isPayout) isShort = true
      const message = short === "" ? "" : `${short}; ${purpose}s wait`
      return yield* waits(order, "gas", message, isPayout ? `${address} gas` : `${address} gas ${purpose}`)
    }
    const signed = yield* Effect.result(sign(order, estimate.success, wallet.nextNonce + taken.length))
    if (signed._tag === "Failure") {
      // What was already signed is stored and sent: a signer that fails from time to time stops nothing.
      if (taken.length === 0) return yield* signed.failure
      return "stopped"
    }
    taken.push({ order, form: signed.success })
    yield* notes.noteAble(id)
    if (!isPayout) return "passed"
    tokens -= value
    spent = withSpent(spent, order.amountMinor, now)
    return "passed"
  })

  const hasTime = Effect.map(
    Clock.currentTimeMillis,
    (at) => taken.length < takenMax && at - now < signedMillisMax
  )

  /** Whether it went to the end. */
  const through = Effect.fnUntraced(function* (orders: ReadonlyArray<ChainTransactionOrder>) {
    for (const [index, order] of orders.entries()) {
      if (!(yield* hasTime)) return false
      if ((yield* step(order, orders.slice(index + 1))) === "stopped") return false
    }
    return true
  })

  const errands = queued.filter(({ purpose }) => purpose !== "payout")
  yield* through(errands)
  let page: ReadonlyArray<ChainTransactionOrder> = queued.slice(errands.length)
  let lookedCount = 0
  // The oldest are looked at in every turn, and those behind them in one turn after the other.
  let since = Math.max(endOf(page), look.since(address))
  while (page.length > 0 && (yield* through(page))) {
    if (lookedCount > 0) look.next(address, since)
    lookedCount += page.length
    if (lookedCount >= lookedAtOnceMax) break
    page = yield* next(since)
    since = endOf(page)
  }
  if (page.length === 0) look.next(address, 0)
  return { taken, spent } satisfies SlotPlan
})

const endOf = (page: ReadonlyArray<ChainTransactionOrder>): number => page.at(-1)?.createdAt ?? 0
