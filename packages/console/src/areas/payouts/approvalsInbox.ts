import { html } from "@quittance/adapters-http/pages"
import type { AwaitingPayoutView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { text } from "../../look/Cell.ts"
import { type Column, empty, notice, quiet, table } from "../../look/parts.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import { type ActorNamed, actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { decisionLinks } from "./payoutDecisions.ts"
import { payoutColumns, withExpiry } from "./payoutWords.ts"

const columnsOf = (said: Words["payouts"], nameOf: ActorNamed): ReadonlyArray<Column<AwaitingPayoutView>> => [
  ...payoutColumns(said),
  { title: said.madeBy, cell: ({ createdBy }) => text(nameOf(createdBy)) },
  {
    title: said.missing,
    cell: (payout) => withExpiry(said.missingNow(payout.standing.missing), payout, said)
  }
]

/** First those that wait for whoever looks. */
const mineFirst = (one: AwaitingPayoutView, other: AwaitingPayoutView): number =>
  Number(other.standing.say === "open") - Number(one.standing.say === "open")

/** Payouts that wait for approvals. */
export const approvalsInbox = screensOf("payouts", (said) => [
  pageScreen({
    ...{ path: "/payouts/approvals", operation: "payouts.awaiting", ...said.pages.approvals },
    show: Effect.fnUntraced(function* (seen) {
      const { base, operations, partner } = seen
      const { hasMore, items } = yield* operations.payouts.awaiting(partner.id)
      const nameOf = yield* actorNames(
        seen,
        items.map(({ createdBy }) => createdBy)
      )
      const waiting = table(seen, {
        ...{
          caption: said.pages.approvals.title,
          columns: columnsOf(said, nameOf),
          none: empty(said.noneWaits)
        },
        items: items.toSorted(mineFirst),
        link: ({ id }) => `${base}/payouts/${id}`,
        more: ({ id, standing }) =>
          html`${standing.say === "open" ? null : quiet(said.says[standing.say])}${decisionLinks(seen, id, standing)}`
      })
      return {
        body: html`${hasMore ? notice(said.moreWait) : null}${waiting}`,
        live: {
          shown: items.map(({ id, standing }) => `${id} ${standing.missing} ${standing.say}`).join(),
          announcement: said.pages.approvals.title
        }
      }
    })
  })
])
