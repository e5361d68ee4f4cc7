import { Option, Schema } from "effect"
import { actorShown, recordedActor } from "../../kernel/actor/Actor.ts"
import {
  amount,
  CreatedAt,
  CurrencyCode,
  count,
  DateTime,
  exampleTexts,
  moment,
  NetworkName,
  UpdatedAt,
  Uuid
} from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import { approvalReasons } from "../roster/requirementOf.ts"
import { actorOf } from "../roster/rosterPeople.ts"
import type { GivenApproval } from "./PayoutApproval.ts"
import { callsKeptMax, PayoutCall } from "./PayoutCalls.ts"
import {
  approvalsOf,
  type PayoutOrder,
  payoutStatus,
  payoutStatuses,
  payoutTexts,
  type RecordedPayout,
  totalMinor
} from "./PayoutRecord.ts"

const Status = Schema.Literals(payoutStatuses).annotate(
  component(
    "PayoutStatus",
    "How a payout stands. `COMPLETED` and `FAILED` are final, but for a late settlement."
  )
)

const ApprovalReason = Schema.Literals(approvalReasons).annotate(
  component(
    "ApprovalReason",
    "Why a payout needs approvals: its amount, or an address that is not in the address book."
  )
)

/** What a payout needs before it is sent. */
export const requirementFields = {
  needed: count("How many people must approve it.", 2),
  reasons: Schema.Array(ApprovalReason).annotate({ description: "Why.", examples: [["amount"]] }),
  expiresAt: moment("From then on nobody can approve it, and nothing is sent.", "2026-01-18T12:00:00.000Z")
}

const Approval = Schema.NullOr(
  Schema.Struct({
    ...requirementFields,
    given: Schema.Array(
      Schema.Struct({
        by: Schema.String.annotate({ description: "Who: `user:ID`.", examples: ["user:anna"] }),
        at: moment("When.")
      }).annotate(component("PayoutApprovalGiven", "A person's approval of a payout."))
    ).annotate({ description: "The approvals that count so far, oldest first." })
  }).annotate(component("PayoutApproval", "The approvals that a payout needs, by the rules at its creation."))
).annotate({ description: "What people must approve before it is sent; null if nobody must." })

const CreatedBy = Schema.NullOr(Schema.String).annotate({
  description:
    "Who asked for it: `key:ID`, `user:ID` or `operator`; null if this is not known, or was the deployment itself.",
  examples: ["key:key_019bc1a85d2e7b3c9f104a6b8c2d7e91"]
})

const Amount = amount("What the address receives, in `currency`.", 25)
const Fee = amount("What the payout costs besides, in `currency`.", 2)
const Total = amount("What the balance is debited: `amount` and `fee`.", 27)

/** The answer to a payout creation, the first time and in every replay. */
export const PayoutCreatedView = Schema.Struct({
  id: Uuid,
  status: Status,
  amount: Amount,
  fee: Fee,
  netAmount: amount("The same as `amount`.", 25),
  total: Total,
  currency: CurrencyCode,
  createdAt: CreatedAt,
  createdBy: CreatedBy,
  approval: Approval
}).annotate(component("PayoutCreated", "A payout, in the answer to its creation."))
export interface PayoutCreatedView extends Schema.Schema.Type<typeof PayoutCreatedView> {}

/** A payout as reads show it. `amount` is what the address receives, `total` what the balance was debited. */
export const PayoutView = Schema.Struct({
  id: Uuid,
  fee: Fee,
  ...payoutTexts.view,
  error: Schema.NullOr(Schema.String).annotate({
    description:
      "Why it failed, or the fault of the last attempt, in the words of the network or the processing side: one line of at most 300 characters, or an operator's reason. `declined`, `withdrawn` or `expired` if it was not approved."
  }),
  total: Total,
  amount: Amount,
  status: Status.annotate({ examples: ["COMPLETED"] }),
  address: Schema.String.annotate({
    description: "Where the money goes.",
    examples: [exampleTexts.address]
  }),
  network: NetworkName,
  attempts: count("Calls to the processing side so far.", 1),
  currency: CurrencyCode,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  completedAt: Schema.NullOr(DateTime).annotate({
    description: "When the money arrived; null before, and if it failed.",
    examples: ["2026-01-15T12:00:05.000Z"]
  }),
  networkLabel: Schema.String.annotate({
    description: "The name of the network for people.",
    examples: ["Tron (TRC-20)"]
  }),
  processingId: Schema.NullOr(Schema.String).annotate({
    description: "The transfer at the processing side.",
    examples: [exampleTexts.txHash]
  }),
  idempotencyKey: Schema.String.annotate({
    description: "The key that it was created under.",
    examples: ["payout-1042"]
  }),
  processingStatus: Schema.String.annotate({
    description:
      "The step: awaiting (approvals), reserved, submitting, submitted, unknown, confirmed, rejected, not_confirmed or declined (also withdrawn, or expired: see `error`).",
    examples: ["confirmed"]
  }),
  createdBy: CreatedBy,
  approval: Approval
}).annotate(component("Payout", "A payout: money that leaves the balance for an address."))
export interface PayoutView extends Schema.Schema.Type<typeof PayoutView> {}

