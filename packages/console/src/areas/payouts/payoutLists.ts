import type { PayoutView } from "@quittance/core"
import { id, instant, status, text } from "../../look/Cell.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import { errorCell, payoutColumns, waitsFor } from "./payoutWords.ts"

/** Payouts without an outcome, each with what it waits for, and all of them. */
export const payoutLists = screensOf("payouts", (said) => {
  const common = {
    ...({ operation: "payouts.list", hasDays: true } as const),
    link: ({ id }: PayoutView, { base }: { readonly base: string }) => `${base}/payouts/${id}`,
    acts: [{ to: "/payouts/create", verb: said.making.title, operation: "payouts.create" } as const]
  }
  const step = { title: said.status, cell: (payout: PayoutView) => status(payout.processingStatus) }
  const created = { title: said.created, cell: (payout: PayoutView) => instant(payout.createdAt) }
  return [
    listScreen<PayoutView>({
      ...{ ...common, path: "/payouts", ...said.lists.open },
      read: ({ operations, partner }, chosen, part) =>
        operations.payouts.list(partner.id, { ...chosen, status: "PENDING" }, part),
      columns: [
        ...payoutColumns(said, id),
        step,
        { title: said.waitsFor, cell: (payout) => waitsFor(payout, said) },
        created
      ]
    }),
    listScreen<PayoutView>({
      ...{ ...common, path: "/payouts/all", ...said.lists.all },
      choices: [{ name: "status", label: said.status, values: ["PENDING", "COMPLETED", "FAILED"] }],
      read: ({ operations, partner }, chosen, part) => operations.payouts.list(partner.id, chosen, part),
      columns: [
        ...payoutColumns(said, id),
        step,
        created,
        { title: said.completed, cell: (payout) => instant(payout.completedAt) },
        { title: said.error, cell: (payout) => errorCell(payout, said), isOnlyInCsv: true },
        { title: said.note, cell: (payout) => text(payout.note), isOnlyInCsv: true }
      ]
    })
  ]
})
