import { Schema } from "effect"
import type { Parameter } from "./ApiOperation.ts"

/** A query parameter that is an instant and may be left out. */
export const instantParameter = (name: string, description: string): Parameter => ({
  in: "query",
  name,
  required: false,
  description,
  schema: Schema.String.annotate({ format: "date-time" })
})