/** A single payout: the same fields, its transaction, and the calls to the processing side. */
export const PayoutDetailView = Schema.Struct({
  ...PayoutView.fields,
  txHash: Schema.NullOr(Schema.String).annotate({
    description:
      "The transaction on the network, as far as it is known. Until the payout is completed, another one may take its place.",
    examples: [exampleTexts.txHash]
  }),
  calls: Schema.Array(
    Schema.Struct({
      kind: PayoutCall.fields.kind.annotate(
        component("PayoutCallKind", "What the processing side was asked.")
      ),
      at: moment("When it was made."),
      answer: Schema.NullOr(Schema.String).annotate({
        description:
          "completed, accepted, duplicate, not found, abandoned, too late, or rejected or no answer with the reason; null while it is unknown.",
        examples: ["completed"]
      })
    }).annotate(component("PayoutCall", "A call to the processing side."))
  ).annotate({
    description: `Calls to the processing side, oldest first: the first ${callsKeptMax / 2} and the last ${callsKeptMax / 2}.`
  })
}).annotate(component("PayoutDetail", "A payout, with its transaction and the calls to the processing side."))
export interface PayoutDetailView extends Schema.Schema.Type<typeof PayoutDetailView> {}

export const payoutDetailView = (payout: RecordedPayout, networkLabel: string): PayoutDetailView => ({
  ...payoutView(payout, networkLabel),
  txHash: Option.getOrNull(Option.filter(payout.processingId, isTransactionHash)),
  calls: payout.calls.map(({ answer, at, kind }) => ({
    kind,
    at: instantView(at),
    answer: Option.getOrNull(answer)
  }))
})

/** A processing side that acts on the network itself names a transfer by its transaction. */
const isTransactionHash = (processingId: string): boolean => /^(?:0x)?[0-9a-f]{64}$/i.test(processingId)

export const payoutCreatedView = (order: PayoutOrder): PayoutCreatedView => {
  const amount = amountView(order.amountMinor, order.currency)
  return {
    id: order.id,
    status: "PENDING",
    amount,
    fee: amountView(order.feeMinor, order.currency),
    netAmount: amount,
    total: amountView(totalMinor(order), order.currency),
    currency: order.currency,
    createdAt: instantView(order.createdAt),
    createdBy: createdByView(order),
    approval: approvalView(order, [])
  }
}

export const payoutView = (payout: RecordedPayout, networkLabel: string): PayoutView => {
  const { order } = payout
  return {
    id: order.id,
    fee: amountView(order.feeMinor, order.currency),
    ...payoutTexts.shown(order),
    error: Option.getOrNull(payout.error),
    total: amountView(totalMinor(order), order.currency),
    amount: amountView(order.amountMinor, order.currency),
    status: payoutStatus(payout),
    address: order.address,
    network: order.network,
    attempts: payout.attempts,
    currency: order.currency,
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(payout.updatedAt),
    completedAt: payout._tag === "confirmed" ? instantView(payout.completedAt) : null,
    networkLabel,
    processingId: Option.getOrNull(payout.processingId),
    idempotencyKey: order.idempotencyKey,
    processingStatus: payout._tag,
    createdBy: createdByView(order),
    approval: approvalView(order, approvalsOf(payout))
  }
}

const createdByView = ({ createdBy }: PayoutOrder): string | null =>
  Option.match(createdBy, {
    onNone: () => null,
    onSome: (actor) => actorShown(recordedActor(actor), "partner")
  })

const approvalView = (order: PayoutOrder, given: ReadonlyArray<GivenApproval>): PayoutView["approval"] =>
  Option.isNone(order.approval)
    ? null
    : {
        ...requirementView(order),
        given: given.map(({ at, by }) => ({ by: actorOf(by), at: instantView(at) }))
      }

export const requirementView = ({
  approval,
  createdAt
}: PayoutOrder): Omit<NonNullable<PayoutView["approval"]>, "given"> =>
  Option.match(approval, {
    onNone: () => ({ needed: 0, reasons: [], expiresAt: instantView(createdAt) }),
    onSome: ({ expiresAt, needed, reasons }) => ({ needed, reasons, expiresAt: instantView(expiresAt) })
  })
