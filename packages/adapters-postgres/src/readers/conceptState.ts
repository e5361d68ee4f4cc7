import type { Concept, Row } from "@quittance/core/adapter"

/** Reads rows of a concept. Personal data in them is not encrypted: a redaction empties it. */
export const conceptState =
  <State>({ stateOf }: Concept<State>): ((row: Row) => State) =>
  (row) =>
    stateOf(row, typeof row.personal === "string" ? row.personal : undefined)
