import { Effect } from "effect"
import { jsonResponse } from "../message/ApiResponse.ts"
import type { Operation } from "../routing/Operation.ts"
import type { Route } from "../routing/Route.ts"
import { makeDocsRoutes } from "./docsRoutes.ts"
import { openApiDocument } from "./OpenApiDocument.ts"

/** `GET /openapi.json` and, for people, `GET /docs`. */
export const makeReferenceRoutes = Effect.fnUntraced(function* (
  operations: ReadonlyArray<Operation>,
  publicUrl: string
) {
  const document = openApiDocument(operations, publicUrl)
  const description: Route = {
    method: "GET",
    path: "/openapi.json",
    handle: () => Effect.succeed(jsonResponse(200, document))
  }
  return [description, ...(yield* makeDocsRoutes(document))]
})
