import { Effect } from "effect"

/**
 * Lets what else waits in this process go on. What handles thousands of things holds the event loop for some milliseconds at each
 * of its steps; between two of them a small request, which takes several turns of the loop, shall be done and not just a turn further.
 */
export const othersFirst = Effect.repeat(Effect.yieldNow, { times: 15 })
