import { Clock, Context, Effect, Layer, Option } from "effect"
import { actingAs, networkActor } from "../../kernel/actor/Actor.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import { StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import {
  ChainTransaction,
  type ChainTransactionCommand,
  type ChainTransactionCommandRefused,
  type ChainTransactionOrder,
  type ChainTransactionState,
  chainTransaction,
  type DoubtfulTransaction,
  type OpenTransaction,
  type RecordedTransaction
} from "./ChainTransaction.ts"
import { chainTransactionEntries } from "./ChainTransactionPostings.ts"
import { type ChainWallet, chainWallet, chainWalletId, type SpentHour } from "./ChainWallet.ts"
import { makeChainImports } from "./chainImports.ts"
import { makeOwnAccounts, makeRecentAccounts, type OwnAccounts } from "./ownAccounts.ts"
import type { ReadSlot } from "./readBack.ts"
import type { SignedForm } from "./SignedForm.ts"
import { sendJob } from "./sendJob.ts"

/** Which waiting transactions a wallet takes, each with the form that was signed for the next free slot. */
export interface SlotPlan {
  /** In the order of their slots, which follow the wallet's next number without a gap. */
  readonly taken: ReadonlyArray<{ readonly order: ChainTransactionOrder; readonly form: SignedForm }>
  /** What the wallet paid out in the last hours, with these. */
  readonly spent: ReadonlyArray<SpentHour>
}

/**
 * More payouts that wait: those that were queued at an instant or later, the oldest first, at most a page; empty at the
 * end.
 */
export type NextPayouts = (
  since: number
) => Effect.Effect<ReadonlyArray<ChainTransactionOrder>, StoreUnavailable>

/** Signs for a wallet what it takes of these, and of more payouts. */
type PlanSlots<E> = (
  wallet: ChainWallet,
  queued: ReadonlyArray<ChainTransactionOrder>,
  next: NextPayouts
) => Effect.Effect<SlotPlan, E>

/** A wallet that is added to its network. */
type GivenWallet = Pick<ChainWallet, "partnerId" | "address" | "sealedKey" | "nextNonce">

/** What can happen to a slot that has no outcome. */
type SlotCommand = Extract<ChainTransactionCommand, { readonly _tag: "SignAgain" | "SignCancel" | "Settle" }>

