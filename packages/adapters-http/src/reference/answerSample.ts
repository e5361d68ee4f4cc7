import { Uuid } from "@quittance/core/adapter"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { jsonSchemaOf } from "./jsonSchemaOf.ts"
import { type JsonForm, sampleOf } from "./sampleOf.ts"

/** What an operation answers, made of the examples of its schema; undefined if it answers without a body. */
export const answerSampleOf = ({ recordStatus, success }: ApiOperation): object | undefined => {
  if (recordStatus === 204) return undefined
  const fields = sampleOf(jsonSchemaOf(success) as JsonForm) as object
  if (recordStatus !== undefined) return fields
  return { success: true, ...fields, requestId: sampleOf(jsonSchemaOf(Uuid) as JsonForm) }
}
