import { EventReader, Store } from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect } from "effect"
import { answering, asking, changed, noticed, reversed } from "./BrokenStore.ts"

/** The suite of events can fail: each store here reads them in a wrong way, and a check must die on it. */

const events = storeChecks["events of a subject"]
const whole = events["an event is read as it was written, with who caused it"]
const order = events["events are read the oldest first, those of one commit in its order"]
const newest = events["of many events the newest are read, and no more than asked for"]
const owned = events["a subject is found by its whole id, and only by its own partner"]

const edited = (change: (answer: Found) => Found) => answering(EventReader, "ofSubject", change)
type Found = Effect.Success<ReturnType<EventReader["Service"]["ofSubject"]>>

noticed({
  "reads the newest first": [edited(reversed), order],
  "sorts by id": [edited((found) => found.toSorted((one, other) => (one.id < other.id ? -1 : 1))), order],
  "forgets who caused an event": [
    edited((found) => found.map((each) => ({ ...each, actor: "unknown" }))),
    whole
  ],
  "reads other facts": [edited((found) => found.map((each) => ({ ...each, data: "{}" }))), whole],
  "knows no bound": [asking(EventReader, "ofSubject", (partner, id) => [partner, id, 1_000]), newest],
  "reads the oldest of many": [
    changed(EventReader, ({ ofSubject }) => ({
      ofSubject: (partnerId, id, limit) =>
        Effect.map(ofSubject(partnerId, id, 1_000), (found) => found.slice(0, limit))
    })),
    newest
  ],
  "looks a subject up by how it begins": [
    changed(Store, ({ commit }) => ({
      commit: (each) =>
        commit({
          ...each,
          events: each.events.map((event) => ({ ...event, subjectId: event.subjectId.slice(0, 18) }))
        })
    })),
    owned
  ]
})
