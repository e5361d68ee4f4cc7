import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { InvalidCursor, type OperationName } from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { actLink, actLinks, type Column, chooser, empty, table } from "../look/parts.ts"
import { statusWord } from "../look/status.ts"
import { csvFile } from "./csvFile.ts"
import { dayFields, daysAsked } from "./days.ts"
import { type FormField, optionsOf } from "./FormField.ts"
import { type OfSeen, pieceFor, type Told, toldHtml } from "./OfSeen.ts"
import type { Screen, ScreenHead } from "./Screen.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"

/** A part of a list. */
interface Part<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number | null
  readonly nextCursor: string | null
}

type PartAsked =
  | { readonly page: number; readonly limit: number }
  | { readonly cursor: string; readonly limit: number }

/** What may be chosen of a list: one of some values, each with how it is called where that is not a status. */
export interface ListChoice {
  readonly name: string
  readonly label: string
  readonly values: NonNullable<FormField["options"]>
}

type Choices = ReadonlyArray<ListChoice>

/** What was chosen: texts by the names of the choices, and a range of instants. */
export interface Chosen {
  readonly [name: string]: string | number
}

interface ListDefinition<Item> extends ScreenHead {
  readonly operation: OperationName
  /**
   * Reads a part, or everything where that is all that is kept of it. Stands before the columns in a record, so that
   * these know what an item is.
   */
  readonly read: (
    seen: Seen,
    chosen: Chosen,
    part: PartAsked
  ) => Effect.Effect<Part<Item> | ReadonlyArray<Item>, ScreenFailure>
  readonly columns: ReadonlyArray<Column<Item>>
  readonly choices?: OfSeen<ReadonlyArray<ListChoice>>
  /** What is sought among the items, where a text may be typed; `q` is then in what was chosen. */
  readonly sought?: string
  /** Whether days can be chosen; `from` and `to` are then instants in what was chosen. */
  readonly hasDays?: true
  readonly link?: (item: Item, seen: Seen) => string | null
  /** Above the list. */
  readonly above?: OfSeen<Told>
  /** What is said where there is nothing, and what leads to the first. */
  readonly empty: string
  /** Acts on the whole, each for those who may do it: the first is the way to the first item. */
  readonly acts?: ReadonlyArray<{
    readonly to: string
    readonly verb: string
    readonly operation: OperationName
  }>
}

const isAll = <Item>(found: Part<Item> | ReadonlyArray<Item>): found is ReadonlyArray<Item> =>
  Array.isArray(found)

/** A part of a list; of one that is read whole, a cursor is how many come before. */
const partOf = Effect.fnUntraced(function* <Item>(
  { read }: ListDefinition<Item>,
  seen: Seen,
  chosen: Chosen,
  asked: PartAsked
): Effect.fn.Return<Part<Item>, ScreenFailure> {
  const found = yield* read(seen, chosen, asked)
  if (!isAll(found)) return found
  const from = "cursor" in asked ? asked.cursor : "0"
  if (!/^\d{1,6}$/.test(from)) return yield* new InvalidCursor({ fault: "malformed" })
  const end = Number(from) + asked.limit
  return {
    ...{ items: found.slice(Number(from), end), total: found.length },
    nextCursor: end < found.length ? String(end) : null
  }
})

const shownAtOnce = 25
const exportedAtOnce = 250

const chosenOf = Effect.fnUntraced(function* <Item>(
  { hasDays, sought }: ListDefinition<Item>,
  choices: Choices,
  seen: Seen
) {
  const chosen: { [name: string]: string | number } = {}
  for (const { name, values: options } of choices) {
    const value = seen.query.get(name) ?? ""
    if (value === "") continue
    const values = optionsOf({ options }).map(([each]) => each)
    if (!values.includes(value))
      return yield* InvalidInput.of(name, "invalid_value", `must be one of ${values.join(", ")}`)
    chosen[name] = value
  }
  const q = seen.query.get("q")?.trim() ?? ""
  if (sought !== undefined && q !== "") chosen.q = q
  return hasDays === true ? { ...chosen, ...(yield* daysAsked(seen)) } : chosen
})

