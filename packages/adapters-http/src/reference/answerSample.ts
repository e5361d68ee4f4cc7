import { Uuid } from "@quittance/core/adapter"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { jsonSchemaOf } from "./jsonSchemaOf.ts"
import { type JsonForm, sampleOf } from "./sampleOf.ts"

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The sample with other values in place of its own; an object without fields takes the place of a whole one. */
const merged = (sample: unknown, other: unknown): unknown =>
  isRecord(sample) && isRecord(other) && Object.keys(other).length > 0
    ? {
        ...sample,
        ...Object.fromEntries(Object.entries(other).map(([name, each]) => [name, merged(sample[name], each)]))
      }
    : other

/** What an operation answers, made of the examples of its schema; undefined if it answers without a body. */
export const answerSampleOf = ({
  answerExample,
  recordStatus,
  success
}: ApiOperation): object | undefined => {
  if (recordStatus === 204) return undefined
  const sample = sampleOf(jsonSchemaOf(success) as JsonForm)
  const fields = (answerExample === undefined ? sample : merged(sample, answerExample)) as object
  if (recordStatus !== undefined) return fields
  return { success: true, ...fields, requestId: sampleOf(jsonSchemaOf(Uuid) as JsonForm) }
}
