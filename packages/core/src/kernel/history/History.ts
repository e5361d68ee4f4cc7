import { Schema } from "effect"
import { actorShown } from "../actor/Actor.ts"
import { moment } from "../concept/wire.ts"
import { component } from "../description/component.ts"
import { instantView } from "../money/Money.ts"
import type { StoredEvent } from "../ports/EventReader.ts"
import { Facts } from "./Facts.ts"

/**
 * What became of a record, and who caused it, told from its stored events. Each concept declares beside itself what is
 * told of which event. Histories contain no personal data, because events are kept for ever and a redaction does not
 * change them; what is told of personal things comes from the record itself, or not at all.
 */

/** How many events of a record its history tells, the newest. */
export const historyEventsMax = 1_000

/** The fields of details: each is plain JSON. */
type DetailFields = { readonly [name in PropertyKey]: Schema.Codec<unknown, unknown> }

/** What is told of one type of event. `State` is the record as it is now. */
export interface Told<State> {
  /** The name of the webhook event that tells of it; otherwise words in `snake_case`. */
  readonly type: string
  readonly meaning: string
  readonly details: Schema.Struct<DetailFields>
  readonly detailsOf: (facts: Facts, state: State) => object
}

/** Declares what is told of an event; `detailsOf` may be left out if that is nothing. */
export const told = <const Fields extends DetailFields, State>(
  type: string,
  meaning: string,
  fields: Fields,
  detailsOf: (facts: Facts, state: State) => Schema.Struct<Fields>["Type"]
): Told<State> => ({ type, meaning, details: Schema.Struct(fields), detailsOf })

/** The same for an event of which nothing is told but that it happened. */
export const toldAlone = (type: string, meaning: string): Told<unknown> => told(type, meaning, {}, () => ({}))

/** Every type of event of a concept is told, or is deliberately not: `null`. */
export type HistoryOf<Tag extends string, State> = { readonly [T in Tag]: Told<State> | null }

/** The same, whatever is told. */
export interface AnyHistory<State> {
  readonly [tag: string]: Told<State> | null
}

export interface HistoryEntry {
  readonly at: string
  readonly type: string
  readonly actor: string
  readonly details: object
}

export interface HistoryView {
  /** The oldest first. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** Whether there are older events, which are not told. */
  readonly olderOmitted: boolean
}

const Actor = Schema.String.annotate({
  description:
    "Who caused it: `key:ID`, `user:ID`, `operator`, `provider:NAME`, `customer` (a person at a hosted page), `system`; `unknown` for what happened before this was recorded.",
  examples: ["key:key_019bc1a85d2e7b3c9f104a6b8c2d7e91"]
})

/** The answer of an operation that reads this history; `name` is that of the record. */
export const historyViewOf = (history: AnyHistory<never>, name: string) => {
  const entries = toldIn(history).map(({ details, meaning, type }) => {
    const entry = entryName(name, type)
    const hasNone = Object.keys(details.fields).length === 0
    const described = hasNone
      ? component("NoDetails", "Nothing more is told.")
      : component(`${entry}Details`, "What more is told.")
    return Schema.Struct({
      at: moment("When it was."),
      type: Schema.Literal(type).annotate({ description: "What happened." }),
      actor: Actor,
      details: details.annotate(described)
    }).annotate(component(entry, meaning))
  })
  const one = Schema.Union(entries).annotate(
    component(`${name}HistoryEntry`, "Something that happened; which it was says its `type`.")
  )
  return Schema.Struct({
    history: Schema.Array(one).annotate({ description: "The oldest first." }),
    olderOmitted: Schema.Boolean.annotate({
      description: `Whether there are older events, which are not told: the newest ${historyEventsMax} are.`,
      examples: [false]
    })
  }).annotate(component(`${name}History`, "What became of a record, and who caused it."))
}

/** `Payout` and `payout.late_settlement` → `PayoutLateSettlementEntry`: without what the type repeats of the name. */
const entryName = (name: string, type: string): string => {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const repeated = words
    .map((_, index) => words.slice(0, words.length - index).join(""))
    .find((start) => name.endsWith(start))
  return `${name}${words.join("").slice(repeated?.length ?? 0)}Entry`
}

/** What a history tells, in the order of its declaration; several events may be told alike. */
export const toldIn = <State>(history: AnyHistory<State>): ReadonlyArray<Told<State>> => {
  const byType = new Map<string, Told<State>>()
  for (const each of Object.values(history))
    if (each !== null && !byType.has(each.type)) byType.set(each.type, each)
  return [...byType.values()]
}

/** The entry of an event, if it is told. */
export const historyEntry = <State>(
  history: AnyHistory<State>,
  { at, actor, data, type }: Pick<StoredEvent, "at" | "actor" | "data" | "type">,
  state: State,
  to: "partner" | "operator"
): ReadonlyArray<HistoryEntry> => {
  const entry = Object.hasOwn(history, type) ? history[type] : undefined
  if (entry === undefined || entry === null) return []
  return [
    {
      at: instantView(at),
      type: entry.type,
      actor: actorShown(actor, to),
      details: entry.detailsOf(Facts.of({ data }), state)
    }
  ]
}
