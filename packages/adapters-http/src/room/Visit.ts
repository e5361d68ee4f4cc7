import { Deferred, Effect, Stream } from "effect"
import type { ApiRequest } from "../message/ApiMessage.ts"
import type { ApiRefusal } from "../refusal/ApiRefusal.ts"

/** The holders of a place: the client's network, its IPv6 site, the link, and the owning partner. */
export type HolderKind = "address" | "site" | "link" | "partner"

export type Holders = { readonly [K in HolderKind]?: string | undefined }

/** A client in a room, or waiting for it. Instants are of the monotonic clock. */
export interface Visit {
  readonly holders: Holders
  /** Completed when there is a place, failed when there will be none. */
  readonly turn: Deferred.Deferred<void, ApiRefusal>
  /** Failed when the place is given to another visit. */
  readonly gaveWay: Deferred.Deferred<never, ApiRefusal>
  enteredAt: number | undefined
  /** Received bytes. A visit that brings few for long is dropped first. */
  bytes: number
  /** Everything was received and only our own work remains, so it is no longer dropped. */
  isComplete: boolean
}

export const newVisit = (holders: Holders): Visit => ({
  holders,
  turn: Deferred.makeUnsafe(),
  gaveWay: Deferred.makeUnsafe(),
  enteredAt: undefined,
  bytes: 0,
  isComplete: false
})

/** The request, with the received bytes counted in the visit. */
export const visitingRequest = (request: ApiRequest, visit: Visit): ApiRequest => ({
  ...request,
  streamBody: (limitBytes) =>
    request.streamBody(limitBytes).pipe(
      Stream.tap((piece) =>
        Effect.sync(() => {
          visit.bytes += piece.length
        })
      ),
      Stream.onEnd(
        Effect.sync(() => {
          visit.isComplete = true
        })
      )
    )
})
