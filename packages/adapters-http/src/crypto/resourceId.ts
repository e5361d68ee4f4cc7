import { NotFound } from "@quittance/core"
import { Effect } from "effect"
import type { Call, Parameter } from "../routing/Operation.ts"
import { Schema } from "effect"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in the path. A text that is not a UUID is not found; letter case does not matter (RFC 9562, 4). */
export const resourceId = (call: Call, what: string): Effect.Effect<string, NotFound> => {
  const id = call.parameters.id ?? ""
  return uuid.test(id) ? Effect.succeed(id.toLowerCase()) : Effect.fail(new NotFound({ what, id }))
}

export const idParameter = (what: string): Parameter => ({
  in: "path",
  name: "id",
  required: true,
  description: `The ${what}'s id.`,
  schema: Schema.String.annotate({ format: "uuid" })
})
