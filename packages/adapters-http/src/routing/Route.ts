import type { Effect } from "effect"
import type { ApiRequest, ApiResponse } from "../message/ApiMessage.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"

/** Values of the `{…}` segments of a path, percent-decoded. */
export type PathParameters = { readonly [name: string]: string }

/** Answers one method on one path. */
export type RouteHandler = (
  request: ApiRequest,
  parameters: PathParameters,
  requestId: string
) => Effect.Effect<ApiResponse, ApiFailure>

export interface Route {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS"
  /** A path; a segment in braces matches any one segment that is not empty. */
  readonly path: `/${string}`
  readonly handle: RouteHandler
  /** Additional headers of every answer on this path, whatever the result. */
  readonly headers?: (request: ApiRequest) => { readonly [name: string]: string }
}
