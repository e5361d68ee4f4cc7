import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import type { HoldSurveyView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, amount, count, id, instant, text, word } from "../../look/Cell.ts"
import {
  actLink,
  actLinks,
  type Column,
  type Fact,
  facts,
  notice,
  quiet,
  tableSection
} from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { ticked } from "../../screen/FormField.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"

type Transfer = HoldSurveyView["unknown"][number]
type Moved = Pick<Transfer, "address" | "amount" | "network" | "payoutId" | "reference">

const isClear = ({ different, listedCount, unknown }: HoldSurveyView): boolean =>
  listedCount !== null && unknown.length === 0 && different.length === 0

/** What both sides know, beside each other. */
const comparison = (survey: HoldSurveyView, seen: Seen): Html => {
  const { operator: said, payouts } = seen.words
  const moved: ReadonlyArray<Column<Moved>> = [
    { title: said.reference, cell: (each) => id(each.reference) },
    { title: said.payout, cell: (each) => id(each.payoutId) },
    { title: said.network, cell: (each) => word(each.network) },
    { title: said.address, cell: (each) => address(each.address) },
    // The view has both in one text.
    { title: said.amount, cell: (each) => amount(each.amount.split(" ")[0], "USDT") },
    { title: payouts.currency, cell: (each) => text(each.amount.split(" ")[1]) }
  ]
  const listed = <Item extends Moved>(caption: string, items: ReadonlyArray<Item>, last: Column<Item>) =>
    tableSection(seen, { caption, items, columns: [...moved, last] })
  const told: ReadonlyArray<Fact> = [
    [said.comparedSince, instant(survey.listedSince)],
    survey.notListed === null
      ? [said.listed, count(survey.listedCount)]
      : [said.notListed, text(survey.notListed)]
  ]
  return html`${isClear(survey) ? notice(said.agrees, "good") : notice(said.differs)}${facts(seen, told)}
${listed(said.unknownTransfers, survey.unknown, { title: said.madeAt, cell: ({ madeAt }) => instant(madeAt) })}
${listed(said.differentTransfers, survey.different, { title: said.differsIn, cell: ({ differences }) => text(differences.join(", ")) })}
${listed(said.waitingPayouts, survey.waiting, { title: said.created, cell: ({ createdAt }) => instant(createdAt) })}
${survey.waiting.length === 0 ? null : quiet(said.waitingHint)}`
}

export const holdScreens = screensOf("operator", (said, words) => {
  const compared = (seen: Seen) =>
    Effect.map(seen.operations.hold.compare(), (survey) => comparison(survey, seen))
  return [
    pageScreen({
      ...{ scope: "operator", path: "/hold", operation: "hold.get", title: said.holds, tab: said.holds },
      show: (seen) =>
        Effect.map(seen.operations.hold.get(), (hold) => {
          const compare = actLink(`${seen.base}/hold/comparison`, said.compare)
          if (hold === null) return { body: html`${notice(said.noHold, "good")}${actLinks([compare])}` }
          const told: ReadonlyArray<Fact> = [
            [said.reason, text(hold.reason)],
            [words.attention.since, instant(hold.since)]
          ]
          const release = actLink(`${seen.base}/hold/release`, said.release, "first")
          return { body: html`${notice(said.onHold)}${facts(seen, told)}${actLinks([release, compare])}` }
        })
    }),
    pageScreen({
      ...{ scope: "operator", path: "/hold/comparison", operation: "hold.compare", title: said.compared },
      show: (seen) => Effect.map(compared(seen), (body) => ({ body }))
    }),
    actScreen({
      ...{ scope: "operator", path: "/hold/release", operation: "hold.releaseCompared", about: compared },
      ...{ title: said.release, verb: said.release, said: said.released, isFinal: true },
      fields: [{ name: "acceptUnknown", label: said.acceptUnknown, kind: "tick" }],
      act: Effect.fnUntraced(function* ({ operations }, typed) {
        const isAccepted = ticked(typed, "acceptUnknown").length > 0
        const { hold, released } = yield* operations.hold.releaseCompared(isAccepted)
        if (hold !== null && !released)
          return yield* InvalidInput.of("acceptUnknown", "invalid_value", said.notReleased)
        return { to: "/hold" }
      })
    })
  ]
})
