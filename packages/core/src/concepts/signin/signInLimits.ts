import { Effect } from "effect"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import type { Guard, RateLimit } from "../../kernel/ports/Guard.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { millisPerDay, millisPerHour, millisPerMinute, millisPerSecond } from "../../kernel/time/Instant.ts"
import { addressBlock } from "../partner/Cidr.ts"
import { SignInLimited } from "./SignInRefused.ts"

/**
 * How often somebody may try to sign in. Tries count for the place that they come from, and for an account and that
 * place together, never for an account alone: nobody can keep a person out from elsewhere. Who goes on trying waits
 * longer and longer.
 */

const times = (capacity: number, millis: number): RateLimit => ({
  capacity,
  perSecond: capacity / (millis / millisPerSecond)
})

/** The longest first: who is refused by a short one has used up the long ones too. */
const ofPlace: ReadonlyArray<RateLimit> = [
  times(600, millisPerDay),
  times(120, 15 * millisPerMinute),
  times(30, millisPerMinute)
]
const ofAccount: ReadonlyArray<RateLimit> = [
  times(60, millisPerDay),
  times(20, millisPerHour),
  times(10, 10 * millisPerMinute),
  times(5, millisPerMinute)
]

/**
 * Codes of six digits can be guessed by whoever knows the password. These are counted for the person, wherever they
 * come from. Passkeys and recovery codes stay open.
 */
const ofCodes = times(10, millisPerHour)

const within = Effect.fnUntraced(function* (
  guard: Guard["Service"],
  bucket: string,
  limits: ReadonlyArray<RateLimit>,
  now: Instant
) {
  for (const [place, limit] of limits.entries()) {
    const taken = yield* guard.takeToken(`${bucket}:${place}`, limit, now)
    if (taken._tag === "Limited")
      return yield* new SignInLimited({ retryAfterMillis: taken.retryAfterMillis })
  }
})

/** Fails if too many tries came from there. An unknown address of the client counts as one. */
export const limitPlace = (guard: Guard["Service"], address: string, now: Instant) =>
  within(guard, `signin:${addressBlock(address, 64)}`, ofPlace, now)

/** The same for one account, which need not exist. */
export const limitAccount = (guard: Guard["Service"], address: string, account: string, now: Instant) =>
  within(guard, `signin:${addressBlock(address, 64)}:${sha256Hex(account).slice(0, 32)}`, ofAccount, now)

/** Whether another code of the person may be tried. */
export const mayTryCode = (guard: Guard["Service"], userId: string, now: Instant) =>
  Effect.map(guard.takeToken(`signin:codes:${userId}`, ofCodes, now), ({ _tag }) => _tag === "Allowed")
