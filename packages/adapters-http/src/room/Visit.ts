import { Deferred, Effect, Stream } from "effect"
import type { ApiRequest } from "../message/ApiRequest.ts"
import type { ApiRefusal } from "../refusal/ApiRefusal.ts"

/** Who a place counts for: the client's network, the site of IPv6 that it lies in, whoever has the link, the partner whose it is. */
export type HolderKind = "address" | "site" | "link" | "partner"

export type Holders = { readonly [K in HolderKind]?: string | undefined }

/** Somebody in a room, or waiting for it. Instants are of the monotonic clock. */
export interface Visit {
  readonly holders: Holders
  /** Done when there is a place, and failed when there will be none. */
  readonly turn: Deferred.Deferred<void, ApiRefusal>
  /** Failed when the place is given to somebody else. */
  readonly gaveWay: Deferred.Deferred<never, ApiRefusal>
  enteredAt: number | undefined
  /** What came of it so far: who brings little for long gives way first. */
  bytes: number
  /** All of it is there, and the rest is for us to do: it gives way no more. */
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

/** The request, with what its body brings noted in the visit. */
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
