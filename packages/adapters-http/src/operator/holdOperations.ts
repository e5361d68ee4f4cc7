import { Holds, InvalidInput } from "@quittance/core"
import {
  component,
  DateTime,
  decoderOf,
  HoldSurveyView,
  HoldView,
  holdSurveyView,
  holdView,
  optionalField
} from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"
import type { OperatorOperation } from "../routing/ApiOperation.ts"
import { queryInstant } from "../routing/QueryParameters.ts"

const path = "/api/operator/v1/holds"
const common = { group: "Operator: holds", caller: "operator", parameters: [], errors: [] } as const

const Release = Schema.Struct({
  since: optionalField(
    DateTime.annotate({
      description:
        "Transfers from this instant on are compared; by default from a day before the last change of a payout."
    })
  ),
  acceptUnknown: optionalField(
    Schema.Boolean.annotate({
      description:
        "Release although transfers are unknown, differ, or could not be listed. By default false.",
      examples: [false]
    })
  )
})

const decodeRelease = decoderOf(Release)

const badInstant = InvalidInput.of(
  "since",
  "invalid_value",
  "must be an instant such as 2026-01-15T12:00:00Z"
)

const sinceOf = (text: string | null | undefined) => {
  if (text === null || text === undefined) return Effect.undefined
  const since = queryInstant(text)
  return since === undefined ? Effect.fail(badInstant) : Effect.succeed(since)
}

/** A store that may be out of date, and its release, for the operator. */
export const makeHoldOperations = Effect.gen(function* () {
  const holds = yield* Holds

  const get: OperatorOperation = {
    ...common,
    id: "getHold",
    method: "GET",
    path,
    summary: "Read whether the store is on hold",
    scope: "holds:read",
    request: undefined,
    success: Schema.Struct({
      hold: Schema.NullOr(HoldView).annotate({ description: "Null if the store is not on hold." })
    }).annotate(component("HoldResponse", "The hold of the store.")),
    handle: () =>
      Effect.map(holds.current, (hold) => ({
        fields: { hold: Option.getOrNull(Option.map(hold, holdView)) }
      }))
  }

  const release: OperatorOperation = {
    ...common,
    id: "releaseHold",
    method: "POST",
    path: `${path}/release`,
    summary: "Compare the store with the processing side, and release it if they agree",
    repeatable: true,
    scope: "holds:write",
    request: Release,
    requestOptional: true,
    success: HoldSurveyView,
    handle: Effect.fnUntraced(function* ({ body }) {
      const { acceptUnknown, since } = yield* Effect.fromResult(decodeRelease(body))
      const asked = { since: yield* sinceOf(since), acceptUnknown: acceptUnknown === true }
      const { isReleased, survey } = yield* holds.releaseCompared(asked)
      return { fields: holdSurveyView(survey, isReleased) }
    })
  }

  return [get, release]
})
