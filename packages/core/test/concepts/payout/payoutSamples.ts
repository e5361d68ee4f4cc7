import { Option } from "effect"
import type { PayoutCommand, PayoutOrder } from "../../../src/concepts/payout/Payout.ts"

export const start = 1_772_000_000_000

export const orderOf = (id: string, amountMinor: bigint, feeMinor: bigint): PayoutOrder => ({
  id,
  partnerId: "prt_1",
  idempotencyKey: `key-${id}`,
  reference: `reference-${id}`,
  currency: "USDT",
  network: "tron",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  amountMinor,
  feeMinor,
  note: Option.none(),
  createdAt: start
})

export const order = orderOf("po_1", 25_000_000n, 2_000_000n)

/** One command of every tag, given an instant. */
export const commandsAt = (
  at: number,
  of: PayoutOrder = order
): { readonly [Tag in PayoutCommand["_tag"]]: PayoutCommand } => ({
  Reserve: { _tag: "Reserve", order: of },
  Submit: { _tag: "Submit", at },
  LookUp: { _tag: "LookUp", at },
  Accept: { _tag: "Accept", processingId: Option.some("px_1"), at },
  Confirm: { _tag: "Confirm", processingId: Option.some("px_1"), at },
  Reject: { _tag: "Reject", reason: "no funds there", at },
  LoseAnswer: { _tag: "LoseAnswer", reason: "timeout", at },
  GiveUp: { _tag: "GiveUp", reason: "abandoned", at }
})
