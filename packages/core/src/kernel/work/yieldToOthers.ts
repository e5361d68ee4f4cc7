import { Effect } from "effect"

/**
 * Lets other work in this process continue. Code that handles thousands of records holds the event loop for
 * some milliseconds per step. Between two steps a small request, which takes several turns of the loop,
 * should be finished, not only advanced by one turn.
 */
export const yieldToOthers = Effect.repeat(Effect.yieldNow, { times: 15 })
