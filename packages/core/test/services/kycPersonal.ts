import {
  type KycOrder,
  type KycVerdict,
  kycJobs,
  type MemoryState,
  millisPerMinute
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Deployment } from "./Deployment.ts"
import { drain, workFor } from "./fiatInvoices.ts"
import type { KycOutside } from "./KycOutside.ts"
import { showAll, verdictIs } from "./kyc.ts"

/** Sessions that hold something personal, and where it lies. */

export type Way = (order: KycOrder) => Effect.Effect<void, unknown, Deployment | KycOutside>

/** Everything was shown, and the checker was asked. */
export const checked = Effect.fnUntraced(function* (order: KycOrder) {
  yield* showAll(order)
  yield* drain
})

/** The checker comes to a verdict and is asked again. */
export const decided = (verdict: KycVerdict): Way =>
  Effect.fnUntraced(function* (order) {
    yield* checked(order)
    yield* verdictIs(order, verdict)
    yield* workFor(kycJobs.check, millisPerMinute)
  })

/** What the test knows to be personal: the metadata, where the person goes on to, and what pictures showed. */
export const marker = "Jane Doe"
export const personal = {
  metadata: { name: marker },
  redirectUrl: `https://shop.example/${marker.slice(0, 4)}`
}

/**
 * Everything that the store holds but its log of events, which leaves orders and pictures out where it lies on a disk.
 */
export const heldBy = ({ events: _, ...rest }: MemoryState): string =>
  JSON.stringify(Object.values(rest), (_key, value: unknown) => {
    if (value instanceof Map) return [...value]
    return typeof value === "bigint" ? String(value) : value
  })
