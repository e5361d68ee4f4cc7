import { instantView, type SubscriberStanding } from "@quittance/core/adapter"
import { Option } from "effect"
import { type Finding, fault, note, ok } from "./Finding.ts"

/** Whoever runs takes what is due at once. */
const unattendedMillisMax = 60_000

/** Events that were queued for programs that subscribe by name: what nobody takes grows for ever. */
export const subscriberFindings = (
  standings: ReadonlyArray<SubscriberStanding>,
  now: number
): ReadonlyArray<Finding> =>
  standings.map(({ name, takenFrom, waiting }) => {
    if (Option.isNone(waiting)) return ok("subscribers", `nothing waits for ${name}.`)
    const { count, oldestAt } = waiting.value
    const events = `${count === 1 ? "1 event waits" : `${count} events wait`} for ${name}, since ${instantView(oldestAt)}`
    return Option.isSome(takenFrom) && now - takenFrom.value > unattendedMillisMax
      ? fault(
          "subscribers",
          `${events}, and nobody takes them: start the program that subscribes by this name, or end the name by quittance.subscribers.remove("${name}").`
        )
      : note("subscribers", `${events}: somebody takes them, or tries again later.`)
  })
