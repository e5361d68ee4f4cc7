import { type JobKind, jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of subscribers. */

/** The id of the subscriber of a name. Not the name itself, which a network may have. */
export const subscriberIdOf = (name: string): string => `subscriber-${name}`

export const subscriberNameOf = (id: string): string => id.slice("subscriber-".length)

/**
 * Each subscriber has a kind of job of its own: only processes in which somebody subscribes under its name take its
 * events.
 */
export const subscriberJob = (subscriberId: string): JobKind => jobKind(subscriberId)

/** All such kinds, as a range. */
export const subscriberKinds = { from: "subscriber-", below: "subscriber." } as const

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "subscriber.gap": true
  }
}
