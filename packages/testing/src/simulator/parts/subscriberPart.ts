import { Subscriptions, Worker } from "@quittance/core"
import { type Commit, type SubscribedEvent, SubscriberQueue } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Act, Part } from "../Part.ts"
import type { Run } from "../Run.ts"

const types = ["payout.completed", "payout.failed", "payout.late_settlement", "invoice.paid"] as const
type Got = SubscribedEvent<(typeof types)[number]>

/** The events of payouts that a subscriber is told, whatever else happens in their commit. */
const toldAs: { readonly [tag: string]: string } = {
  PayoutConfirmed: "payout.completed",
  PayoutRejected: "payout.failed",
  PayoutGivenUp: "payout.failed",
  PayoutSettledLate: "payout.late_settlement"
}

/**
 * A subscriber of the host, in every process that has subscribed since its start. Its handler fails at times, and its
 * process dies. Every event that is committed after it registered is handled, and none after a later one about the same
 * resource.
 */
export const subscriberPart = (run: Run): Part => {
  const { chance, world } = run
  const subscribedIn = new WeakSet<Worker["Service"]>()
  /** Ids of events that were queued, and what was handled of them. */
  const queued = new Set<string>()
  const handled = new Set<string>()
  const versions = new Map<string, number>()
  let registered: "no" | "in this step" | "before" = "no"

  const handle = (event: Got) =>
    Effect.suspend(() => {
      const resource = `${event.partnerId} ${event.data.object.id}`
      const last = versions.get(resource) ?? 0
      if (event.version < last)
        run.say(`the subscriber got version ${event.version} of ${resource} after version ${last}`)
      versions.set(resource, event.version)
      const isFailing = !world.isCalm && chance.happens(0.2)
      const again = handled.has(event.id) ? " again" : ""
      world.note("subscriber", `${isFailing ? "fails over" : "handles"} ${event.type}${again}`)
      if (isFailing) return Effect.fail("the handler fails")
      handled.add(event.id)
      return Effect.void
    })

  /** Subscribes, if this process has not, and does its due work. */
  const subscribe: Act = {
    name: "subscribe",
    effect: Effect.gen(function* () {
      const worker = yield* Worker
      if (!subscribedIn.has(worker)) {
        const subscriptions = yield* Subscriptions
        const from = chance.oneOf(["now", "start"] as const)
        yield* subscriptions.onDrain(types, { name: "part", from }, handle)
        subscribedIn.add(worker)
      }
      return `${yield* worker.drain} jobs`
    }),
    // The process is about to subscribe already.
    refusals: ["InvalidInput"],
    isAlone: true
  }

  const brokenBy = ({ events, outbox }: Commit): ReadonlyArray<string> => {
    for (const { event } of events)
      if (event._tag === "SubscriberRegistered" && registered === "no") registered = "in this step"
    for (const change of outbox) if (change._tag === "Queued") queued.add(change.event.eventId)
    // What was decided before the subscriber registered may land after it.
    if (registered !== "before") return []
    return events.flatMap(({ event, id, subjectId }) => {
      const type = toldAs[event._tag]
      return type === undefined || queued.has(id)
        ? []
        : [`the subscriber has registered, and ${type} of ${subjectId} is not queued for it`]
    })
  }

  return {
    name: "subscriber",
    weight: 4,
    acts: () => [[1, () => subscribe]],
    brokenBy,
    afterStep: async () => {
      if (registered === "in this step") registered = "before"
    },
    storeWasPutBack: () => {
      // What a copy does not know will happen again, under other ids.
      queued.clear()
      versions.clear()
      registered = "no"
    },
    settle: { calm: () => run.everywhere(subscribe), reported: () => run.everywhere(subscribe) },
    closeBooks: async () => {
      const left = await run.look(Effect.flatMap(SubscriberQueue, ({ sizes }) => sizes))
      for (const [name, { count }] of left) run.say(`${count} events wait for ${name} when all is settled`)
      for (const id of queued) if (!handled.has(id)) run.say(`the subscriber did not get ${id}`)
    }
  }
}
