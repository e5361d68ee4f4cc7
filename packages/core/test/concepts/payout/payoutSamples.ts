import { Option } from "effect"
import type { PayoutCommand } from "../../../src/concepts/payout/Payout.ts"
import { type PayoutOrder, payoutTexts } from "../../../src/concepts/payout/PayoutRecord.ts"

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
  ...payoutTexts.given({}),
  createdAt: start,
  createdBy: Option.none(),
  approval: Option.none()
})

/** When nobody can approve `approvable` any more. */
export const expiresAt = start + 10_000

/** One that needs two approvals until ten seconds after its creation, asked for by Ivo. */
export const approvable: PayoutOrder = {
  ...orderOf("po_2", 25_000_000n, 2_000_000n),
  createdBy: Option.some("user:ivo"),
  approval: Option.some({ needed: 2, reasons: ["amount"], expiresAt, makers: ["ivo"] })
}

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
  GiveUp: { _tag: "GiveUp", reason: "abandoned", at },
  Approve: { _tag: "Approve", by: "anna", entitled: ["anna", "ben"], at },
  Decline: { _tag: "Decline", how: "declined", by: "anna", entitled: ["anna", "ben"], at }
})

const all = ["anna", "ben"]

/** What people do about one that waits: two of them may approve, Ivo asked for it, and Zoe has no say. */
export const approvalCommands: ReadonlyArray<PayoutCommand> = [
  ...["anna", "ben", "ivo", "zoe"].flatMap(
    (by): ReadonlyArray<PayoutCommand> => [
      { _tag: "Approve", by, entitled: all, at: start + 1 },
      { _tag: "Approve", by, entitled: all, at: expiresAt },
      { _tag: "Decline", how: "declined", by, entitled: all, at: start + 1 },
      { _tag: "Decline", how: "withdrawn", by, entitled: all, at: start + 1 }
    ]
  ),
  { _tag: "Decline", how: "expired", at: start + 1 },
  { _tag: "Decline", how: "expired", at: expiresAt }
]
