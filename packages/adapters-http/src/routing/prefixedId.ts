import { NotFound } from "@quittance/core"
import {
  batchPrefix,
  deliveryPrefix,
  exampleId,
  type IdPrefix,
  invoicePrefix,
  kycSessionPrefix,
  partnerPrefix,
  statementEntryPrefix,
  transitWalletPrefix,
  webhookPrefix
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import type { Call, Parameter } from "./ApiOperation.ts"
import { idHint } from "./idHint.ts"

/** A kind of resource whose ids are a prefix and a UUID without dashes. */
interface PrefixedResource {
  readonly what: string
  readonly prefix: IdPrefix
  /** The name of the path's segment. */
  readonly parameter: string
}

export const invoiceResource: PrefixedResource = { what: "invoice", prefix: invoicePrefix, parameter: "id" }
export const batchResource: PrefixedResource = { what: "batch", prefix: batchPrefix, parameter: "batchId" }
export const kycSessionResource: PrefixedResource = {
  what: "KYC session",
  prefix: kycSessionPrefix,
  parameter: "id"
}
export const webhookResource: PrefixedResource = { what: "webhook", prefix: webhookPrefix, parameter: "id" }
export const walletResource: PrefixedResource = {
  what: "wallet",
  prefix: transitWalletPrefix,
  parameter: "id"
}
export const partnerResource: PrefixedResource = { what: "partner", prefix: partnerPrefix, parameter: "id" }
export const statementEntryResource: PrefixedResource = {
  what: "statement entry",
  prefix: statementEntryPrefix,
  parameter: "id"
}
export const deliveryResource: PrefixedResource = {
  what: "delivery",
  prefix: deliveryPrefix,
  parameter: "deliveryId"
}

const uuidPattern = /^[0-9a-f]{32}$/

/** The id in the path. A text without the form of an id is not found. */
export const prefixedId = (
  call: Pick<Call, "parameters">,
  { parameter, prefix, what }: PrefixedResource
): Effect.Effect<string, NotFound> => {
  const id = call.parameters[parameter] ?? ""
  return id.startsWith(prefix) && uuidPattern.test(id.slice(prefix.length))
    ? Effect.succeed(id)
    : Effect.fail(
        new NotFound({ what, id, hint: idHint(id, `its id is ${prefix} and 32 hexadecimal digits`) })
      )
}

export const prefixedIdParameter = ({ parameter, prefix, what }: PrefixedResource): Parameter => ({
  in: "path",
  name: parameter,
  required: true,
  description: `The ${what}'s id.`,
  schema: Schema.String.check(Schema.isPattern(new RegExp(`^${prefix}[0-9a-f]{32}$`, "u"))).annotate({
    examples: [exampleId(prefix)]
  })
})
