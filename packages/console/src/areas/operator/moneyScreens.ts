import { html } from "@quittance/adapters-http/pages"
import {
  entryFaultOf,
  type OpenPayoutStep,
  openPayoutSteps,
  type StatementEntryView,
  type UnresolvedMoneyView
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, id, instant, longText, status, text } from "../../look/Cell.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"

/** Money that came in by bank and waits: in a statement, or as a bank payment that came in another way. */
interface Waiting extends Pick<StatementEntryView, "id" | "fault" | "amount" | "payer"> {
  readonly currency: string
  readonly since: string
  /** Where somebody decides about it. */
  readonly path: string
}

const waitingIn = ({ entries, payments }: UnresolvedMoneyView): ReadonlyArray<Waiting> =>
  [
    ...entries.map((entry) => ({ ...entry, since: entry.createdAt, path: `/statements/${entry.id}` })),
    ...payments.map((payment) => ({
      ...payment,
      fault: payment.fault && entryFaultOf[payment.fault],
      ...{ payer: payment.payerBank, since: payment.updatedAt },
      path: `/bank-payments/${payment.id}/returned`
    }))
  ].toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))

/** Money of all partners that waits for somebody. */
export const moneyScreens = screensOf("operator", (said, words) => [
  listScreen({
    ...{ scope: "operator", path: "/payouts", operation: "payouts.open" },
    ...{ title: said.openPayouts, tab: said.openPayouts, empty: said.noOpenPayouts },
    // Their order is that of their ids, so the last of a part says where the next begins.
    read: ({ operations }, { step }, part) =>
      Effect.map(
        operations.payouts.open({
          limit: part.limit,
          ...("cursor" in part && { after: part.cursor }),
          ...(step !== undefined && { step: step as OpenPayoutStep })
        }),
        (items) => ({
          ...{ items, total: null },
          nextCursor: items.length < part.limit ? null : (items.at(-1)?.id ?? null)
        })
      ),
    columns: [
      { title: said.payout, cell: (payout) => id(payout.id) },
      { title: said.status, cell: (payout) => status(payout.processingStatus) },
      { title: said.amount, cell: (payout) => amount(payout.amount, payout.currency) },
      { title: said.currency, cell: (payout) => text(payout.currency) },
      { title: said.partner, cell: (payout) => id(payout.partnerId) },
      { title: said.created, cell: (payout) => instant(payout.createdAt) }
    ],
    choices: [{ name: "step", label: said.step, values: openPayoutSteps }],
    link: (payout, { root }) => `${root}/p/${payout.partnerId}/payouts/${payout.id}`
  }),
  listScreen<Waiting>({
    ...{ scope: "operator", path: "/bank-payments", operation: "statements.unresolved" },
    ...{ title: said.unresolved, tab: said.unresolved, empty: said.noUnresolved },
    read: ({ operations }) => Effect.map(operations.statements.unresolved(), waitingIn),
    columns: [
      { title: said.money, cell: (money) => id(money.id) },
      { title: said.cause, cell: (money) => status(money.fault) },
      { title: said.amount, cell: (money) => amount(money.amount, money.currency) },
      { title: said.currency, cell: (money) => text(money.currency) },
      { title: said.payer, cell: (money) => longText(money.payer) },
      { title: words.attention.since, cell: (money) => instant(money.since) }
    ],
    link: (money, { base }) => `${base}${money.path}`
  }),
  actScreen({
    ...{ scope: "operator", path: "/bank-payments/{id}/returned", operation: "bankPayments.markReturned" },
    ...{ title: said.returned, verb: said.returned, said: said.markedReturned, isFinal: true },
    about: html`<p>${said.returning}</p>`,
    fields: [{ name: "reason", label: said.reason, kind: "long", lengthMax: 500 }],
    call: ({ id, operations }, { reason }: { readonly reason: string }) =>
      operations.bankPayments.markReturned(id, reason),
    to: "/bank-payments"
  })
])
