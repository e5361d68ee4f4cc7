import { MemoryStore, type StorePorts } from "@quittance/core"
import {
  ClaimReader,
  type Erasure,
  emptyCommit,
  emptyMemoryState,
  Store,
  WebhookReader
} from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Context, Effect, Layer, Option } from "effect"
import { asking, changed, landingFirst, losing, noticed } from "./BrokenStore.ts"

/** The suites of what commits erase can fail: each store here breaks one promise, and its check must die on it. */

const c = storeChecks
const claims = c["claims given up"]
const retention = c["retention of webhooks"]

/** A store that removes a claim whoever holds it. */
const ignoringOwners = Layer.effectContext(
  Effect.map(Effect.context<StorePorts>(), (ports) => {
    const [store, reader] = [Context.get(ports, Store), Context.get(ports, ClaimReader)]
    const held = Effect.fnUntraced(function* (erasure: Erasure) {
      if (erasure._tag !== "Claim") return erasure
      const { key, partnerId, scope } = erasure.claim
      const claim = yield* reader.find(scope, partnerId, key)
      return { ...erasure, claim: Option.getOrElse(claim, () => erasure.claim) }
    })
    const commit: Store["Service"]["commit"] = Effect.fnUntraced(function* (whole) {
      yield* store.commit({ ...whole, erasures: yield* Effect.forEach(whole.erasures, held) })
    })
    return Context.add(ports, Store, { ...store, commit })
  })
).pipe(Layer.provide(MemoryStore.layer))

/** A store that erases messages although something of them waits. */
const hasty = (() => {
  const state = emptyMemoryState()
  return Layer.effectContext(
    Effect.map(Effect.context<StorePorts>(), (ports) => {
      const store = Context.get(ports, Store)
      const commit: Store["Service"]["commit"] = (whole) =>
        Effect.tap(store.commit(whole), () =>
          Effect.sync(() => {
            for (const erasure of whole.erasures) {
              if (erasure._tag !== "WebhookMessage") continue
              state.webhookMessages.delete(erasure.messageId)
              state.outbox.delete(erasure.messageId)
              for (const [id, { state: delivery }] of state.aggregates.WebhookDelivery)
                if (delivery.order.eventId === erasure.messageId) state.aggregates.WebhookDelivery.delete(id)
            }
          })
        )
      return Context.add(ports, Store, { ...store, commit })
    })
  ).pipe(Layer.provide(MemoryStore.layerOver(state)))
})()

noticed({
  "gives up claims of anybody": [ignoringOwners, claims["a key that somebody else holds stays"]],
  "gives no claim up": [
    losing("erasures"),
    claims["a key that its owner gives up is free for others"],
    claims["the commit that gives a key up may take it again, for its owner or another"]
  ],
  "gives claims up before it checks the rest": [
    landingFirst("erasures"),
    claims["a refused commit gives nothing up"],
    claims["a key that is given up is taken once in the same commit"],
    c.commits["a commit over a limit leaves nothing"]
  ],
  "gives claims up after it checked those of the commit": [
    changed(Store, (inner) => ({
      commit: (commit) =>
        Effect.andThen(
          inner.commit({ ...commit, erasures: [] }),
          inner.commit({ ...emptyCommit, erasures: commit.erasures })
        )
    })),
    claims["the commit that gives a key up may take it again, for its owner or another"],
    claims["two owners may change keys in one commit"]
  ],
  "erases messages that still wait for something": [
    hasty,
    retention["a message with a pending delivery stays, with its body and every delivery"],
    retention["a message that waits to be fanned out stays"],
    retention["what is not there, or another partner's, is erased without effect"]
  ],
  "erases no message": [
    losing("erasures", ({ _tag }) => _tag !== "Claim"),
    retention["erasing a message erases all its deliveries and no other's"],
    retention["a delivery that was erased is not written again on its old version"]
  ],
  "calls a message finished at its own instant": [
    asking(WebhookReader, "finishedBefore", (partnerId, before, limit) => [partnerId, before + 1, limit]),
    retention["finished are messages from before an instant, the oldest first, as many as are asked for"]
  ]
})
