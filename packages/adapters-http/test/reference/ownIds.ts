import { requestSampleOf } from "../../src/reference/RequestSample.ts"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { rightRequest, type Things } from "../operations/rightRequests.ts"

/** What stands in a sample for something that the server must have: its example, and what it has. */
export const namedIn = (
  operation: ApiOperation,
  things: Things,
  place: "address" | "program" = "address"
): ReadonlyArray<readonly [string, string]> => {
  const sample = requestSampleOf(operation)
  const right = rightRequest(operation, things)
  const example = operation.path.split("/").findIndex((segment) => segment.startsWith("{"))
  const inPath = sample.path.split("/")[example]
  const inQuery = new URLSearchParams(sample.query).values().next().value
  const asked = new URLSearchParams(right.query).values().next().value
  const { body } = right
  const named = (["address", "txHash"] as const).flatMap((name) =>
    operation.group === "Sandbox" && typeof sample.body === "object" && name in (sample.body ?? {})
      ? [
          [
            String(Reflect.get(sample.body as object, name)),
            String(Reflect.get(body as object, name))
          ] as const
        ]
      : []
  )
  return [
    ...(inPath === undefined || right.id === undefined ? [] : [[inPath, right.id] as const]),
    ...(inQuery === undefined || asked === undefined
      ? []
      : [[inQuery, place === "address" ? encodeURIComponent(asked) : asked] as const]),
    ...named
  ]
}

/** The text with what the server has in place of the examples. */
export const withOwn = (text: string, named: ReturnType<typeof namedIn>): string =>
  named.reduce((changed, [example, own]) => changed.replaceAll(example, own), text)
