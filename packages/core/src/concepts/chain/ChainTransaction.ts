import { Option, Result, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import { added, count, instant, money, oneOf, optional, text } from "../../kernel/concept/Field.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { type SignedForm, signedForms } from "./SignedForm.ts"

/**
 * A transaction that a wallet of this store makes on a network: a payout, a sweep or the deployment of a contract.
 *
 * It waits in the queue of its network until a wallet takes it. Then it gets one *slot*: the wallet's next number
 * (nonce). Everything that is ever signed for this one is signed for the same slot, and it is stored before it is
 * broadcast. Whatever becomes final in the slot is the outcome. A slot is never freed. An EVM network accepts one
 * transaction for a slot. TRON has no such numbers, but its transactions expire: there, something else is signed for a
 * slot only after the proof that what was signed before can never be carried out.
 *
 *     absent → queued → sent → completed | failed
 *        │        │       └→ cancelling → cancelled | completed | failed
 *        └→ abandoned ←┘
 *
 * A store that was restored from a backup has forgotten what its wallets did since. That is read back from the network,
 * into the slots that it has there, and matched to payouts by what it did:
 *
 *     absent | queued → assumed → completed
 *     absent → unclaimed → completed | claimed
 *     absent → completed | failed | cancelled
 */

const chainPurposes = ["payout", "sweep", "deployment", "other"] as const

const slot = {
  wallet: text,
  nonce: count,
  /** Everything that was signed for the slot, the latest last. */
  forms: signedForms
}

const settled = {
  ...slot,
  /** The transaction that became final in the slot; empty if none did, and none can any more. */
  hash: text,
  blockNumber: count,
  /** What it cost, in wei (10^-18 of the coin), decimal digits. */
  costWei: text,
  settledAt: instant
}

/** The states with an outcome. */
const settledStates = ["completed", "failed", "cancelled", "assumed", "unclaimed", "claimed"] as const

/** Why it was refused, in the network's words if it was the network; none if somebody gave it up, or in old rows. */
const refusal = added(14, optional(text))

/** The stored fields of a transaction. */
export const chainTransaction = concept({
  name: "ChainTransaction",
  noun: "transaction",
  table: "chain_transactions",
  order: {
    /**
     * A payout's reference; other transactions have their own. For a transaction that was read back and belongs to no
     * known payout: network/hash.
     */
    id: text,
    /** The network's name: the network owns its wallets' transactions. */
    partnerId: text,
    purpose: oneOf(chainPurposes),
    /** Empty if it is for none. */
    payoutId: text,
    /** Whose payout; empty if it is for none. */
    payoutPartnerId: text,
    /** Of the token; empty if there is none. */
    recipient: text,
    /** In minor units; 0 if it moves no money. */
    amountMinor: money,
    /** The contract that is called, and how. Empty for a payout, which calls the network's token. */
    contract: text,
    data: text,
    createdAt: instant,
    /** From then on nothing is signed for it; none if it has no end, as in rows of before. */
    sendBefore: added(27, optional(instant))
  },
  recorded: {
    updatedAt: instant
  },
  states: {
    /** No wallet has taken it. Nothing is signed. */
    queued: {},
    /** Signed and stored, so it counts as broadcast. */
    sent: slot,
    /** It was given up: a cancellation is signed for its slot, and either may become final. */
    cancelling: slot,
    /** Final: it did what it was for. */
    completed: settled,
    /** Final: the slot is used, and nothing was moved. */
    failed: { ...settled, reason: text },
    /** Final: the cancellation has the slot. */
    cancelled: { ...settled, refusal },
    /** Final: given up before anything was signed. */
    abandoned: { refusal },
    /** Final: read back. It fits this payout, and might have been of one that the store has forgotten. */
    assumed: settled,
    /** Final: read back. It paid somebody, and no known payout of this store asked for it. */
    unclaimed: settled,
    /** Final: an operator said which payout it was, whose transaction tells it, without the cost. */
    claimed: settled
  },
  indexes: {
    /** Payouts in the order in which wallets look at them. */
    queue: { on: ["partnerId", "createdAt", "id"], where: { in: { state: ["queued"] } } },
    /** What goes before all payouts. */
    errands: {
      on: ["partnerId", "createdAt", "id"],
      where: { in: { purpose: ["sweep", "deployment", "other"], state: ["queued"] } }
    },
    open: {
      on: ["partnerId", "wallet", "nonce"],
      where: { in: { state: ["sent", "cancelling"] } }
    },
    /** A payout of the same amount to the same recipient may have been made by one of these. */
    doubtful: { on: ["partnerId", "createdAt", "id"], where: { in: { state: ["assumed", "unclaimed"] } } },
    by_time: { on: ["partnerId", "createdAt", "id"] },
    settled: { on: ["partnerId", "settledAt", "id"], where: { in: { state: settledStates } } },
    by_hash: { on: ["partnerId", "hash"], where: { in: { state: settledStates } } },
    sweeps: { on: ["partnerId", "createdAt", "id"], where: { in: { purpose: ["sweep"] } } },
    open_sweeps: {
      on: ["partnerId", "createdAt", "id"],
      where: { in: { purpose: ["sweep"], state: ["queued", "sent", "cancelling"] } }
    }
  }
})

/** Fixed when it is queued. */
export interface ChainTransactionOrder extends OrderOf<typeof chainTransaction> {}

/** A transaction that exists. */
export type RecordedTransaction = StateOf<typeof chainTransaction>
export type ChainTransactionState = { readonly _tag: "absent" } | RecordedTransaction

/** A transaction that has a slot and no outcome. */
export type OpenTransaction = Extract<RecordedTransaction, { readonly _tag: "sent" | "cancelling" }>

/** A transaction whose slot has an outcome. */
export type SettledTransaction = Extract<RecordedTransaction, { readonly settledAt: Instant }>

/** A transaction that was read back, and of which only an operator can say whose it was. */
export type DoubtfulTransaction = Extract<RecordedTransaction, { readonly _tag: "assumed" | "unclaimed" }>

/** What became final in a slot. */
export interface SlotOutcome {
  readonly _tag: "completed" | "failed" | "cancelled"
  readonly hash: string
  readonly blockNumber: number
  readonly costWei: bigint
  /** Why nothing was moved; empty unless it failed, or was cancelled because the network refused to carry it out. */
  readonly reason: string
}

/** The network's record of a slot that this store believed to be free. */
export interface ImportedSlot extends Omit<SlotOutcome, "_tag"> {
  readonly _tag: SlotOutcome["_tag"] | DoubtfulTransaction["_tag"]
  readonly wallet: string
  readonly nonce: number
}

export type ChainTransactionCommand =
  | { readonly _tag: "Queue"; readonly order: ChainTransactionOrder; readonly at: Instant }
  | {
      readonly _tag: "Sign"
      readonly wallet: string
      readonly nonce: number
      readonly form: SignedForm
      readonly at: Instant
    }
  /** The same with a higher fee, or instead of what expired. */
  | { readonly _tag: "SignAgain"; readonly form: SignedForm; readonly at: Instant }
  /** A transfer of nothing in its slot, where the network has slots. */
  | { readonly _tag: "SignCancel"; readonly form: SignedForm; readonly at: Instant }
  | { readonly _tag: "Settle"; readonly outcome: SlotOutcome; readonly at: Instant }
  /**
   * Gives it up if nothing is signed; `order` is then the tombstone of one that was never queued. Otherwise its slot is
   * cancelled, which does not say who wins.
   */
  | { readonly _tag: "Abandon"; readonly order: ChainTransactionOrder; readonly at: Instant }
  /** It will never be signed, for this reason. Nothing is signed yet: what is signed cannot be refused. */
  | { readonly _tag: "Refuse"; readonly reason: string; readonly at: Instant }
  /** Records what the network has in a slot that was not signed here, as far as this store knows. */
  | {
      readonly _tag: "Import"
      readonly order: ChainTransactionOrder
      readonly slot: ImportedSlot
      readonly at: Instant
    }
  /** An operator says which payout it was. */
  | { readonly _tag: "Claim"; readonly at: Instant }
  /** An operator says that it is no payout that waits or is still to come. */
  | { readonly _tag: "Clear"; readonly at: Instant }

export type ChainTransactionEvent =
  | { readonly _tag: "ChainTransactionQueued"; readonly order: ChainTransactionOrder; readonly at: Instant }
  | {
      readonly _tag: "ChainTransactionSigned"
      readonly wallet: string
      readonly nonce: number
      readonly form: SignedForm
      readonly at: Instant
    }
  | { readonly _tag: "ChainTransactionSignedAgain"; readonly form: SignedForm; readonly at: Instant }
  | { readonly _tag: "ChainTransactionSettled"; readonly outcome: SlotOutcome; readonly at: Instant }
  | {
      readonly _tag: "ChainTransactionAbandoned"
      readonly order: ChainTransactionOrder
      /** Omitted if it was not refused. */
      readonly refusal?: string
      readonly at: Instant
    }
  | { readonly _tag: "ChainTransactionCancelling"; readonly at: Instant }
  | {
      readonly _tag: "ChainTransactionImported"
      readonly order: ChainTransactionOrder
      readonly slot: ImportedSlot
      readonly at: Instant
    }
  | { readonly _tag: "ChainTransactionClaimed"; readonly at: Instant }
  | { readonly _tag: "ChainTransactionCleared"; readonly at: Instant }

/** This state does not allow the command. */
export class ChainTransactionCommandRefused extends Schema.TaggedError<ChainTransactionCommandRefused>()(
  "ChainTransactionCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "chain_transaction_command_refused" as const
  }
}

