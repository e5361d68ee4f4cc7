import { Schema } from "effect"
import type { Parameter } from "./ApiOperation.ts"

/** A query parameter that is an instant, or a date without a time, and may be left out. */
export const instantParameter = (name: string, description: string): Parameter => ({
  in: "query",
  name,
  required: false,
  description,
  schema: Schema.Union([
    Schema.String.annotate({ format: "date-time" }),
    Schema.String.annotate({ format: "date" })
  ])
})
