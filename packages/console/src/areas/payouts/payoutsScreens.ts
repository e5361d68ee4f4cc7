import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { amount, id, instant, status, text } from "../../look/Cell.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { amountTyped, textTyped } from "../../screen/FormField.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

export const payoutsScreens = (_words: Words): ReadonlyArray<Screen> => [
  listScreen({
    scope: "partner",
    path: "/payouts",
    operation: "payouts.list",
    title: "Payouts",
    tab: "All",
    read: ({ operations, partner }, chosen, part) => operations.payouts.list(partner.id, chosen, part),
    columns: [
      { title: "Payout", cell: (payout) => id(payout.id) },
      { title: "Status", cell: (payout) => status(payout.processingStatus) },
      { title: "Amount", cell: (payout) => amount(payout.amount, payout.currency) },
      { title: "Currency", cell: (payout) => text(payout.currency) },
      { title: "Created", cell: (payout) => instant(payout.createdAt) }
    ],
    hasDays: true,
    choices: [{ name: "status", label: "Status", values: ["PENDING", "COMPLETED", "FAILED"] }],
    link: (payout, { base }) => `${base}/payouts/${payout.id}`,
    empty: "No payouts yet.",
    acts: [{ to: "/payouts/create", verb: "Send a payout", operation: "payouts.create" }]
  }),
  actScreen({
    scope: "partner",
    path: "/payouts/create",
    operation: "payouts.create",
    title: "Send a payout",
    verb: "Send",
    reviewVerb: "Check",
    fields: () =>
      Effect.succeed([
        { name: "amount", label: "Amount", kind: "amount" },
        { name: "network", label: "Network" },
        { name: "address", label: "Address" }
      ]),
    review: (_, typed) => Effect.succeed(html`<p>${textTyped(typed, "address") ?? ""}</p>`),
    said: "The payout was created.",
    act: ({ operations, partner }, typed, key) =>
      Effect.map(
        Effect.flatMap(amountTyped(typed, "amount"), (amount) =>
          operations.payouts.create(partner.id, key, {
            amount,
            network: textTyped(typed, "network") ?? "",
            address: textTyped(typed, "address") ?? ""
          })
        ),
        () => ({ to: "/payouts" })
      )
  })
]
