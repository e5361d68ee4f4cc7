import { Effect } from "effect"
import { textResponse } from "../message/ApiResponse.ts"
import type { AnyOperation } from "../routing/Operation.ts"
import type { Route } from "../routing/Route.ts"
import { makeDocsRoutes } from "./docsRoutes.ts"
import { openApiDocument } from "./OpenApiDocument.ts"

/** `GET /openapi.json` and, for people, `GET /docs`. */
export const makeReferenceRoutes = Effect.fnUntraced(function* (
  operations: ReadonlyArray<AnyOperation>,
  publicUrl: string
) {
  // Made when it is first asked for: it would hold up every start.
  const document = yield* Effect.cached(Effect.sync(() => openApiDocument(operations, publicUrl)))
  const description: Route = {
    method: "GET",
    path: "/openapi.json",
    handle: () =>
      Effect.map(document, (described) =>
        textResponse("application/json; charset=utf-8", JSON.stringify(described))
      )
  }
  return [description, ...(yield* makeDocsRoutes(document))]
})
