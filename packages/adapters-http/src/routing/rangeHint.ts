import { queryInstant } from "./QueryParameters.ts"

/** In sandbox an answer that is right but hardly what its client wants says why in this header. */
export const hintHeader = "X-Quittance-Hint"

const swapped = {
  [hintHeader]:
    "from is not before to, so nothing lies between them: from must be the earlier bound, to the later one"
}

/** The hint at a list whose bounds leave nothing between them. */
export const rangeHint = (query: string): { readonly [name: string]: string } | undefined => {
  if (!query.includes("from=") || !query.includes("to=")) return undefined
  const parameters = new URLSearchParams(query)
  const from = queryInstant(parameters.get("from") ?? "")
  const to = queryInstant(parameters.get("to") ?? "")
  return from === undefined || to === undefined || from < to ? undefined : swapped
}
