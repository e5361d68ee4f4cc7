import type { Concept, Row } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareErasableTexts } from "../ErasableTexts.ts"

/** Reads rows of a concept, with what is sealed in them. Integers of the row are bigints. */
export const conceptReader = <State>(
  database: Database.Database,
  { personal, stateOf }: Concept<State>
): ((row: Row) => State) => {
  if (personal === "none") return stateOf
  const { open } = prepareErasableTexts(database)
  return (row) => stateOf(row, typeof row.personal === "string" ? open(row.personal) : undefined)
}
