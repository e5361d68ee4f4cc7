import { ApiKeyRequest, Operations } from "@quittance/core"
import { Effect, Schema } from "effect"
import { type OperatorOperation, unchecked } from "../../src/routing/ApiOperation.ts"

/** An operator's operation of the tests' own: makes a partner's key, and says by whose key that was done. */
export const makeOperatorRows = Effect.map(Operations, ({ keys }): ReadonlyArray<OperatorOperation> => {
  const create: OperatorOperation = {
    id: "createKeyAsOperator",
    group: "Operator",
    method: "POST",
    path: "/api/operator/v1/keys",
    summary: "Create a key of a partner",
    caller: "operator",
    scope: "partners:write",
    parameters: [],
    request: Schema.Struct({
      ...ApiKeyRequest.fields,
      partner: ApiKeyRequest.fields.partner.annotate({ examples: ["shop"] })
    }),
    success: Schema.Struct({
      keyId: Schema.String.annotate({ examples: ["key_1"] }),
      by: Schema.String.annotate({ examples: ["key_2"] })
    }),
    errors: ["not_found"],
    handle: ({ body, caller }) =>
      Effect.map(keys.create(unchecked(body)), ({ id }) => ({ fields: { keyId: id, by: caller.keyId } }))
  }
  return [create]
})
