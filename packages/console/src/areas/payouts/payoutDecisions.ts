import { type Html, html } from "@quittance/adapters-http/pages"
import { decidePayout, type PayoutDecision, payoutDecisions } from "@quittance/adapters-signin"
import type { ApprovalStandingView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, text } from "../../look/Cell.ts"
import { moneyText } from "../../look/money.ts"
import { actLink, facts, notice } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { textTyped } from "../../screen/FormField.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { approvalActors, approvalFacts, errorOf, moneyFacts } from "./payoutWords.ts"

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
export const decisionLinks = (
  { base, may, words }: Seen,
  id: string,
  standing: ApprovalStandingView | null
): ReadonlyArray<Html> =>
  standing === null
    ? []
    : payoutDecisions
        .filter((decision) => may(`payouts.${decision}`) && isFor[decision](standing))
        .map((decision) =>
          actLink(
            `${base}/payouts/${id}/${decision}`,
            words.payouts[decision],
            decision === "approve" ? "first" : "second"
          )
        )

const decisionScreen = (words: Words, decision: PayoutDecision): Screen => {
  const { payouts: said } = words
  const texts = said.decisions[decision]
  return actScreen({
    ...{ scope: "partner", path: `/payouts/{id}/${decision}`, operation: `payouts.${decision}` },
    ...{ title: texts.title, said: texts.said, isFinal: true },
    // The amount is of what the person saw, so it is of the form.
    fields: ({ operations, parameters: { id = "" }, partner }) =>
      Effect.map(operations.payouts.get(partner.id, id), ({ amount, currency }) => [
        { name: "amount", label: said.amount, kind: "hidden", value: moneyText(amount, currency) }
      ]),
    verb: (typed) => texts.verb(textTyped(typed, "amount") ?? ""),
    about: Effect.fnUntraced(function* (seen: Seen) {
      const { operations, parameters, partner } = seen
      const { id = "" } = parameters
      const payout = yield* operations.payouts.get(partner.id, id)
      const standing = yield* operations.payouts.standing(partner.id, id)
      const nameOf = yield* actorNames(seen, approvalActors(payout, standing))
      const all = [
        ...moneyFacts(payout, words),
        [said.payout, address(id)] as const,
        [said.madeBy, text(payout.createdBy === null ? null : nameOf(payout.createdBy))] as const,
        ...approvalFacts(payout, standing, nameOf, words),
        [said.follows, text(texts.follows)] as const
      ]
      const ended = notice([said.notWaiting, errorOf(payout, words) ?? said.wentOn].join(" "))
      return html`${standing === null ? ended : null}${facts(all, seen)}`
    }),
    act: ({ isAgain, operations, parameters: { id = "" }, partner }) =>
      Effect.as(decidePayout(operations.payouts, decision, partner.id, id, isAgain), { to: `/payouts/${id}` })
  })
}

export const decisionScreens = (words: Words): ReadonlyArray<Screen> =>
  payoutDecisions.map((decision) => decisionScreen(words, decision))
