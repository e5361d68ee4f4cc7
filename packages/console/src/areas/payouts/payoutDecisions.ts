import { type Html, html } from "@quittance/adapters-http/pages"
import { decidePayout, type PayoutDecision, payoutDecisions } from "@quittance/adapters-signin"
import type { ApprovalStandingView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, text } from "../../look/Cell.ts"
import { moneyText } from "../../look/money.ts"
import { actLinks, facts, notice } from "../../look/parts.ts"
import { actFor, actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { errorOf, moneyFacts, payoutSeen } from "./payoutWords.ts"

/** What people decide about payouts that wait for approvals: each on a page that repeats the payout. */

/** Whose decision it is. An owner or finance person who may not is told why on the page, and by the machine. */
const isFor: {
  readonly [D in PayoutDecision]: (standing: ApprovalStandingView) => boolean
} = {
  approve: ({ say }) => say === "open",
  decline: ({ say }) => say === "open" || say === "given",
  withdraw: ({ isMaker }) => isMaker
}

/** The ways to the decisions that somebody can make about a payout. */
export const decisionLinks = (seen: Seen, id: string, standing: ApprovalStandingView | null): Html | null =>
  actLinks(
    payoutDecisions.map((decision) =>
      standing !== null && isFor[decision](standing)
        ? actFor(
            seen,
            `payouts.${decision}`,
            `/payouts/${id}/${decision}`,
            seen.words.payouts[decision],
            decision === "approve" ? "first" : "second"
          )
        : null
    )
  )

export const decisionScreens = screensOf("payouts", (said, { frame }) =>
  payoutDecisions.map((decision) => {
    const { follows, title, verb, ...texts } = said.decisions[decision]
    return actScreen({
      ...{ path: `/payouts/{id}/${decision}`, operation: `payouts.${decision}`, title },
      ...{ ...texts, isFinal: true },
      // The amount is of what the person saw, so it is of the form.
      fields: ({ id, operations, partner }) =>
        Effect.map(operations.payouts.get(partner.id, id), ({ amount, currency }) => [
          { name: "amount", label: said.amount, kind: "hidden", value: moneyText(amount, currency) }
        ]),
      verb: (typed) => verb(textTyped(typed, "amount") ?? ""),
      about: (seen) =>
        Effect.map(payoutSeen(seen), ({ approvals, maker, payout, standing }) => {
          const told = [
            ...moneyFacts(payout, said),
            [said.payout, address(payout.id)] as const,
            [said.madeBy, maker] as const,
            ...approvals,
            [frame.follows, text(follows)] as const
          ]
          const ended = notice(`${said.notWaiting} ${errorOf(payout, said) ?? said.wentOn}`)
          return html`${standing === null ? ended : null}${facts(seen, told)}`
        }),
      call: ({ id, isAgain, operations, partner }) =>
        decidePayout(operations.payouts, decision, partner.id, id, isAgain),
      to: "/payouts/{id}"
    })
  })
)
