import { type AlertKind, millisPerMinute, raiseAlert } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"

/** Raises an alert, unless it raised the same one a short while ago; `same` compares messages that contain times. */
export type RaiseOnce = (kind: AlertKind, message: string, same?: string) => Effect.Effect<void>

const againMillis = 10 * millisPerMinute

/** Work that looks every few seconds finds the same each time. */
export const makeRaiseOnce = (): RaiseOnce => {
  const raisedAt = new Map<string, number>()
  return Effect.fnUntraced(function* (kind, message, same = message) {
    const now = yield* Clock.currentTimeMillis
    for (const [raised, at] of raisedAt) if (now - at >= againMillis) raisedAt.delete(raised)
    if (raisedAt.has(same)) return
    raisedAt.set(same, now)
    yield* raiseAlert(kind, message)
  })
}
