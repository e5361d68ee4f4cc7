import { html } from "@quittance/adapters-http/pages"
import { type OpenPayoutStep, openPayoutSteps } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, id, instant, status, text } from "../../look/Cell.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"

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
  listScreen({
    ...{ scope: "operator", path: "/bank-payments", operation: "bankPayments.unresolved" },
    ...{ title: said.unresolved, tab: said.unresolved, empty: said.noUnresolved },
    read: ({ operations }) => operations.bankPayments.unresolved(),
    columns: [
      { title: said.bankPayment, cell: (payment) => id(payment.id) },
      { title: said.cause, cell: (payment) => status(payment.fault) },
      { title: said.amount, cell: (payment) => amount(payment.amount, payment.currency) },
      { title: said.currency, cell: (payment) => text(payment.currency) },
      { title: said.payerBank, cell: (payment) => text(payment.payerBank) },
      { title: words.attention.since, cell: (payment) => instant(payment.updatedAt) }
    ],
    link: (payment, { base }) => `${base}/bank-payments/${payment.id}/returned`
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
