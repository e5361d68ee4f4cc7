import { millisPerSecond } from "@quittance/core/adapter"
import { Effect } from "effect"

/** How often the tally of a batch is read. */
const pollMillis = millisPerSecond / 2

/** After this long without progress, no server seems to be sending. */
export const stallSeconds = 30

/** Counted in polls, because the clock of a sandbox can be moved meanwhile. */
const looksWithoutProgressMax = (stallSeconds * millisPerSecond) / pollMillis

/**
 * Follows e-mails until all are sent, or until none was sent for a while. Returns how many are unsent; those
 * stay queued. It sends none itself: servers do, because they know the mail server.
 */
export const followMails = Effect.fnUntraced(function* <E, R>(
  unsent: Effect.Effect<number, E, R>,
  onUnsent: (count: number) => void
) {
  let count = yield* unsent
  let looksWithoutProgress = 0
  onUnsent(count)
  while (count > 0 && looksWithoutProgress < looksWithoutProgressMax) {
    yield* Effect.sleep(pollMillis)
    const now = yield* unsent
    looksWithoutProgress = now < count ? 0 : looksWithoutProgress + 1
    count = now
    onUnsent(count)
  }
  return count
})
