import type { PayoutView } from "@quittance/core"
import { id, instant, status, text } from "../../look/Cell.ts"
import type { Column } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { errorOf, payoutColumns, waitsFor } from "./payoutWords.ts"

/** Payouts without an outcome, each with what it waits for, and all of them. */
export const payoutLists = (words: Words): ReadonlyArray<Screen> => {
  const { payouts: said } = words
  const common = {
    ...({ scope: "partner", operation: "payouts.list", hasDays: true } as const),
    link: ({ id }: PayoutView, { base }: { readonly base: string }) => `${base}/payouts/${id}`,
    acts: [{ to: "/payouts/create", verb: said.newPayout, operation: "payouts.create" } as const]
  }
  const step: Column<PayoutView> = {
    title: said.status,
    cell: (payout) => status(payout.processingStatus)
  }
  const created: Column<PayoutView> = { title: said.created, cell: (payout) => instant(payout.createdAt) }
  return [
    listScreen<PayoutView>({
      ...{ ...common, path: "/payouts", title: said.openTitle, tab: said.open, empty: said.noneOpen },
      read: ({ operations, partner }, chosen, part) =>
        operations.payouts.list(partner.id, { ...chosen, status: "PENDING" }, part),
      columns: [
        ...payoutColumns(words, id),
        step,
        { title: said.waitsFor, cell: (payout) => waitsFor(payout, words) },
        created
      ]
    }),
    listScreen<PayoutView>({
      ...{ ...common, path: "/payouts/all", title: said.allTitle, tab: said.all, empty: said.noneYet },
      choices: [{ name: "status", label: said.status, values: ["PENDING", "COMPLETED", "FAILED"] }],
      read: ({ operations, partner }, chosen, part) => operations.payouts.list(partner.id, chosen, part),
      columns: [
        ...payoutColumns(words, id),
        step,
        created,
        { title: said.completed, cell: (payout) => instant(payout.completedAt) },
        { title: said.error, cell: (payout) => text(errorOf(payout, words)), isOnlyInCsv: true },
        { title: said.note, cell: (payout) => text(payout.note), isOnlyInCsv: true }
      ]
    })
  ]
}
