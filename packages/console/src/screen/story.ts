import { type Html, html } from "@quittance/adapters-http/pages"
import type { WebhookDeliveryView } from "@quittance/core"
import { Effect } from "effect"
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

export interface Told {
  readonly history: ReadonlyArray<HistoryEntry>
  readonly olderOmitted: boolean
}

/** How an area tells its events. */
export interface Telling {
  /** By type; other types are told as they are called. */
  readonly titles: { readonly [type: string]: string }
  readonly detailsOf: (entry: HistoryEntry) => ReadonlyArray<Fact>
}

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

/** Actors in words: people and keys by their names, for those who may know them. */
export const actorNames = Effect.fnUntraced(function* (seen: Seen, actors: ReadonlyArray<string>) {
  const { operations, partner, words } = seen
  const names: { readonly [actor: string]: string } = seen.may("actors.named")
    ? yield* operations.actors.named(partner.id, actors)
    : {}
  return (actor: string): string => {
    const [kind = "", ...rest] = actor.split(":")
    return words.frame.actor(kind, names[actor] ?? rest.join(":"))
  }
})

interface Story {
  /** The oldest first. */
  readonly entries: ReadonlyArray<TimelineEntry>
  readonly note: string | null
}

/** The timeline of a record that webhooks may have told of. */
export const storyOf = Effect.fnUntraced(function* (
  seen: Seen,
  { history, olderOmitted }: Told,
  { detailsOf, titles }: Telling,
  subjectId: string
): Effect.fn.Return<Story, ScreenFailure> {
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
      title: titles[entry.type] ?? entry.type,
      actor: nameOf(entry.actor),
      details: detailsOf(entry)
    })),
    ...deliveries.toReversed().map((delivery) => deliveryEntry(delivery, seen))
  ]
  return {
    entries: entries.toSorted((one, other) => millisOf(one) - millisOf(other)),
    note: olderOmitted ? seen.words.frame.olderOmitted : null
  }
})

const millisOf = ({ at }: TimelineEntry): number => (typeof at === "number" ? at : Date.parse(at))

/** The right side of a page: what became of it. */
export const storySection = ({ entries, note }: Story, seen: Seen): Html =>
  section(seen.words.frame.history, html`${note === null ? null : notice(note)}${timeline(entries, seen)}`)
