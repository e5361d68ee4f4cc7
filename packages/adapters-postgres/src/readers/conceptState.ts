import type { Concept, Row } from "@quittance/core"

/** Reads rows of a concept. What is personal in them stands in the open: a redaction empties it. */
export const conceptState =
  <State>({ stateOf }: Concept<State>): ((row: Row) => State) =>
  (row) =>
    stateOf(row, typeof row.personal === "string" ? row.personal : undefined)