export const chainTransactionTransitions = {
  absent: {
    Queue: ["queued"],
    Abandon: ["abandoned"],
    Import: ["completed", "failed", "cancelled", "assumed", "unclaimed"]
  },
  queued: {
    Queue: ["queued"],
    Sign: ["sent"],
    Abandon: ["abandoned"],
    Refuse: ["abandoned"],
    Import: ["completed", "failed", "cancelled", "assumed", "unclaimed"]
  },
  sent: {
    Queue: ["sent"],
    SignAgain: ["sent"],
    Settle: ["completed", "failed", "cancelled"],
    Abandon: ["cancelling"]
  },
  cancelling: {
    Queue: ["cancelling"],
    SignCancel: ["cancelling"],
    Settle: ["completed", "failed", "cancelled"],
    Abandon: ["cancelling"]
  },
  completed: { Queue: ["completed"], Settle: ["completed"], Abandon: ["completed"] },
  failed: { Queue: ["failed"], Settle: ["failed"], Abandon: ["failed"] },
  cancelled: { Queue: ["cancelled"], Settle: ["cancelled"], Abandon: ["cancelled"] },
  abandoned: { Queue: ["abandoned"], Abandon: ["abandoned"], Refuse: ["abandoned"] },
  assumed: { Queue: ["assumed"], Abandon: ["assumed"], Clear: ["completed"] },
  unclaimed: { Queue: ["unclaimed"], Abandon: ["unclaimed"], Claim: ["claimed"], Clear: ["completed"] },
  claimed: { Queue: ["claimed"], Abandon: ["claimed"] }
} as const satisfies Transitions<ChainTransactionState["_tag"], ChainTransactionCommand["_tag"]>

