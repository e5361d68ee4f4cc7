import type { ApiOperation } from "./ApiOperation.ts"
import { queryInstant } from "./QueryParameters.ts"

/** In sandbox an answer that is right but hardly what its client wants says why in this header. */
export const hintHeader = "X-Quittance-Hint"

type Hint = (query: string) => { readonly [name: string]: string } | undefined

const swapped = {
  [hintHeader]:
    "from is not before to, so nothing lies between them: from must be the earlier bound, to the later one"
}

const none: Hint = () => undefined

/**
 * The hint at a list whose bounds leave nothing between them. An operation with a time zone gets none: it refuses such
 * bounds, and only it knows where its dates begin.
 */
export const makeRangeHint = ({ method, parameters }: ApiOperation): Hint => {
  const takes = (name: string) => parameters.some((each) => each.in === "query" && each.name === name)
  return method === "GET" && takes("from") && takes("to") && !takes("timezone") ? rangeHint : none
}

const rangeHint: Hint = (query) => {
  if (!query.includes("from=") || !query.includes("to=")) return undefined
  const parameters = new URLSearchParams(query)
  const from = queryInstant(parameters.get("from") ?? "")
  const to = queryInstant(parameters.get("to") ?? "")
  return from === undefined || to === undefined || from < to ? undefined : swapped
}