/** The wallets of networks, and everything that they have signed or must sign. */
export class ChainWallets extends Context.Service<
  ChainWallets,
  {
    readonly wallets: (network: string) => Effect.Effect<ReadonlyArray<ChainWallet>, StoreUnavailable>
    /** The wallets and factories of all networks of this store, as they are now. */
    readonly ownAccounts: Effect.Effect<OwnAccounts, StoreUnavailable>
    /** The same as they were in the last second; those that this process adds are among them at once. */
    readonly recentAccounts: Effect.Effect<OwnAccounts, StoreUnavailable>
    /** Returns whether it was added; false if the network has it already. */
    readonly addWallet: (wallet: GivenWallet) => Effect.Effect<boolean, StoreUnavailable>

    /** Queues a transaction, or returns the one that has this id already. */
    readonly queue: (order: ChainTransactionOrder) => Effect.Effect<RecordedTransaction, StoreUnavailable>
    readonly transaction: (
      network: string,
      id: string
    ) => Effect.Effect<Option.Option<RecordedTransaction>, StoreUnavailable>
    /**
     * Gives a transaction up, or has its slot cancelled if something was signed for it. One that does not exist leaves
     * a tombstone, so that it can never be queued. Returns its state after that.
     */
    readonly abandon: (order: ChainTransactionOrder) => Effect.Effect<RecordedTransaction, StoreUnavailable>
    /**
     * Ends a transaction that waits, under the same lease: it will never be signed, for a reason that is kept. None if
     * it does not wait any more: what is signed cannot be refused.
     */
    readonly refuse: (
      order: ChainTransactionOrder,
      reason: string,
      job: LeasedJob
    ) => Effect.Effect<Option.Option<RecordedTransaction>, LeaseLost | StoreUnavailable>
    /** Waiting for a wallet, the oldest first. */
    readonly queued: (
      network: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RecordedTransaction>, StoreUnavailable>
    /** Those with a slot and no outcome, by wallet and slot. */
    readonly open: (network: string) => Effect.Effect<ReadonlyArray<OpenTransaction>, StoreUnavailable>
    /** Those queued after an instant, the oldest first. */
    readonly transactionsAfter: (
      network: string,
      after: number
    ) => Effect.Effect<ReadonlyArray<RecordedTransaction>, StoreUnavailable>
    /** Those whose outcome bears an instant after this one, the oldest outcome first. */
    readonly settledAfter: (
      network: string,
      after: number
    ) => Effect.Effect<ReadonlyArray<RecordedTransaction>, StoreUnavailable>
    /**
     * Gives waiting transactions the next slots of a wallet, in one commit under the lease of the job that sends.
     * `plan` signs; it runs again if anything changed meanwhile. It gets all sweeps and deployments that wait, then the
     * oldest payouts up to `limit`, and asks for more of them. What is returned may be broadcast. Payouts that are held
     * back are left out.
     */
    readonly assign: <E>(
      network: string,
      wallet: string,
      limit: number,
      job: LeasedJob,
      plan: PlanSlots<E>
    ) => Effect.Effect<ReadonlyArray<OpenTransaction>, E | LeaseLost | StoreUnavailable>
    /**
     * Records another form or the outcome of a slot, under the same lease; with the outcome what it cost, in the
     * network's book.
     */
    readonly apply: (
      transaction: RecordedTransaction,
      command: SlotCommand,
      job: LeasedJob
    ) => Effect.Effect<RecordedTransaction, LeaseLost | StoreUnavailable>

    /** Transactions that were read back and may have been another payout, the oldest first. */
    readonly doubtful: (
      network: string
    ) => Effect.Effect<ReadonlyArray<DoubtfulTransaction>, StoreUnavailable>
    /**
     * Payouts in the queue that are not signed, because a transaction that was read back may have been the same
     * payment.
     */
    readonly heldBack: (
      network: string
    ) => Effect.Effect<ReadonlyArray<RecordedTransaction>, StoreUnavailable>
    /**
     * Records the next slots of a wallet as the network has them, in one commit with the wallet. A transaction that
     * fits a payout without a slot becomes that payout's. Returns what was recorded; nothing if these are not the
     * wallet's next slots.
     */
    readonly importSlots: (
      network: string,
      wallet: string,
      slots: ReadonlyArray<ReadSlot>,
      spent: ReadonlyArray<SpentHour>
    ) => Effect.Effect<ReadonlyArray<RecordedTransaction> | undefined, StoreUnavailable>
    /** An operator says that an unmatched transaction paid this payout, which has no slot. */
    readonly claim: (
      id: string,
      payout: ChainTransactionOrder
    ) => Effect.Effect<RecordedTransaction, ChainTransactionCommandRefused | StoreUnavailable>
    /** An operator says that it was no waiting or future payout: from now on it holds up nothing. */
    readonly clear: (
      network: string,
      id: string
    ) => Effect.Effect<RecordedTransaction, ChainTransactionCommandRefused | StoreUnavailable>
  }
>()("@quittance/core/concepts/chain/ChainWallets") {
  static readonly layer = Layer.effect(
    ChainWallets,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return ChainWallets.of({
        wallets: (network) => walletsOf(parts, network),
        ownAccounts: parts.ownAccounts,
        recentAccounts: parts.recent,
        addWallet: (wallet) => Effect.ensuring(addWallet(parts, wallet), parts.forget),
        queue: (order) => queueTransaction(parts, order),
        transaction: (network, id) => readTransaction(parts, network, id),
        abandon: (order) => abandonTransaction(parts, order),
        refuse: (order, reason, job) => refuseTransaction(parts, order, reason, job),
        queued: (network, limit) => queuedTransactions(parts, network, limit),
        open: (network) => openTransactions(parts, network),
        transactionsAfter: (network, after) => transactionsAfter(parts, network, after),
        settledAfter: (network, after) => settledAfter(parts, network, after),
        assign: (network, wallet, limit, job, plan) => assignSlots(parts, network, wallet, limit, job, plan),
        apply: (transaction, command, job) => {
          const applied = applyCommand(parts, transaction, command, job)
          const isOutcome = command._tag === "Settle"
          return isOutcome ? actingAs(networkActor(transaction.order.partnerId), applied) : applied
        },
        ...parts.imports
      })
    })
  )
}

