import type { SettingsShape } from "@quittance/core"
import { Effect } from "effect"
import { makeDocsRoutes, open } from "../docs/docsRoutes.ts"
import { prepareDocument } from "../message/preparedDocument.ts"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { openApiDocument } from "./OpenApiDocument.ts"

const headers = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff"
}

/** `GET /openapi.json` and, for people, `GET /docs`. */
export const makeReferenceRoutes = Effect.fnUntraced(function* (
  operations: ReadonlyArray<ApiOperation>,
  settings: Pick<SettingsShape, "mode" | "publicUrl">
) {
  // Made when it is first asked for: it would hold up every start.
  const document = yield* Effect.cached(Effect.sync(() => openApiDocument(operations, settings)))
  const prepared = yield* Effect.cached(
    Effect.flatMap(document, (described) => prepareDocument(headers, JSON.stringify(described)))
  )
  const description: SideRoute = {
    ...open,
    path: "/openapi.json",
    handle: (request) => Effect.flatMap(prepared, ({ answer }) => answer(request))
  }
  return [description, ...(yield* makeDocsRoutes(operations, settings))]
})
