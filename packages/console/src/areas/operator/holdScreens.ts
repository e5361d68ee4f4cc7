import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import type { HoldSurveyView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, amount, count, id, instant, text, word } from "../../look/Cell.ts"
import { actLink, actLinks, type Column, facts, notice, section, table } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { ticked } from "../../screen/FormField.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

type Transfer = HoldSurveyView["unknown"][number]
type Different = HoldSurveyView["different"][number]
type WaitingPayout = HoldSurveyView["waiting"][number]

const isClear = ({ different, listedCount, unknown }: HoldSurveyView): boolean =>
  listedCount !== null && unknown.length === 0 && different.length === 0

const listed = <Item>(
  title: string,
  items: ReadonlyArray<Item>,
  columns: ReadonlyArray<Column<Item>>,
  seen: Seen
): ReadonlyArray<Html> =>
  items.length === 0 ? [] : [section(title, table({ caption: title, columns, items }, seen))]

/** What both sides know, beside each other. */
const comparison = (survey: HoldSurveyView, seen: Seen): Html => {
  const { operator } = seen.words
  const moved: ReadonlyArray<
    Column<Pick<Transfer, "address" | "amount" | "network" | "payoutId" | "reference">>
  > = [
    { title: operator.reference, cell: (each) => id(each.reference) },
    { title: operator.payout, cell: (each) => id(each.payoutId) },
    { title: operator.network, cell: (each) => word(each.network) },
    { title: operator.address, cell: (each) => address(each.address) },
    // The view has both in one text.
    { title: operator.amount, cell: (each) => amount(each.amount.split(" ")[0], "USDT") },
    { title: seen.words.payouts.currency, cell: (each) => text(each.amount.split(" ")[1]) }
  ]
  const tables: ReadonlyArray<Html> = [
    ...listed(
      operator.unknownTransfers,
      survey.unknown,
      [...moved, { title: operator.madeAt, cell: (each: Transfer) => instant(each.madeAt) }],
      seen
    ),
    ...listed(
      operator.differentTransfers,
      survey.different,
      [...moved, { title: operator.differsIn, cell: (each: Different) => text(each.differences.join(", ")) }],
      seen
    ),
    ...listed(
      operator.waitingPayouts,
      survey.waiting,
      [...moved, { title: operator.created, cell: (each: WaitingPayout) => instant(each.createdAt) }],
      seen
    )
  ]
  return html`${isClear(survey) ? notice(operator.agrees, "good") : notice(operator.differs)}${facts(
    [
      [operator.comparedSince, instant(survey.listedSince)],
      survey.notListed === null
        ? [operator.listed, count(survey.listedCount)]
        : [operator.notListed, text(survey.notListed)]
    ],
    seen
  )}${tables}${survey.waiting.length === 0 ? null : html`<p class="quiet">${operator.waitingHint}</p>`}`
}

export const holdScreens = (words: Words): ReadonlyArray<Screen> => {
  const { operator } = words
  return [
    pageScreen({
      ...{ scope: "operator", path: "/hold", operation: "hold.get" },
      ...{ title: operator.holds, tab: operator.holds },
      show: (seen) =>
        Effect.map(seen.operations.hold.get(), (hold) => ({
          body:
            hold === null
              ? html`${notice(operator.noHold, "good")}${actLinks([actLink(`${seen.base}/hold/comparison`, operator.compare)])}`
              : html`${notice(operator.onHold)}${facts(
                  [
                    [operator.reason, text(hold.reason)],
                    [words.attention.since, instant(hold.since)]
                  ],
                  seen
                )}${actLinks([
                  actLink(`${seen.base}/hold/release`, operator.release, "first"),
                  actLink(`${seen.base}/hold/comparison`, operator.compare)
                ])}`
        }))
    }),
    pageScreen({
      ...{ scope: "operator", path: "/hold/comparison", operation: "hold.compare", title: operator.compared },
      show: (seen) =>
        Effect.map(seen.operations.hold.compare(), (survey) => ({ body: comparison(survey, seen) }))
    }),
    actScreen({
      ...{ scope: "operator", path: "/hold/release", operation: "hold.releaseCompared" },
      ...{ title: operator.release, verb: operator.release, said: operator.released, isFinal: true },
      about: (seen) => Effect.map(seen.operations.hold.compare(), (survey) => comparison(survey, seen)),
      fields: () => Effect.succeed([{ name: "acceptUnknown", label: operator.acceptUnknown, kind: "tick" }]),
      act: Effect.fnUntraced(function* ({ operations }, typed) {
        const isAccepted = ticked(typed, "acceptUnknown").length > 0
        const { hold, released } = yield* operations.hold.releaseCompared(isAccepted)
        if (hold !== null && !released)
          return yield* InvalidInput.of("acceptUnknown", "invalid_value", operator.notReleased)
        return { to: "/hold" }
      })
    })
  ]
}