/** The services that wallets of networks use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  const { runCommand, transact } = yield* makeTransact
  const { load, signable, ...imports } = yield* makeChainImports
  const ownAccounts = yield* makeOwnAccounts
  return {
    states: yield* StateReader,
    runCommand,
    transact,
    ownAccounts,
    ...makeRecentAccounts(ownAccounts),
    load,
    signable,
    imports
  }
})
type Parts = Effect.Success<typeof makeParts>

const addWallet = Effect.fn("ChainWallets.addWallet")(({ states, transact }: Parts, given: GivenWallet) =>
  transact(
    Effect.gen(function* () {
      const { address, partnerId } = given
      const id = chainWalletId(partnerId, address)
      const known = yield* states.get(chainWallet, partnerId, id)
      if (Option.isSome(known)) return { answer: false }
      const at = yield* Clock.currentTimeMillis
      const state: ChainWallet = { ...given, id, createdAt: at, spent: [], updatedAt: at }
      const event = { _tag: "ChainWalletAdded", at } as const
      return {
        answer: true,
        commit: {
          aggregates: [{ _tag: "ChainWallet", state, expectedVersion: 0 }],
          events: [{ partnerId, subjectId: id, version: 1, at, event }]
        }
      }
    })
  )
)

const runOrder = (tag: "Queue" | "Abandon") =>
  Effect.fn(`ChainWallets.${tag}`)(function* ({ load, runCommand }: Parts, order: ChainTransactionOrder) {
    const { id, partnerId } = order
    const at = yield* Clock.currentTimeMillis
    const { state } = yield* runCommand({
      machine: ChainTransaction,
      command: { _tag: tag, order, at },
      partnerId,
      subjectId: id,
      at,
      load: load(partnerId, id),
      commit: ({ loaded, next }) => ({
        aggregates: [writeOver("ChainTransaction", loaded, recorded(next))],
        jobs: [sendJob(partnerId, at)]
      })
    }).pipe(Effect.catchTag("ChainTransactionCommandRefused", Effect.die))
    return recorded(state)
  })

const queueTransaction = runOrder("Queue")
const abandonTransaction = runOrder("Abandon")

const refuseTransaction = Effect.fn("ChainWallets.refuse")(function* (
  { load, runCommand }: Parts,
  { id, partnerId }: ChainTransactionOrder,
  reason: string,
  job: LeasedJob
) {
  const at = yield* Clock.currentTimeMillis
  return yield* runCommand({
    machine: ChainTransaction,
    command: { _tag: "Refuse", reason, at },
    partnerId,
    subjectId: id,
    at,
    load: load(partnerId, id),
    completion: { _tag: "Held", job },
    commit: ({ loaded, next }) => ({
      aggregates: [writeOver("ChainTransaction", loaded, recorded(next))]
    })
  }).pipe(
    Effect.map(({ state }) => Option.some(recorded(state))),
    Effect.catchTag("ChainTransactionCommandRefused", () => Effect.succeedNone)
  )
})

const readTransaction = ({ states }: Parts, network: string, id: string) =>
  Effect.map(
    states.get(chainTransaction, network, id),
    Option.map(({ state }) => state)
  )

const assignSlots = Effect.fn("ChainWallets.assign")(
  <E>(
    { signable, states, transact }: Parts,
    network: string,
    address: string,
    limit: number,
    job: LeasedJob,
    plan: PlanSlots<E>
  ) =>
    transact(
      Effect.gen(function* () {
        const wallet = Option.getOrThrow(
          yield* states.get(chainWallet, network, chainWalletId(network, address))
        )
        const { errands, payoutsFrom } = yield* signable(network, limit)
        const waiting = new Map<string, Versioned<RecordedTransaction>>()
        const ordersOf = (found: ReadonlyArray<Versioned<RecordedTransaction>>) =>
          found.map((each) => {
            waiting.set(each.state.order.id, each)
            return each.state.order
          })
        const next: NextPayouts = (since) => Effect.map(payoutsFrom(since), ordersOf)
        const queued = [...ordersOf(errands), ...(yield* next(0))]
        const { spent, taken } = yield* plan(wallet.state, queued, next)
        if (taken.length === 0) return { answer: [] }
        const at = yield* Clock.currentTimeMillis
        const { nextNonce } = wallet.state
        const signed = taken.map(({ form, order: { id } }, index) => {
          const found = waiting.get(id)
          invariant(found !== undefined, "a plan takes what waits")
          const event = {
            _tag: "ChainTransactionSigned",
            wallet: address,
            nonce: nextNonce + index,
            form,
            at
          } as const
          const state = ChainTransaction.evolve(found.state, event)
          invariant(state._tag === "sent", "a signed transaction counts as sent")
          return { found, state, event }
        })
        const after: ChainWallet = {
          ...wallet.state,
          nextNonce: nextNonce + taken.length,
          spent,
          updatedAt: at
        }
        return {
          answer: signed.map(({ state }) => state),
          commit: {
            aggregates: [
              writeOver("ChainWallet", wallet, after),
              ...signed.map(({ found, state }) => writeOver("ChainTransaction", found, state))
            ],
            events: signed.map(({ event, found, state }) => ({
              partnerId: network,
              subjectId: state.order.id,
              version: found.version + 1,
              at,
              event
            })),
            completion: { _tag: "Held", job }
          }
        }
      })
    )
)

const applyCommand = Effect.fn("ChainWallets.apply")(function* (
  { load, runCommand }: Parts,
  { order: { id, partnerId } }: RecordedTransaction,
  command: SlotCommand,
  job: LeasedJob
) {
  const { state } = yield* runCommand({
    machine: ChainTransaction,
    command,
    partnerId,
    subjectId: id,
    at: command.at,
    load: load(partnerId, id),
    completion: { _tag: "Held", job },
    commit: ({ events, loaded, next }) => ({
      aggregates: [writeOver("ChainTransaction", loaded, recorded(next))],
      entries: events.flatMap((event) => chainTransactionEntries(recorded(next).order, event))
    })
  }).pipe(Effect.catchTag("ChainTransactionCommandRefused", Effect.die))
  return recorded(state)
})

const walletsOf = ({ states }: Parts, network: string) =>
  Effect.map(states.indexed(chainWallet, "by_network", { equal: [network] }), statesOf)

const queuedTransactions = ({ states }: Parts, network: string, limit: number) =>
  Effect.map(states.indexed(chainTransaction, "queue", { equal: [network], limit }), statesOf)

const openTransactions = ({ states }: Parts, network: string) =>
  Effect.map(states.indexed(chainTransaction, "open", { equal: [network] }), (found) =>
    statesOf(found).filter(isOpen)
  )

const transactionsAfter = ({ states }: Parts, network: string, after: number) =>
  Effect.map(states.indexed(chainTransaction, "by_time", { equal: [network], above: after }), statesOf)

const settledAfter = ({ states }: Parts, network: string, after: number) =>
  Effect.map(states.indexed(chainTransaction, "settled", { equal: [network], above: after }), statesOf)

const isOpen = (state: RecordedTransaction): state is OpenTransaction =>
  state._tag === "sent" || state._tag === "cancelling"

/** A transaction that has been loaded or just queued exists. */
const recorded = (state: ChainTransactionState): RecordedTransaction => {
  invariant(state._tag !== "absent", "a recorded transaction is never absent again")
  return state
}
