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

/** The description of these operations, at this path. */
const describing = Effect.fnUntraced(function* (
  path: SideRoute["path"],
  operations: ReadonlyArray<ApiOperation>,
  settings: Pick<SettingsShape, "mode" | "publicUrl">
) {
  // Made when it is first asked for: it would hold up every start.
  const prepared = yield* Effect.cached(
    Effect.suspend(() => prepareDocument(headers, JSON.stringify(openApiDocument(operations, settings))))
  )
  const description: SideRoute = {
    ...open,
    path,
    handle: (request) => Effect.flatMap(prepared, ({ answer }) => answer(request))
  }
  return description
})

/**
 * `GET /openapi.json`, what partners call; `GET /openapi-operator.json`, what operators call; for people, `GET /docs`.
 */
export const makeReferenceRoutes = Effect.fnUntraced(function* (
  operations: ReadonlyArray<ApiOperation>,
  settings: Pick<SettingsShape, "mode" | "publicUrl">
) {
  const isOfOperators = ({ caller }: ApiOperation) => caller === "operator"
  const ofPartners = operations.filter((operation) => !isOfOperators(operation))
  return [
    yield* describing("/openapi.json", ofPartners, settings),
    yield* describing("/openapi-operator.json", operations.filter(isOfOperators), settings),
    ...(yield* makeDocsRoutes(operations, settings))
  ]
})
