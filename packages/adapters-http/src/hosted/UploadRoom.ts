import type { KycSessionId } from "@quittance/core"
import { Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"

/** Files that one process holds in its memory at once, and those of one session among them. */
const uploadsMax = 8
/** Two: a person whose connection was lost sends again while the first one is still waited for. */
const uploadsOfSessionMax = 2

const retryAfterSeconds = 10

const noRoom = new ApiRefusal({
  code: "service_unavailable",
  message: "too many files are being received at once; try again",
  headers: { "Retry-After": String(retryAfterSeconds) }
})

/**
 * Bounds the memory that uploads take: what finds no room is refused before its first byte is read. No session has all of
 * the room, so that nobody keeps others out by sending slowly.
 */
export const makeUploadRoom = () => {
  const held = new Map<KycSessionId, number>()
  let total = 0

  const enter = (id: KycSessionId) =>
    Effect.suspend(() => {
      const own = held.get(id) ?? 0
      if (total >= uploadsMax || own >= uploadsOfSessionMax) return Effect.fail(noRoom)
      total += 1
      held.set(id, own + 1)
      return Effect.void
    })

  const leave = (id: KycSessionId) =>
    Effect.sync(() => {
      const own = held.get(id) ?? 0
      total -= 1
      if (own > 1) held.set(id, own - 1)
      else held.delete(id)
    })

  return <A, E>(id: KycSessionId, upload: Effect.Effect<A, E>): Effect.Effect<A, E | ApiRefusal> =>
    Effect.acquireUseRelease(
      enter(id),
      () => upload,
      () => leave(id)
    )
}
