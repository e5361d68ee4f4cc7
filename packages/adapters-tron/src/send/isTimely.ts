import { Clock, Effect, Option } from "effect"
import type { TronApi } from "../node/TronApi.ts"
import { hostsMin } from "./provenExpired.ts"
import { headSkewMillis } from "./TronSenderOptions.ts"
import type { Reference } from "./transactionFor.ts"

/**
 * Whether the newest block has the present time, by the clock of this machine or by a second node. Expirations are
 * counted from that block. If its node lies, or is on a chain of its own, a transaction could have an expiry that is
 * never proven, or could expire before it is signed. Nobody knows which of the two is wrong, so then nothing is
 * signed.
 */
export const isTimely = Effect.fnUntraced(function* (nodes: TronApi["nodes"], { head, solid }: Reference) {
  const isNear = (millis: number): boolean => Math.abs(millis - head.timestamp) <= headSkewMillis
  if (solid.timestamp > head.timestamp + headSkewMillis) return false
  if (isNear(yield* Clock.currentTimeMillis)) return true
  const heads = yield* Effect.forEach(
    nodes,
    (node) => Effect.option(Effect.map(node.head, ({ timestamp }) => ({ host: node.host, timestamp }))),
    { concurrency: "unbounded" }
  )
  const near = heads.flatMap(Option.toArray).filter(({ timestamp }) => isNear(timestamp))
  return new Set(near.map(({ host }) => host)).size >= hostsMin
})
