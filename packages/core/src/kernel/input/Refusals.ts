import { Effect, Option, Schema } from "effect"
import { formatMinor } from "../money/Money.ts"

/**
 * No network of that name is offered for this operation. `offered` lists the offered ones; `meant` is probably one of
 * them.
 */
export class UnsupportedNetwork extends Schema.TaggedError<UnsupportedNetwork>()("UnsupportedNetwork", {
  network: Schema.String,
  offered: Schema.Array(Schema.String),
  meant: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "unsupported_network" as const
  }

  override get message(): string {
    if (this.offered.length === 0) return "network must be an offered network, and none is offered"
    const right = `network must be one of ${this.offered.join(", ")}`
    return this.meant === undefined ? right : `${right}; did you mean ${this.meant}?`
  }
}

/** The address is not valid on the network, as `reason` explains, or no payout may go there. */
export class InvalidAddress extends Schema.TaggedError<InvalidAddress>()("InvalidAddress", {
  network: Schema.String,
  fault: Schema.Literals(["malformed", "forbidden"]),
  reason: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "invalid_address" as const
  }

  override get message(): string {
    const reason = this.reason === undefined ? "" : `: ${this.reason}`
    return this.fault === "malformed"
      ? `address must be a valid address on ${this.network}${reason}`
      : `address must be the recipient's: not a deposit address, a wallet or a contract of this server, nor the zero address, the token or the treasury of ${this.network}`
  }
}

/** The amount lies outside the bounds, which are inclusive decimals in `currency`. */
export class AmountOutOfRange extends Schema.TaggedError<AmountOutOfRange>()("AmountOutOfRange", {
  field: Schema.String,
  min: Schema.String,
  max: Schema.String,
  currency: Schema.String
}) {
  get code() {
    return "amount_out_of_range" as const
  }

  override get message(): string {
    return `${this.field} must be from ${this.min} to ${this.max} ${this.currency}`
  }
}

/**
 * The balance does not cover the debit. `availableMinor` is what was available just afterwards, where it could be read;
 * it is for whoever may read the balance, so the message does not show it.
 */
export class InsufficientFunds extends Schema.TaggedError<InsufficientFunds>()("InsufficientFunds", {
  requiredMinor: Schema.BigInt,
  availableMinor: Schema.optionalKey(Schema.BigInt),
  currency: Schema.String
}) {
  get code() {
    return "insufficient_funds" as const
  }

  override get message(): string {
    return `the available balance does not cover ${formatMinor(this.requiredMinor, "USDT")} ${this.currency} (amount plus fee)`
  }

  /** The message for a reader of the balance. */
  get openMessage(): string {
    return this.availableMinor === undefined
      ? this.message
      : `${this.message}: ${formatMinor(this.availableMinor, "USDT")} ${this.currency} is available`
  }
}

/** The store may be out of date, so no money leaves and no address is given out; see `StoreHold`. */
export class StoreOnHold extends Schema.TaggedError<StoreOnHold>()("StoreOnHold", {
  reason: Schema.String
}) {
  get code() {
    return "store_on_hold" as const
  }

  override get message(): string {
    return "payouts and deposit addresses are on hold until an operator has released the store; try again later"
  }
}

/** The key belongs to a request with other fields: an idempotency key, or the `externalId` of a crypto invoice. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {
  key: Schema.String,
  kind: Schema.Literals(["idempotency key", "externalId"])
}) {
  get code() {
    return "idempotency_conflict" as const
  }

  override get message(): string {
    return this.sentence(this.kind)
  }

  /** The message, with the name under which the key was sent. */
  sentence(name: string): string {
    return `the ${name} ${this.key} was used for a request with other fields`
  }
}

/** This partner has no such record; `hint` says what would be right, where the name itself shows it. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {
  what: Schema.String,
  id: Schema.String,
  hint: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "not_found" as const
  }

  override get message(): string {
    const hint = this.hint === undefined ? "" : `: ${this.hint}`
    return `there is no ${this.what} ${this.id.slice(0, 80)}${hint}`
  }
}

/** The found value, or `NotFound` with that kind and name. */
export const orNotFound =
  (what: string, id: string) =>
  <A>(found: Option.Option<A>): Effect.Effect<A, NotFound> =>
    Option.isSome(found)
      ? Effect.succeed(found.value)
      : // Programs without types may ask for anything.
        Effect.fail(new NotFound({ what, id: String(id) }))

/** The resource's state does not allow this; `possible` are the states that do, or `hint` says what to do instead. */
export class InvalidState extends Schema.TaggedError<InvalidState>()("InvalidState", {
  what: Schema.String,
  status: Schema.String,
  command: Schema.String,
  possible: Schema.optionalKey(Schema.Array(Schema.String)),
  hint: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "invalid_state" as const
  }

  override get message(): string {
    const possible =
      this.possible === undefined
        ? ""
        : `; it is possible while the ${this.what} is ${this.possible.join(" or ")}`
    const hint = this.hint === undefined ? "" : `: ${this.hint}`
    return `the ${this.what} is ${this.status}, so ${this.command} is not possible${possible}${hint}`
  }
}

/** This deployment has no provider for the operation. */
export class ProviderMissing extends Schema.TaggedError<ProviderMissing>()("ProviderMissing", {
  provider: Schema.String,
  /** For which alone it has none. */
  currency: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "provider_missing" as const
  }

  override get message(): string {
    return `this deployment has no ${this.provider}${this.currency === undefined ? "" : ` for ${this.currency}`}`
  }
}

/** The bank operation was recorded for another invoice: its money is booked once. */
export class BankOperationUsed extends Schema.TaggedError<BankOperationUsed>()("BankOperationUsed", {
  operationId: Schema.String
}) {
  get code() {
    return "bank_operation_used" as const
  }

  override get message(): string {
    return `the bank operation ${this.operationId} was recorded for another invoice`
  }
}

/** A URL from a caller that we refuse to call. `reason` says what would be right. */
export class InvalidUrl extends Schema.TaggedError<InvalidUrl>()("InvalidUrl", {
  field: Schema.String,
  reason: Schema.String
}) {
  get code() {
    return "invalid_url" as const
  }

  override get message(): string {
    return `${this.field} ${this.reason}`
  }
}

/** The field's value must be unique and already exists. */
export class Duplicate extends Schema.TaggedError<Duplicate>()("Duplicate", {
  field: Schema.String,
  what: Schema.String
}) {
  get code() {
    return "duplicate" as const
  }

  override get message(): string {
    return `${this.field} must be unique, and ${this.what} already exists: change or delete that one, or send another ${this.field}`
  }
}

/** The maximum number is reached. */
export class LimitReached extends Schema.TaggedError<LimitReached>()("LimitReached", {
  what: Schema.String,
  max: Schema.Number
}) {
  get code() {
    return "limit_reached" as const
  }

  override get message(): string {
    return `there may be at most ${this.max} ${this.what}: delete one first`
  }
}

/** The account has no webhook yet. */
export class WebhookNotConfigured extends Schema.TaggedError<WebhookNotConfigured>()(
  "WebhookNotConfigured",
  {}
) {
  get code() {
    return "webhook_not_configured" as const
  }

  override get message(): string {
    return "the webhook has no URL yet: set it first"
  }
}
