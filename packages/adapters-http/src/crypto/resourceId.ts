import { NotFound } from "@quittance/core"
import { Uuid } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Call, Parameter } from "../routing/ApiOperation.ts"
import { idHint } from "../routing/idHint.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in the path. A text that is not a UUID is not found; letter case does not matter (RFC 9562, 4). */
export const resourceId = (call: Pick<Call, "parameters">, what: string): Effect.Effect<string, NotFound> => {
  const id = call.parameters.id ?? ""
  if (uuid.test(id)) return Effect.succeed(id.toLowerCase())
  const own = what === "invoice" ? "; ?externalId= finds an invoice by your own identifier" : ""
  return Effect.fail(new NotFound({ what, id, hint: idHint(id, `its id is a UUID${own}`) }))
}

export const idParameter = (what: string): Parameter => ({
  in: "path",
  name: "id",
  required: true,
  description: `The ${what}'s id.`,
  schema: Uuid
})
