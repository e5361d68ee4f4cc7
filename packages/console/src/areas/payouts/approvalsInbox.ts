import { html } from "@quittance/adapters-http/pages"
import type { AwaitingPayoutView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Cell, instant, text } from "../../look/Cell.ts"
import { actLinks, type Column, empty, notice, table } from "../../look/parts.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { decisionLinks } from "./payoutDecisions.ts"
import { payoutColumns } from "./payoutWords.ts"

/** Payouts that wait for approvals: first those that wait for whoever looks. */
export const approvalsInbox = (words: Words): Screen => {
  const { payouts: said } = words
  const missing = ({ approval, standing }: AwaitingPayoutView): Cell => ({
    shown: (look) =>
      html`${said.missingNow(standing.missing)} <small class="quiet">${said.expires} ${instant(approval?.expiresAt).shown(look)}</small>`,
    csv: () => standing.missing
  })
  const columns = (nameOf: (actor: string) => string): ReadonlyArray<Column<AwaitingPayoutView>> => [
    ...payoutColumns(words),
    { title: said.madeBy, cell: ({ createdBy }) => text(createdBy === null ? null : nameOf(createdBy)) },
    { title: said.missing, cell: missing }
  ]
  return pageScreen({
    ...{ scope: "partner", path: "/payouts/approvals", operation: "payouts.awaiting" },
    ...{ title: said.approvalsTitle, tab: said.approvalsTab },
    show: Effect.fnUntraced(function* (seen: Seen) {
      const { base, operations, partner } = seen
      const { hasMore, items } = yield* operations.payouts.awaiting(partner.id)
      const live = {
        shown: items.map(({ id, standing }) => `${id} ${standing.missing} ${standing.say}`).join(),
        announcement: said.approvalsTitle
      }
      if (items.length === 0) return { body: empty(said.noneWaits), live }
      const nameOf = yield* actorNames(
        seen,
        items.flatMap(({ createdBy }) => createdBy ?? [])
      )
      const mine = (item: AwaitingPayoutView) => (item.standing.say === "open" ? 0 : 1)
      const sorted = items.toSorted((one, other) => mine(one) - mine(other))
      return {
        body: html`${hasMore ? notice(said.moreWait) : null}${table(
          {
            ...{ caption: said.approvalsTitle, columns: columns(nameOf), items: sorted },
            link: ({ id }) => `${base}/payouts/${id}`,
            more: ({ id, standing }) =>
              html`${standing.say === "open" ? null : html`<p class="quiet">${said.says[standing.say]}</p>`}${actLinks(decisionLinks(seen, id, standing))}`
          },
          seen
        )}`,
        live
      }
    })
  })
}
