import { Context, type Effect } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import { type Instant, millisPerHour } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/**
 * A request that a partner's key was proven for, and that was refused or failed. It holds nothing that the client
 * wrote: no query, no body, no address, and of the path only its pattern.
 */
export interface RefusedRequest {
  readonly partnerId: PartnerId
  /** Wall clock, when it was answered. */
  readonly at: Instant
  /** A uuid, the one in the answer. */
  readonly requestId: string
  readonly keyId: string
  readonly method: string
  /** With its braces, such as `/api/v2/crypto/payouts/{id}`. */
  readonly path: string
  /** The HTTP status, 400 to 599. */
  readonly status: number
  /** The error code of the answer. */
  readonly code: string
  /** How long the answer took. */
  readonly millis: number
}

/** How many are kept for one partner, the newest. */
export const refusedRequestsOfPartnerMax = 1_000
/** How many are kept for all partners together, the newest. */
export const refusedRequestsMax = 100_000
/** How long one is kept. */
export const refusedRequestsKeptMillis = 24 * millisPerHour

/**
 * Port. The latest refused requests of each partner, of all processes on one store: a help for whoever looks for a
 * mistake, and no record. They are written apart from commits, and may be lost.
 */
export class RefusedRequests extends Context.Service<
  RefusedRequests,
  {
    /**
     * Keeps these, and of each of their partners only the newest `refusedRequestsOfPartnerMax`. One that is kept
     * already stays as it is.
     */
    readonly record: (requests: ReadonlyArray<RefusedRequest>) => Effect.Effect<void, StoreUnavailable>
    /** Those of a partner from an instant on, the newest first, at most `limit`. */
    readonly ofPartner: (
      partnerId: PartnerId,
      from: Instant,
      limit: number
    ) => Effect.Effect<ReadonlyArray<RefusedRequest>, StoreUnavailable>
    /** Deletes those from before an instant, and of all others but the newest, at most `limit`; returns how many. */
    readonly prune: (
      before: Instant,
      newestKept: number,
      limit: number
    ) => Effect.Effect<number, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/RefusedRequests") {}
