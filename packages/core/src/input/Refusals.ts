import { Schema } from "effect"

/** No network of that name is offered for this. `offered` names those that are. */
export class UnsupportedNetwork extends Schema.TaggedError<UnsupportedNetwork>()("UnsupportedNetwork", {
  network: Schema.String,
  offered: Schema.Array(Schema.String)
}) {}

/** The address is no address of the network. */
export class InvalidAddress extends Schema.TaggedError<InvalidAddress>()("InvalidAddress", {
  network: Schema.String
}) {}

/** The amount lies outside the bounds, which are inclusive decimals in `currency`. */
export class AmountOutOfRange extends Schema.TaggedError<AmountOutOfRange>()("AmountOutOfRange", {
  field: Schema.String,
  min: Schema.String,
  max: Schema.String,
  currency: Schema.String
}) {}

/** The balance does not cover the debit. */
export class InsufficientFunds extends Schema.TaggedError<InsufficientFunds>()("InsufficientFunds", {
  requiredMinor: Schema.BigInt,
  currency: Schema.String
}) {}

/** The idempotency key belongs to a request with other fields. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", {
  key: Schema.String
}) {}

/** Nothing of that kind and name belongs to this partner. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {
  what: Schema.String,
  id: Schema.String
}) {}

/** The resource's state does not allow this. */
export class InvalidState extends Schema.TaggedError<InvalidState>()("InvalidState", {
  what: Schema.String,
  status: Schema.String,
  command: Schema.String
}) {}

/** This deployment has no provider for the operation. */
export class ProviderMissing extends Schema.TaggedError<ProviderMissing>()("ProviderMissing", {
  provider: Schema.String
}) {}
