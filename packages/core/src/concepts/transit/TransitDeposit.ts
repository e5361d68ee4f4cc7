import { Result, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import { count, currency, instant, money, text } from "../../kernel/concept/Field.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { ObservedTransfer } from "../chain/Transfer.ts"

/**
 * A transfer to the address of a transit wallet, recorded once per network, transaction and log index. It is
 * credited in full when it has enough confirmations, and written off when a reorganisation drops it after
 * that.
 *
 *     absent → seen → credited → reversed
 *               ⇅                    │
 *            dropped       seen ←────┘
 */

/** The stored fields of a deposit. */
export const transitDeposit = concept({
  name: "TransitDeposit",
  noun: "deposit",
  table: "transit_deposits",
  order: {
    /** `dep_` and a UUIDv7 without dashes. */
    id: text,
    partnerId: text,
    walletId: text,
    network: text,
    currency,
    address: text,
    /** Unique per network, with its log index, by a claim. */
    txHash: text,
    logIndex: count,
    requiredConfirmations: count,
    createdAt: instant
  },
  recorded: {
    amountMinor: money,
    confirmations: count,
    /** When the network first showed it. */
    seenAt: instant,
    updatedAt: instant
  },
  states: {
    /** In transit. */
    seen: {},
    /** Final: in the balances of the wallet and the partner. */
    credited: {},
    /** Dropped by a reorganisation before it was credited. */
    dropped: {},
    /** Dropped by a reorganisation after it was credited, and written off. */
    reversed: {}
  },
  indexes: {
    by_wallet: { on: ["partnerId", "walletId", "createdAt", "id"] }
  }
})

/** Fixed when the transfer is first seen. */
export interface TransitDepositOrder extends OrderOf<typeof transitDeposit> {}

/** A deposit that was seen. */
export type RecordedDeposit = StateOf<typeof transitDeposit>

export type TransitDepositState = { readonly _tag: "absent" } | RecordedDeposit

/** The network's data of a transfer, without its identifiers. */
export type ShownDeposit = Pick<ObservedTransfer, "amountMinor" | "confirmations" | "seenAt">

export type TransitDepositCommand =
  /** The current state on the network. */
  | {
      readonly _tag: "Observe"
      readonly order: TransitDepositOrder
      readonly shown: ShownDeposit
      readonly at: Instant
    }
  /** It was dropped by a reorganisation. */
  | { readonly _tag: "Drop"; readonly at: Instant }

export type TransitDepositEvent =
  | {
      readonly _tag: "DepositSeen"
      readonly order: TransitDepositOrder
      readonly shown: ShownDeposit
      readonly at: Instant
    }
  | {
      readonly _tag: "DepositConfirmationsChanged"
      readonly confirmations: number
      readonly at: Instant
    }
  | { readonly _tag: "DepositCredited"; readonly amountMinor: bigint; readonly at: Instant }
  | { readonly _tag: "DepositDropped"; readonly at: Instant }
  | { readonly _tag: "DepositReversed"; readonly amountMinor: bigint; readonly at: Instant }

/** This state does not allow the command. */
export class TransitDepositCommandRefused extends Schema.TaggedError<TransitDepositCommandRefused>()(
  "TransitDepositCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "transit_deposit_command_refused" as const
  }
}

export const transitDepositTransitions = {
  absent: { Observe: ["seen", "credited"] },
  seen: { Observe: ["seen", "credited"], Drop: ["dropped"] },
  credited: { Observe: ["credited"], Drop: ["reversed"] },
  dropped: { Observe: ["seen", "credited"], Drop: ["dropped"] },
  reversed: { Observe: ["seen", "credited"], Drop: ["reversed"] }
} as const satisfies Transitions<TransitDepositState["_tag"], TransitDepositCommand["_tag"]>

type Decision = Result.Result<ReadonlyArray<TransitDepositEvent>, TransitDepositCommandRefused>

const decide = (state: TransitDepositState, command: TransitDepositCommand): Decision => {
  if (!(command._tag in transitDepositTransitions[state._tag]))
    return Result.fail(new TransitDepositCommandRefused({ from: state._tag, command: command._tag }))
  const { at } = command
  switch (command._tag) {
    case "Observe": {
      const { order, shown } = command
      if (state._tag === "credited") return Result.succeed([])
      const events: Array<TransitDepositEvent> = []
      if (state._tag !== "seen" || state.amountMinor !== shown.amountMinor) {
        const known = state._tag === "absent" ? order : state.order
        events.push({ _tag: "DepositSeen", order: known, shown, at })
      } else if (state.confirmations !== shown.confirmations) {
        events.push({ _tag: "DepositConfirmationsChanged", confirmations: shown.confirmations, at })
      }
      const { requiredConfirmations } = state._tag === "absent" ? order : state.order
      if (shown.confirmations >= requiredConfirmations)
        events.push({ _tag: "DepositCredited", amountMinor: shown.amountMinor, at })
      return Result.succeed(events)
    }
    case "Drop":
      switch (state._tag) {
        case "seen":
          return Result.succeed([{ _tag: "DepositDropped", at }])
        case "credited":
          return Result.succeed([{ _tag: "DepositReversed", amountMinor: state.amountMinor, at }])
        case "absent":
        case "dropped":
        case "reversed":
          return Result.succeed([])
      }
  }
}

const evolve = (state: TransitDepositState, event: TransitDepositEvent): TransitDepositState => {
  const updatedAt = event.at
  if (event._tag === "DepositSeen") {
    invariant(state._tag !== "credited", "a credited deposit is not seen anew")
    return { _tag: "seen", order: event.order, ...event.shown, updatedAt }
  }
  invariant(state._tag !== "absent", `${event._tag} needs a deposit`)
  switch (event._tag) {
    case "DepositConfirmationsChanged":
      return { ...state, confirmations: event.confirmations, updatedAt }
    case "DepositCredited":
      return { ...state, _tag: "credited", updatedAt }
    case "DepositDropped":
      return { ...state, _tag: "dropped", confirmations: 0, updatedAt }
    case "DepositReversed":
      return { ...state, _tag: "reversed", confirmations: 0, updatedAt }
  }
}

export const TransitDeposit: Decider<
  TransitDepositState,
  TransitDepositCommand,
  TransitDepositEvent,
  TransitDepositCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

/** A deposit that has been loaded or just seen exists. */
export const recordedDeposit = (state: TransitDepositState): RecordedDeposit => {
  invariant(state._tag !== "absent", "a recorded deposit is never absent again")
  return state
}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly TransitDeposit: RecordedDeposit
  }
  interface EventsByConcept {
    readonly TransitDeposit: TransitDepositEvent
  }
}
