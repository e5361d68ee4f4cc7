import { html } from "@quittance/adapters-http/pages"
import { type OpenPayoutStep, openPayoutSteps } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, id, instant, status, text } from "../../look/Cell.ts"
import { empty, table } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

/** Money of all partners that waits for somebody. */
export const moneyScreens = (words: Words): ReadonlyArray<Screen> => {
  const { operator } = words
  return [
    listScreen({
      ...{ scope: "operator", path: "/payouts", operation: "payouts.open" },
      ...{ title: operator.openPayouts, tab: operator.openPayouts, empty: operator.noOpenPayouts },
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
        { title: operator.payout, cell: (payout) => id(payout.id) },
        { title: operator.status, cell: (payout) => status(payout.processingStatus) },
        { title: operator.amount, cell: (payout) => amount(payout.amount, payout.currency) },
        { title: operator.currency, cell: (payout) => text(payout.currency) },
        { title: operator.partner, cell: (payout) => id(payout.partnerId) },
        { title: operator.created, cell: (payout) => instant(payout.createdAt) }
      ],
      choices: [{ name: "step", label: operator.step, values: openPayoutSteps }],
      link: (payout, { root }) => `${root}/p/${payout.partnerId}/payouts/${payout.id}`
    }),
    pageScreen({
      ...{ scope: "operator", path: "/bank-payments", operation: "bankPayments.unresolved" },
      ...{ title: operator.unresolved, tab: operator.unresolved },
      show: (seen) =>
        Effect.map(seen.operations.bankPayments.unresolved(), (items) => ({
          body:
            items.length === 0
              ? empty(operator.noUnresolved)
              : table(
                  {
                    caption: operator.unresolved,
                    columns: [
                      { title: operator.bankPayment, cell: (payment) => id(payment.id) },
                      { title: operator.cause, cell: (payment) => status(payment.fault) },
                      { title: operator.amount, cell: (payment) => amount(payment.amount, payment.currency) },
                      { title: operator.currency, cell: (payment) => text(payment.currency) },
                      { title: operator.payerBank, cell: (payment) => text(payment.payerBank) },
                      { title: words.attention.since, cell: (payment) => instant(payment.updatedAt) }
                    ],
                    items,
                    link: (payment) => `${seen.base}/bank-payments/${payment.id}/returned`
                  },
                  seen
                )
        }))
    }),
    actScreen({
      ...{ scope: "operator", path: "/bank-payments/{id}/returned", operation: "bankPayments.markReturned" },
      ...{ title: operator.returned, verb: operator.returned, said: operator.markedReturned, isFinal: true },
      about: () => Effect.succeed(html`<p>${operator.returning}</p>`),
      fields: () =>
        Effect.succeed([{ name: "reason", label: operator.reason, kind: "long", lengthMax: 500 }]),
      act: ({ operations, parameters: { id: payment = "" } }, typed) =>
        Effect.as(operations.bankPayments.markReturned(payment, textTyped(typed, "reason") ?? ""), {
          to: "/bank-payments"
        })
    })
  ]
}
