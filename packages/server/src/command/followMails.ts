import { Effect } from "effect"
import { millisPerSecond } from "@quittance/core"

/** How often the tally of a batch is read. */
const pollMillis = millisPerSecond / 2

/** After how long without any progress nobody seems to be sending. */
export const stallSeconds = 30

/** Counted in looks, because the clock of a sandbox can be moved meanwhile. */
const looksWithoutProgressMax = (stallSeconds * millisPerSecond) / pollMillis

/**
 * Follows e-mails until none is unsent, or until for a while none went out. Answers how many are unsent then; those stay
 * queued. It sends none itself: that is the work of servers, which know the mail server.
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
