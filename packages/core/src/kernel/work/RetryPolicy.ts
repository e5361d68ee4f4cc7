import { Option } from "effect"
import { type Instant, millisPerHour, millisPerMinute, millisPerSecond } from "../time/Instant.ts"

/**
 * When attempts happen: `delaysMillis[n]` is the delay before attempt n + 1. Jitter varies each delay by ±
 * its ratio.
 */
export interface RetryPolicy {
  readonly delaysMillis: ReadonlyArray<number>
  readonly jitterRatio: number
}

/** The payout schedule of the API contract. */
export const payoutRetryPolicy: RetryPolicy = {
  delaysMillis: [
    0,
    15 * millisPerSecond,
    millisPerMinute,
    5 * millisPerMinute,
    15 * millisPerMinute,
    millisPerHour,
    3 * millisPerHour,
    6 * millisPerHour,
    12 * millisPerHour
  ],
  jitterRatio: 0.2
}

/** E-mails: a greylisting server accepts the second attempt; a server that is down is tried for a day. */
export const mailRetryPolicy: RetryPolicy = {
  delaysMillis: [
    0,
    30 * millisPerSecond,
    5 * millisPerMinute,
    15 * millisPerMinute,
    millisPerHour,
    3 * millisPerHour,
    6 * millisPerHour,
    12 * millisPerHour
  ],
  jitterRatio: 0.2
}

/** Webhooks: the schedule of the API contract, and a short one for sandboxes. */
export const webhookRetryPolicy: RetryPolicy = {
  delaysMillis: [
    0,
    5 * millisPerSecond,
    5 * millisPerMinute,
    30 * millisPerMinute,
    2 * millisPerHour,
    5 * millisPerHour,
    10 * millisPerHour,
    14 * millisPerHour,
    20 * millisPerHour,
    24 * millisPerHour
  ],
  jitterRatio: 0.2
}

export const webhookSandboxRetryPolicy: RetryPolicy = {
  delaysMillis: [0, 5 * millisPerSecond, millisPerMinute],
  jitterRatio: 0.2
}

/** Handlers of subscribers: for ever, the last delay again and again. */
export const subscriberRetryPolicy: RetryPolicy = {
  delaysMillis: [
    millisPerSecond,
    5 * millisPerSecond,
    30 * millisPerSecond,
    2 * millisPerMinute,
    10 * millisPerMinute,
    30 * millisPerMinute,
    millisPerHour
  ],
  jitterRatio: 0.2
}

/**
 * When the next attempt is due after `attempts` of them, or none when the schedule is used up. `chance` is in
 * [0, 1).
 */
export const nextAttemptAt = (
  policy: RetryPolicy,
  attempts: number,
  now: Instant,
  chance: number
): Option.Option<Instant> => {
  const delay = policy.delaysMillis[attempts]
  return delay === undefined ? Option.none() : Option.some(now + jittered(delay, policy.jitterRatio, chance))
}

/** `delayMillis` varied evenly by ± `ratio`, with a random number `chance` in [0, 1). */
export const jittered = (delayMillis: number, ratio: number, chance: number): number =>
  Math.round(delayMillis * (1 + ratio * (2 * chance - 1)))
