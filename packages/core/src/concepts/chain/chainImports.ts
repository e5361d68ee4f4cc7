import { Clock, Effect, Option } from "effect"
import { invariant } from "../../kernel/machine/invariant.ts"
import { type IndexRange, StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import {
  ChainTransaction,
  type ChainTransactionCommand,
  type ChainTransactionOrder,
  type ChainTransactionState,
  chainTransaction,
  type DoubtfulTransaction,
  type ImportedSlot,
  type RecordedTransaction
} from "./ChainTransaction.ts"
import { chainTransactionEntries } from "./ChainTransactionPostings.ts"
import { type ChainWallet, chainWallet, chainWalletId, type SpentHour } from "./ChainWallet.ts"
import { lookOf, type ReadSlot } from "./readBack.ts"
import { sendJob } from "./sendJob.ts"

/**
 * Transactions that were read back from a network, and the payouts that they hold up: a payout that looks like such a
 * transaction may repeat its payment, so it is not signed until an operator decides.
 */
export const makeChainImports = Effect.gen(function* () {
  const states = yield* StateReader
  const { transact } = yield* makeTransact

  /** As last committed; absent before. */
  const load = (network: string, id: string) =>
    Effect.map(
      states.get(chainTransaction, network, id),
      Option.getOrElse(
        (): Versioned<ChainTransactionState> => ({ state: ChainTransaction.initial, version: 0 })
      )
    )

  /** The next state of a transaction, as parts of a commit. */
  const stepOf = Effect.fnUntraced(function* (
    loaded: Versioned<ChainTransactionState>,
    command: ChainTransactionCommand
  ) {
    const { state, version } = loaded
    const [event, ...others] = yield* Effect.fromResult(ChainTransaction.decide(state, command))
    invariant(event !== undefined && others.length === 0, "each of these commands is one event")
    const next = ChainTransaction.evolve(state, event)
    invariant(next._tag !== "absent", "a recorded transaction is never absent again")
    const { id, partnerId } = next.order
    return {
      next,
      aggregate: writeOver("ChainTransaction", loaded, next),
      event: { partnerId, subjectId: id, version: version + 1, at: command.at, event }
    }
  })

  const doubtful = (network: string) =>
    Effect.map(states.indexed(chainTransaction, "doubtful", { equal: [network] }), (found) =>
      statesOf(found).filter(isDoubtful)
    )

  const waitingPayouts = (range: Omit<IndexRange, "equal">, network: string) =>
    Effect.map(states.indexed(chainTransaction, "queue", { equal: [network], ...range }), (found) => ({
      isLast: found.length < (range.limit ?? Number.POSITIVE_INFINITY),
      payouts: found.filter(({ state }) => state.order.purpose === "payout")
    }))

  /** Decides what is held back; undefined if nothing is. */
  const heldBackOf = Effect.fnUntraced(function* (network: string) {
    const looks = new Set((yield* doubtful(network)).map(({ order }) => lookOf(order)))
    if (looks.size === 0) return undefined
    return ({ state: { order } }: Versioned<RecordedTransaction>) => looks.has(lookOf(order))
  })

  /**
   * What waits and may be signed. Sweeps and deployments come at once, because they go first: payouts may wait for what
   * they bring. Payouts come page by page, the oldest first.
   */
  const signable = Effect.fnUntraced(function* (network: string, pageSize: number) {
    const isHeldBack = yield* heldBackOf(network)
    const given = new Set<string>()

    /**
     * The next ones that were queued at an instant or later, without those that a page had before; empty at the end.
     */
    const payoutsFrom = Effect.fnUntraced(function* (since: number) {
      // Many may have been queued at one instant.
      for (let limit = pageSize; ; limit *= 2) {
        const { isLast, payouts } = yield* waitingPayouts({ above: since - 1, limit }, network)
        const free = payouts.filter((each) => isHeldBack?.(each) !== true && !given.has(each.state.order.id))
        if (free.length === 0 && !isLast) continue
        for (const { state } of free) given.add(state.order.id)
        return free
      }
    })
    const errands = yield* states.indexed(chainTransaction, "errands", { equal: [network] })
    return { errands, payoutsFrom }
  })

  const heldBack = Effect.fnUntraced(function* (network: string) {
    const isHeldBack = yield* heldBackOf(network)
    if (isHeldBack === undefined) return []
    const { payouts } = yield* waitingPayouts({}, network)
    return statesOf(payouts.filter(isHeldBack))
  })

  const importSlots = Effect.fn("ChainWallets.importSlots")(
    (network: string, address: string, slots: ReadonlyArray<ReadSlot>, spent: ReadonlyArray<SpentHour>) =>
      transact(
        Effect.gen(function* () {
          const wallet = Option.getOrThrow(
            yield* states.get(chainWallet, network, chainWalletId(network, address))
          )
          const { nextNonce } = wallet.state
          const isNext = slots.every(({ nonce }, index) => nonce === nextNonce + index)
          if (!isNext || slots.length === 0) return { answer: undefined }
          const at = yield* Clock.currentTimeMillis
          const steps = yield* Effect.forEach(slots, (slot) => importOf(address, slot, at))
          const next: ChainWallet = {
            ...wallet.state,
            nextNonce: nextNonce + slots.length,
            spent,
            updatedAt: at
          }
          return {
            answer: steps.map((step) => step.next),
            commit: {
              aggregates: [
                writeOver("ChainWallet", wallet, next),
                ...steps.map(({ aggregate }) => aggregate)
              ],
              entries: steps.flatMap(({ next, event: { event } }) =>
                chainTransactionEntries(next.order, event)
              ),
              events: steps.map(({ event }) => event),
              jobs: [sendJob(network, at)]
            }
          }
        })
      )
  )

  /** A slot that is not recorded, according to the wallet's next number. */
  const importOf = Effect.fnUntraced(
    function* (wallet: string, { nonce, order, outcome, payout }: ReadSlot, at: number) {
      const own = payout === undefined ? undefined : yield* load(payout.partnerId, payout.id)
      const isOpen = own?.state._tag === "absent" || own?.state._tag === "queued"
      if (own !== undefined && payout !== undefined && isOpen) {
        const slot: ImportedSlot = { ...outcome, _tag: "assumed", wallet, nonce }
        return yield* stepOf(own, { _tag: "Import", order: payout, slot, at })
      }
      const isPayment = outcome._tag === "completed" && order.purpose === "payout"
      const slot: ImportedSlot = { ...outcome, _tag: isPayment ? "unclaimed" : outcome._tag, wallet, nonce }
      return yield* stepOf(yield* load(order.partnerId, order.id), { _tag: "Import", order, slot, at })
    },
    Effect.catchTag("ChainTransactionCommandRefused", Effect.die)
  )

  const claim = Effect.fn("ChainWallets.claim")((id: string, payout: ChainTransactionOrder) =>
    transact(
      Effect.gen(function* () {
        const { partnerId } = payout
        const at = yield* Clock.currentTimeMillis
        const found = yield* load(partnerId, id)
        const given = yield* stepOf(found, { _tag: "Claim", at })
        const { state } = found
        invariant(state._tag === "unclaimed", "what is claimed was nobody's")
        const { blockNumber, hash, nonce, wallet } = state
        // Its cost is already in the book.
        const slot: ImportedSlot = {
          ...{ _tag: "completed", wallet, nonce, hash, blockNumber },
          ...{ costWei: 0n, reason: "" }
        }
        const taken = yield* stepOf(yield* load(partnerId, payout.id), {
          _tag: "Import",
          order: payout,
          slot,
          at
        })
        return {
          answer: taken.next,
          commit: { aggregates: [given.aggregate, taken.aggregate], events: [given.event, taken.event] }
        }
      })
    )
  )

  const clear = Effect.fn("ChainWallets.clear")((network: string, id: string) =>
    transact(
      Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const step = yield* stepOf(yield* load(network, id), { _tag: "Clear", at })
        return {
          answer: step.next,
          commit: { aggregates: [step.aggregate], events: [step.event], jobs: [sendJob(network, at)] }
        }
      })
    )
  )

  return { load, doubtful, heldBack, signable, importSlots, claim, clear }
})

const isDoubtful = (state: RecordedTransaction): state is DoubtfulTransaction =>
  state._tag === "assumed" || state._tag === "unclaimed"
