import { assert } from "@effect/vitest"
import { apiKey, type OpenedKycSession, partner, payout, StateReader, Store } from "@quittance/core/adapter"
import { stateChecks } from "@quittance/testing"
import { Effect, Option, Stream } from "effect"
import { changed, keeping, noticed } from "./BrokenStore.ts"

/** The suite of states can fail: each store here breaks one promise, and the check of that promise must die on it. */

const checks = (table: string) => {
  const found = stateChecks[table]
  assert(found !== undefined, `${table} are proven`)
  return found
}

const read = (table: string) => checks(table)["every state is read as it was inserted, and as it was updated"]
const redactions = (table: string) =>
  checks(table)["what was redacted is read without what was personal, through whatever comes later"]
const ranges = (table: string) =>
  checks(table)["a range of an index is all that it covers there, in its order"]
const all = (table: string) => checks(table)["all states are counted, and met once, by partner and id"]
const payouts = checks("payouts")
const versions = payouts["a state changes only on the version that it was decided on"]
const owners = payouts["a state is found by its own partner alone, and its partner by its id"]

noticed({
  "loses the note of a payout": [
    keeping("Payout", (state) => ({ ...state, order: { ...state.order, note: Option.none() } })),
    read("payouts")
  ],
  "sorts what is in transit to an invoice": [
    keeping("CryptoInvoice", (state) => ({
      ...state,
      tally: { ...state.tally, inTransit: state.tally.inTransit.toSorted((a, b) => a.count - b.count) }
    })),
    read("crypto_invoices")
  ],
  "rounds the metadata of an invoice": [
    keeping("Invoice", (state) => ({
      ...state,
      order: { ...state.order, metadata: JSON.stringify(JSON.parse(state.order.metadata), null, 1) }
    })),
    read("invoices")
  ],
  "sorts the documents of a session": [
    keeping("KycSession", (session) => ({
      ...session,
      documents: session.documents.toSorted((a, b) => (a.step < b.step ? -1 : 1))
    })),
    read("kyc_sessions")
  ],
  "rounds what is seen in pictures": [
    keeping("KycSession", (session) => ({
      ...session,
      documents: session.documents.map((document) => ({
        ...document,
        picture: Option.map(document.picture, (seen) => ({ ...seen, sharpness: Math.fround(seen.sharpness) }))
      }))
    })),
    read("kyc_sessions")
  ],
  "sorts the events of an endpoint": [
    keeping("WebhookEndpoint", (endpoint) => ({
      ...endpoint,
      target: { ...endpoint.target, events: endpoint.target.events.toSorted() }
    })),
    read("webhook_endpoints")
  ],
  "writes whatever version was decided on": [
    changed(Store, (inner) => ({
      commit: (commit) =>
        Effect.catchTag(inner.commit(commit), "VersionConflict", () =>
          inner.commit({ ...commit, aggregates: [] })
        )
    })),
    versions
  ],
  "shows states to every partner": [
    changed(StateReader, (inner) => ({
      get: (concept, partnerId, id) =>
        Effect.flatMap(inner.partnerOf(concept, id), (owner) =>
          inner.get(
            concept,
            Option.getOrElse(owner, () => partnerId),
            id
          )
        )
    })),
    owners
  ],
  "knows no partner": [changed(StateReader, () => ({ partnerOf: () => Effect.succeedNone })), owners],
  "keeps what a redaction empties": [
    (() => {
      const orders = new Map<string, OpenedKycSession["order"]>()
      return keeping("KycSession", (session) => {
        const order = orders.get(session.order.id) ?? session.order
        orders.set(order.id, order)
        return { ...session, order }
      })
    })(),
    redactions("kyc_sessions")
  ],
  "forgets that an invoice was redacted": [
    keeping("Invoice", (state) => ({ ...state, redactedAt: Option.none() })),
    redactions("invoices")
  ],
  "reads a millisecond further than the bound": [
    changed(StateReader, (inner) => ({
      indexed: (concept, index, range) =>
        inner.indexed(
          concept,
          index,
          typeof range.below !== "number" ? range : { ...range, below: range.below + 1 }
        )
    })),
    ranges("kyc_sessions")
  ],
  "reads an index backwards": [
    changed(StateReader, (inner) => ({
      indexed: (concept, index, range) =>
        Effect.map(inner.indexed(concept, index, range), (found) => found.toReversed())
    })),
    ranges("payouts")
  ],
  "knows no bounds": [
    changed(StateReader, (inner) => ({
      indexed: (concept, index, { limit: _, ...range }) => inner.indexed(concept, index, range)
    })),
    ranges("invoices")
  ],
  "looks only at the first field of an index": [
    changed(StateReader, (inner) => ({
      indexed: (concept, index, range) =>
        inner.indexed(concept, index, { ...range, equal: range.equal.slice(0, 1) })
    })),
    ranges("bank_payments")
  ],
  "finds keys in any case": [
    changed(StateReader, (inner) => ({
      indexed: (concept, index, range) =>
        concept.name === apiKey.name
          ? inner.indexed(concept, index, { ...range, equal: range.equal.map((text) => text.toUpperCase()) })
          : inner.indexed(concept, index, range)
    })),
    ranges("api_keys")
  ],
  "walks every other payout": [
    changed(StateReader, (inner) => ({
      all: (concept) =>
        concept.name === payout.name
          ? Stream.map(
              Stream.filter(Stream.zipWithIndex(inner.all(concept)), ([, index]) => index % 2 === 0),
              ([state]) => state
            )
          : inner.all(concept)
    })),
    all("payouts")
  ],
  "walks partners the newest first": [
    changed(StateReader, (inner) => ({
      all: (concept) =>
        concept.name === partner.name
          ? Stream.unwrap(
              Effect.map(Stream.runCollect(inner.all(concept)), (found) =>
                Stream.fromIterable(found.toReversed())
              )
            )
          : inner.all(concept)
    })),
    all("partners")
  ]
})
