import { NotFound } from "@quittance/core"
import { Effect, Schema } from "effect"
import type { Call, Parameter } from "../routing/Operation.ts"

/** A kind of resource whose ids are a prefix and a UUID without dashes. */
export interface FiatResource {
  readonly what: string
  readonly prefix: "inv_" | "bat_"
  /** The name of the path's segment. */
  readonly parameter: string
}

export const invoiceResource: FiatResource = { what: "invoice", prefix: "inv_", parameter: "id" }
export const batchResource: FiatResource = { what: "batch", prefix: "bat_", parameter: "batchId" }

const uuidPattern = /^[0-9a-f]{32}$/

/** The id in the path. What has not the form of an id names nothing. */
export const fiatId = (
  call: Call,
  { parameter, prefix, what }: FiatResource
): Effect.Effect<string, NotFound> => {
  const id = call.parameters[parameter] ?? ""
  return id.startsWith(prefix) && uuidPattern.test(id.slice(prefix.length))
    ? Effect.succeed(id)
    : Effect.fail(new NotFound({ what, id }))
}

export const fiatIdParameter = ({ parameter, prefix, what }: FiatResource): Parameter => ({
  in: "path",
  name: parameter,
  required: true,
  description: `The ${what}'s id.`,
  schema: Schema.String.check(Schema.isPattern(new RegExp(`^${prefix}[0-9a-f]{32}$`)))
})