/** A list of an operation: its columns say what a page and a CSV file tell of an item. */
export const listScreen = <Item>(definition: ListDefinition<Item>): Screen => {
  const { acts = [], columns, title } = definition

  const choicesFor = (seen: Seen) => pieceFor(definition.choices ?? [], seen)

  const show = Effect.fnUntraced(function* (seen: Seen) {
    const choices = yield* choicesFor(seen)
    const chosen = yield* chosenOf(definition, choices, seen)
    const cursor = seen.query.get("cursor")
    const at = cursor === null ? { page: 1 } : { cursor }
    const part = yield* partOf(definition, seen, chosen, { ...at, limit: shownAtOnce })
    const above = toldHtml(yield* pieceFor(definition.above ?? [], seen), seen)
    const mine = acts.filter((act) => seen.may(act.operation))
    const links = mine.map(({ to, verb }, index) =>
      actLink(`${seen.base}${to}`, verb, index === 0 ? "first" : "second")
    )
    return {
      body: html`${above}${actLinks(links)}${filterForm(definition, choices, seen)}${
        part.items.length > 0
          ? html`${total(part, seen)}${table(seen, {
              caption: title,
              ...{ columns, items: part.items },
              link: (item) => definition.link?.(item, seen) ?? null
            })}${pager(part, seen)}`
          : nothingHere(definition, seen)
      }`
    }
  })

  /** What cannot be read at all is refused before anything of the file is sent. */
  const csv = Effect.fnUntraced(function* (seen: Seen) {
    const chosen = yield* chosenOf(definition, yield* choicesFor(seen), seen)
    const first = yield* partOf(definition, seen, chosen, { page: 1, limit: exportedAtOnce })
    const rows = Stream.paginate<Part<Item>, Item, ScreenFailure>(first, ({ items, nextCursor }) =>
      nextCursor === null
        ? Effect.succeed([items, Option.none()])
        : Effect.map(
            partOf(definition, seen, chosen, { cursor: nextCursor, limit: exportedAtOnce }),
            (next) => [items, Option.some(next)]
          )
    )
    return csvFile(columns, rows, seen)
  })

  return { scope: "partner", ...definition, kind: "list", show, csv }
}

/** The query of this list with others of its fields. */
const queryWith = ({ query }: Seen, changes: { readonly [name: string]: string }): string => {
  const kept = new URLSearchParams(query)
  kept.delete("cursor")
  kept.delete("done")
  for (const [name, value] of Object.entries(changes)) kept.set(name, value)
  const text = kept.toString()
  return text === "" ? "" : `?${text}`
}

const filterForm = <Item>(
  { hasDays, sought }: ListDefinition<Item>,
  choices: Choices,
  seen: Seen
): Html | null => {
  if (choices.length === 0 && hasDays !== true && sought === undefined) return null
  const { query, words } = seen
  const select = ({ label, name, values }: ListChoice) => {
    const all = values.map((each) =>
      typeof each === "string" ? ([each, statusWord(each, seen)] as const) : each
    )
    return chooser(name, label, [["", words.frame.allOf], ...all], query.get(name))
  }
  const text =
    sought === undefined
      ? null
      : html`<label>${sought} <input name="q" value="${query.get("q") ?? ""}" maxlength="255"></label>`
  const days = hasDays === true ? dayFields(seen) : []
  return html`<form class="filter" method="get" action="${seen.path}">${choices.map(select)}${days}${text}<button class="second">${words.frame.filter}</button></form>`
}

const total = (part: Part<unknown>, { words }: Seen): Html | null =>
  part.total === null
    ? null
    : html`<p class="quiet">${words.frame.total(part.total.toLocaleString("en"))}</p>`

const pager = ({ nextCursor }: Part<unknown>, seen: Seen): Html => {
  const { path, query, words } = seen
  const newest = query.has("cursor")
    ? html`<a href="${path}${queryWith(seen, {})}">${words.frame.newest}</a>`
    : null
  const older =
    nextCursor === null
      ? null
      : html`<a href="${path}${queryWith(seen, { cursor: nextCursor })}" rel="next">${words.frame.older}</a>`
  return html`<p class="pager">${newest}${older}<a href="${path}.csv${queryWith(seen, {})}" download>${words.frame.exportCsv}</a></p>`
}

/** A filter that nothing matches stays, so that it can be changed. */
const nothingHere = <Item>(definition: ListDefinition<Item>, seen: Seen): Html =>
  [...seen.query].some(([name, value]) => value !== "" && name !== "cursor" && name !== "done")
    ? empty(seen.words.frame.noMatch, actLink(seen.path, seen.words.frame.clearFilter))
    : empty(definition.empty)
