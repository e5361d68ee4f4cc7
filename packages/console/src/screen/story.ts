import { type Html, html } from "@quittance/adapters-http/pages"
import type { WebhookDeliveryView } from "@quittance/core"
import { Effect } from "effect"
import type { Cell } from "../look/Cell.ts"
import { type Fact, notice, section, type TimelineEntry, timeline } from "../look/parts.ts"
import { statusBadge } from "../look/status.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"

/** What became of a record: its history, and the deliveries that told of it, in one order. */

interface HistoryEntry {
  readonly at: string
  readonly type: string
  readonly actor: string
  readonly details: object
}

interface Details {
  readonly [name: string]: unknown
}

export interface History {
  readonly history: ReadonlyArray<HistoryEntry>
  readonly olderOmitted: boolean
}

/** How an area tells its events. */
export interface Telling {
  /** By type; other types are told as they are called. */
  readonly titles: { readonly [type: string]: string }
  /** What is told of its details, by their names: what each is called, and how it is shown. Others are not. */
  readonly details: {
    readonly [name: string]: readonly [term: string, cell: (value: string, others: Details) => Cell]
  }
}

/** What is false, empty or not known any more is not told. */
const detailsOf = (others: Details, { details }: Telling): ReadonlyArray<Fact> =>
  Object.entries(others).flatMap(([name, value]): ReadonlyArray<Fact> => {
    const [term, cell] = details[name] ?? []
    const told = value === null || value === false ? "" : String(value)
    return term === undefined || cell === undefined || told === "" ? [] : [[term, cell(told, others)]]
  })

/** Where the page of a delivery is. */
export const deliveryPath = ({ base }: Seen, id: string): string => `${base}/deliveries/${id}`

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const titleOfDelivery = (delivery: WebhookDeliveryView, seen: Seen): Html => {
  const said = seen.words.frame.toldReceiver(delivery.event, hostOf(delivery.url))
  const told = seen.may("webhooks.delivery")
    ? html`<a href="${deliveryPath(seen, delivery.id)}">${said}</a>`
    : html`${said}`
  return html`${told} ${statusBadge(delivery.status, seen)}`
}

const deliveryEntry = (delivery: WebhookDeliveryView, seen: Seen): TimelineEntry => {
  const { attempt, error, responseCode } = delivery
  const answer = error ?? seen.words.frame.deliveryAnswer(attempt, responseCode)
  return {
    at: delivery.createdAt,
    title: titleOfDelivery(delivery, seen),
    actor: attempt === 0 ? null : answer
  }
}

/** The name of an actor, as somebody may know it; of nobody, none. */
export type ActorNamed = (actor: string | null) => string

/** Actors in words: people and keys by their names, for those who may know them. */
export const actorNames = Effect.fnUntraced(function* (seen: Seen, actors: ReadonlyArray<string | null>) {
  const { operations, partner, words } = seen
  const names: { readonly [actor: string]: string } = seen.may("actors.named")
    ? yield* operations.actors.named(
        partner.id,
        actors.filter((actor) => actor !== null)
      )
    : {}
  return (actor: string | null): string => {
    if (actor === null) return ""
    const [kind = "", ...rest] = actor.split(":")
    return words.frame.actor(kind, names[actor] ?? rest.join(":"))
  }
})

/** The timeline of a record that webhooks may have told of: the right side of its page. */
export const storyOf = Effect.fnUntraced(function* (
  seen: Seen,
  { history, olderOmitted }: History,
  telling: Telling,
  subjectId: string
): Effect.fn.Return<{ readonly length: number; readonly shown: Html }, ScreenFailure> {
  const nameOf = yield* actorNames(
    seen,
    history.map(({ actor }) => actor)
  )
  const deliveries = seen.may("webhooks.about")
    ? yield* seen.operations.webhooks.about(seen.partner.id, subjectId)
    : []
  const entries: ReadonlyArray<TimelineEntry> = [
    ...history.map((entry) => ({
      at: entry.at,
      title: telling.titles[entry.type] ?? entry.type,
      actor: nameOf(entry.actor),
      details: detailsOf({ ...entry.details }, telling)
    })),
    ...deliveries.toReversed().map((delivery) => deliveryEntry(delivery, seen))
  ]
  const sorted = entries.toSorted((one, other) => millisOf(one) - millisOf(other))
  const { history: title, olderOmitted: omitted } = seen.words.frame
  const note = olderOmitted ? notice(omitted) : null
  return { length: entries.length, shown: section(title, html`${note}${timeline(seen, sorted)}`) }
})

const millisOf = ({ at }: TimelineEntry): number => (typeof at === "number" ? at : Date.parse(at))