type Decision = Result.Result<ReadonlyArray<ChainTransactionEvent>, ChainTransactionCommandRefused>

const decide = (state: ChainTransactionState, command: ChainTransactionCommand): Decision => {
  const refused = Result.fail(new ChainTransactionCommandRefused({ from: state._tag, command: command._tag }))
  if (!(command._tag in chainTransactionTransitions[state._tag])) return refused
  const { at } = command
  switch (command._tag) {
    case "Queue":
      return Result.succeed(
        state._tag === "absent" ? [{ _tag: "ChainTransactionQueued", order: command.order, at }] : []
      )
    case "Sign": {
      const { form, nonce, wallet } = command
      return Result.succeed([{ _tag: "ChainTransactionSigned", wallet, nonce, form, at }])
    }
    case "SignAgain":
    case "SignCancel":
      if ("forms" in state && state.forms.at(-1)?.hash === command.form.hash) return Result.succeed([])
      return Result.succeed([{ _tag: "ChainTransactionSignedAgain", form: command.form, at }])
    case "Settle":
      return Result.succeed(
        state._tag === "sent" || state._tag === "cancelling"
          ? [{ _tag: "ChainTransactionSettled", outcome: command.outcome, at }]
          : []
      )
    case "Abandon":
      if (state._tag === "absent" || state._tag === "queued")
        return Result.succeed([{ _tag: "ChainTransactionAbandoned", order: command.order, at }])
      return Result.succeed(state._tag === "sent" ? [{ _tag: "ChainTransactionCancelling", at }] : [])
    case "Refuse":
      return Result.succeed(
        state._tag === "queued"
          ? [{ _tag: "ChainTransactionAbandoned", order: state.order, refusal: command.reason, at }]
          : []
      )
    case "Import": {
      const order = state._tag === "queued" ? state.order : command.order
      return Result.succeed([{ _tag: "ChainTransactionImported", order, slot: command.slot, at }])
    }
    case "Claim":
      return Result.succeed([{ _tag: "ChainTransactionClaimed", at }])
    case "Clear":
      return Result.succeed([{ _tag: "ChainTransactionCleared", at }])
  }
}

