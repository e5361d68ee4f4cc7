import { Option, Schema } from "effect"
import type { MadeTransfer } from "../../concepts/payout/PayoutProcessor.ts"
import { count, moment } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountText } from "../../kernel/money/Money.ts"
import type { Hold } from "../../kernel/ports/StoreHold.ts"
import type { HoldSurvey } from "./Holds.ts"

const text = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] })

const reference = text("What the processing side knows the payout by.", "3f1c9a72e04b5d86a1b2c3d4e5f60718")
const where = {
  network: text("The name of the network.", "tron"),
  address: text("The recipient.", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"),
  amount: text("In USDT, as a decimal.", "10")
}

/** A store that may be out of date. */
export const HoldView = Schema.Struct({
  reason: text("Why no money may leave.", "the store was restored from a backup"),
  since: moment("Since when.")
}).annotate(component("Hold", "A store that may be out of date: no money leaves it before it is released."))
export interface HoldView extends Schema.Schema.Type<typeof HoldView> {}

const TransferView = Schema.Struct({
  reference,
  payoutId: text("Its payout, as the processing side has it.", "019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"),
  ...where,
  madeAt: moment("When it was made.")
}).annotate(component("MadeTransfer", "A transfer that the processing side made."))

/** What the processing side made, beside what the store knows. */
export const HoldSurveyView = Schema.Struct({
  released: Schema.Boolean.annotate({ description: "Whether money may leave again.", examples: [true] }),
  hold: Schema.NullOr(HoldView).annotate({ description: "The hold before this; null if there was none." }),
  listedSince: moment("Transfers from this instant on were compared."),
  listedCount: Schema.NullOr(count("How many were listed; null if they could not be listed.", 0)),
  notListed: Schema.NullOr(Schema.String).annotate({ description: "Why they could not be listed." }),
  unknown: Schema.Array(TransferView).annotate({ description: "Those that the store does not know." }),
  different: Schema.Array(
    Schema.Struct({
      ...TransferView.fields,
      storedPayoutId: text("The payout in the store.", "019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"),
      differences: Schema.Array(Schema.String).annotate({
        description: "The fields that differ.",
        examples: [["amount"]]
      })
    }).annotate(component("DifferentTransfer", "A transfer that the store records differently."))
  ).annotate({ description: "Those that the store records differently." }),
  waiting: Schema.Array(
    Schema.Struct({
      payoutId: text("Its id.", "019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"),
      reference,
      ...where,
      createdAt: moment("When it was created.")
    }).annotate(component("WaitingPayout", "A payout that goes on after the release."))
  ).annotate({ description: "Payouts that go on after the release." })
}).annotate(
  component("HoldSurvey", "What the processing side made, beside what the store knows, and what was done.")
)
export interface HoldSurveyView extends Schema.Schema.Type<typeof HoldSurveyView> {}

const instantText = (at: number): string => new Date(at).toISOString()

export const holdView = ({ reason, since }: Hold): HoldView => ({ reason, since: instantText(since) })

const transferView = ({ address, amountMinor, at, network, payoutId, reference }: MadeTransfer) => ({
  reference,
  payoutId,
  network,
  address,
  amount: amountText(amountMinor, "USDT"),
  madeAt: instantText(at)
})

export const holdSurveyView = (
  { different, hold, listed, since, unknown, waiting }: HoldSurvey,
  released: boolean
): HoldSurveyView => ({
  released,
  hold: Option.getOrNull(Option.map(hold, holdView)),
  listedSince: instantText(since),
  listedCount: listed._tag === "Count" ? listed.count : null,
  notListed: listed._tag === "Unlisted" ? listed.reason : null,
  unknown: unknown.map(transferView),
  different: different.map(({ differences, payout, transfer }) => ({
    ...transferView(transfer),
    storedPayoutId: payout.order.id,
    differences
  })),
  waiting: waiting.map(({ order }) => ({
    payoutId: order.id,
    reference: order.reference,
    network: order.network,
    address: order.address,
    amount: amountText(order.amountMinor, order.currency),
    createdAt: instantText(order.createdAt)
  }))
})
