import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { instant, text } from "../../look/Cell.ts"
import { empty, notice, table } from "../../look/parts.ts"
import { pageScreen, type Scope, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { type Condition, conditions, type Waits } from "./conditions.ts"

/** What of one condition waits at one partner, or in the deployment. */
interface Row {
  readonly partnerId: string
  readonly since: Waits["since"]
  readonly said: string
  readonly to: string | null
}

/** More are told by their number: who has so many begins with these. */
const shownMax = 200

/** How long the figure of the navigation may be old. */
const keptMillis = 10_000
const keptMax = 1_000

/** What waits is not the same for everybody: nobody approves what they asked for. */
const keyOf = ({ partner, person }: Seen): string => `${partner.id} ${person.id}`

const readerOf = ({ ofAll, ofPartner }: Condition, seen: Seen) =>
  seen.partner.id === ""
    ? ofAll
    : ofPartner === undefined || !seen.may(ofPartner.operation)
      ? undefined
      : ofPartner.read

const earlier = (one: Waits["since"], other: Waits["since"]): Waits["since"] =>
  one === null || (other !== null && new Date(other) < new Date(one)) ? other : one

const rowsOf = (
  { mendedAt, name }: Condition,
  waiting: ReadonlyArray<Waits>,
  seen: Seen
): ReadonlyArray<Row> => {
  const together = Map.groupBy(waiting, ({ partnerId, said }) => `${partnerId} ${said ?? ""}`)
  return [...together.values()].flatMap((all): ReadonlyArray<Row> => {
    const [first] = all
    if (first === undefined) return []
    const { partnerId, said } = first
    const at = first.mendedAt === undefined ? mendedAt : first.mendedAt
    return [
      {
        partnerId,
        since: all.reduce<Waits["since"]>((since, each) => earlier(since, each.since), null),
        said: said ?? seen.words.attention.conditions[name](all.length),
        to: at === null ? null : (seen.linkTo(at, partnerId) ?? seen.linkTo(at, ""))
      }
    ]
  })
}

/** Everything that needs somebody here now. */
const look = (seen: Seen): Effect.Effect<ReadonlyArray<Row>, ScreenFailure> =>
  Effect.map(
    Effect.forEach(conditions, (condition) =>
      Effect.map(readerOf(condition, seen)?.(seen) ?? Effect.succeed([]), (waiting) =>
        rowsOf(condition, waiting, seen)
      )
    ),
    (found) => found.flat()
  )

/** What needs attention, of a partner and of all, as long as it does. */
export const attentionScreens = (words: Words): ReadonlyArray<Screen> => {
  const { attention } = words
  const kept = new Map<string, { readonly count: number; readonly until: number }>()

  const counted = Effect.fnUntraced(function* (seen: Seen) {
    const key = keyOf(seen)
    const known = kept.get(key)
    if (known !== undefined && seen.now < known.until && seen.now >= known.until - keptMillis)
      return known.count
    const count = (yield* look(seen)).length
    if (kept.size >= keptMax) kept.clear()
    kept.set(key, { count, until: seen.now + keptMillis })
    return count
  })

  const show = Effect.fnUntraced(function* (seen: Seen) {
    const rows = yield* look(seen)
    kept.delete(keyOf(seen))
    const shown = rows.slice(0, shownMax)
    const names = yield* namesOf(shown, seen)
    const partner = {
      title: attention.partner,
      cell: ({ partnerId }: Row) => text(names.get(partnerId) ?? attention.deployment)
    }
    const body =
      rows.length === 0
        ? empty(attention.nothing)
        : html`${table(
            {
              caption: attention.area,
              columns: [
                { title: attention.what, cell: ({ said }: Row) => text(said) },
                ...(seen.partner.id === "" ? [partner] : []),
                { title: attention.since, cell: ({ since }: Row) => instant(since) }
              ],
              items: shown,
              link: ({ to }) => to
            },
            seen
          )}${rows.length > shown.length ? notice(attention.more(String(rows.length - shown.length))) : null}`
    const told = rows.length === 0 ? attention.nothing : attention.told(rows.length)
    return { body, live: { shown: told, announcement: told } }
  })

  return (["partner", "operator"] satisfies ReadonlyArray<Scope>).map((scope) =>
    pageScreen({
      ...{ scope, path: "/attention", operation: null },
      ...{ title: attention.area, tab: attention.area, show, waiting: counted }
    })
  )
}

const namesOf = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>, seen: Seen) {
  const names = new Map<string, string>()
  if (seen.partner.id !== "") return names
  for (const id of new Set(rows.map(({ partnerId }) => partnerId)))
    if (id !== "") names.set(id, (yield* seen.operations.partners.get(id)).name)
  return names
})