const evolve = (state: ChainTransactionState, event: ChainTransactionEvent): RecordedTransaction => {
  const updatedAt = event.at
  switch (event._tag) {
    case "ChainTransactionQueued":
      invariant(state._tag === "absent", "a transaction is queued once")
      return { _tag: "queued", order: event.order, updatedAt }
    case "ChainTransactionSigned": {
      invariant(state._tag === "queued", "a transaction gets one slot")
      const { form, nonce, wallet } = event
      return { _tag: "sent", order: state.order, wallet, nonce, forms: [form], updatedAt }
    }
    case "ChainTransactionSignedAgain": {
      invariant(state._tag === "sent" || state._tag === "cancelling", "only an open slot is signed for again")
      // A cancellation is final: what it replaces is not signed again.
      invariant(event.form.isCancel === (state._tag === "cancelling"), "what is cancelled is signed as such")
      return { ...state, forms: [...state.forms, event.form], updatedAt }
    }
    case "ChainTransactionCancelling":
      invariant(state._tag === "sent", "what is sent is cancelled")
      return { ...state, _tag: "cancelling", updatedAt }
    case "ChainTransactionSettled": {
      invariant(state._tag === "sent" || state._tag === "cancelling", "a slot has one outcome")
      const { forms, nonce, order, wallet } = state
      return settledAs({ ...event.outcome, wallet, nonce }, order, forms, event.at)
    }
    case "ChainTransactionImported":
      invariant(state._tag === "absent" || state._tag === "queued", "what is signed has a slot already")
      return settledAs(event.slot, event.order, [], event.at)
    case "ChainTransactionClaimed":
      invariant(state._tag === "unclaimed", "what is claimed was nobody's")
      return { ...state, _tag: "claimed", updatedAt }
    case "ChainTransactionCleared":
      invariant(state._tag === "assumed" || state._tag === "unclaimed", "only what is in doubt is cleared")
      return { ...state, _tag: "completed", updatedAt }
    case "ChainTransactionAbandoned":
      invariant(state._tag === "absent" || state._tag === "queued", "nothing was signed")
      return {
        _tag: "abandoned",
        order: state._tag === "queued" ? state.order : event.order,
        refusal: Option.fromUndefinedOr(event.refusal),
        updatedAt
      }
  }
}

const settledAs = (
  { _tag, blockNumber, costWei, hash, nonce, reason, wallet }: ImportedSlot,
  order: ChainTransactionOrder,
  forms: ReadonlyArray<SignedForm>,
  at: Instant
): RecordedTransaction => {
  const slot = { order, wallet, nonce, forms, hash, blockNumber }
  const known = { ...slot, costWei: String(costWei), settledAt: at, updatedAt: at }
  switch (_tag) {
    case "failed":
      return { _tag, ...known, reason }
    case "cancelled":
      return { _tag, ...known, refusal: reason === "" ? Option.none() : Option.some(reason) }
    case "completed":
    case "assumed":
    case "unclaimed":
      return { _tag, ...known }
  }
}

export const ChainTransaction: Decider<
  ChainTransactionState,
  ChainTransactionCommand,
  ChainTransactionEvent,
  ChainTransactionCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly ChainTransaction: RecordedTransaction
  }
  interface EventsByConcept {
    readonly ChainTransaction: ChainTransactionEvent
  }
}
