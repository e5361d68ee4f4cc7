import { html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { instant, text } from "../../look/Cell.ts"
import type { ShownInstant } from "../../look/instant.ts"
import { empty, notice, table } from "../../look/parts.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { type Condition, conditions, type Waits } from "./conditions.ts"
import { firstSteps } from "./firstSteps.ts"

/** What of one condition waits at one partner, or in the deployment. */
interface Row {
  readonly partnerId: string
  readonly since: ShownInstant | null
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

const readFor = ({ ofAll, ofPartner }: Condition, seen: Seen) => {
  if (seen.partner.id === "") return ofAll
  const [operation, read] = ofPartner ?? []
  return operation !== undefined && seen.may(operation) ? read : undefined
}

const rowsOf = (condition: Condition, waiting: ReadonlyArray<Waits>, seen: Seen): ReadonlyArray<Row> => {
  const together = Map.groupBy(waiting, ({ partnerId, said }) => `${partnerId} ${said ?? ""}`)
  return [...together.values()].flatMap((all) => {
    const [since = null] = all
      .flatMap((each) => each.since ?? [])
      .toSorted((one, other) => Number(new Date(one)) - Number(new Date(other)))
    return all.slice(0, 1).map(({ mendedAt = condition.mendedAt, partnerId = seen.partner.id, said }) => ({
      ...{ partnerId, since },
      said: said ?? seen.words.attention.conditions[condition.name](all.length),
      to: mendedAt && (seen.linkTo(mendedAt, partnerId) ?? seen.linkTo(mendedAt, ""))
    }))
  })
}

/** Everything that needs somebody here now. */
const look = Effect.fnUntraced(function* (seen: Seen) {
  const found = yield* Effect.forEach(conditions, (condition) =>
    Effect.map(readFor(condition, seen)?.(seen) ?? Effect.succeed([]), (waiting) =>
      rowsOf(condition, waiting, seen)
    )
  )
  return found.flat()
})

/** The partners of rows by their names, for whoever looks at all. */
const namesOf = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>, { operations, partner }: Seen) {
  const ids = partner.id === "" ? new Set(rows.map(({ partnerId }) => partnerId)) : new Set<string>()
  ids.delete("")
  return new Map(
    yield* Effect.forEach(ids, (id) =>
      Effect.map(operations.partners.get(id), ({ name }) => [id, name] as const)
    )
  )
})

/** What needs attention, of a partner and of all, as long as it does. */
export const attentionScreens = screensOf("attention", (said) => {
  const kept = new Map<string, { readonly count: number; readonly until: number }>()

  const waiting = Effect.fnUntraced(function* (seen: Seen) {
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
    const items = rows.slice(0, shownMax)
    const names = yield* namesOf(items, seen)
    const partner = {
      title: said.partner,
      cell: ({ partnerId }: Row) => text(names.get(partnerId) ?? said.deployment)
    }
    const steps = rows.length === 0 ? yield* firstSteps(seen) : null
    const listed = table(seen, {
      caption: said.area,
      columns: [
        { title: said.what, cell: (row: Row) => text(row.said) },
        ...(seen.partner.id === "" ? [partner] : []),
        { title: said.since, cell: ({ since }: Row) => instant(since) }
      ],
      items,
      link: ({ to }) => to,
      none: steps === null ? empty(said.nothing) : empty(said.begin, steps)
    })
    const left = rows.length - items.length
    const told = rows.length === 0 ? said.nothing : said.told(rows.length)
    return {
      body: html`${listed}${left > 0 ? notice(said.more(String(left))) : null}`,
      live: { shown: told, announcement: told }
    }
  })

  return (["partner", "operator"] as const).map((scope) =>
    pageScreen({
      ...{ scope, path: "/attention", operation: null, title: said.area, tab: said.area },
      ...{ show, waiting }
    })
  )
})
