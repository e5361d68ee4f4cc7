import { faultsMax } from "@quittance/core/adapter"
import { Data } from "effect"
import { type ApiResponse, jsonResponse } from "../message/ApiMessage.ts"
import { type DocUrlOf, type ErrorCode, statusOfCode } from "./ErrorCode.ts"

/** One thing that is wrong with a request, for programs. */
export interface RefusalDetail {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** A request that is not carried out. The message says what is wrong and what would be right. */
export class ApiRefusal extends Data.TaggedError("ApiRefusal")<{
  readonly code: ErrorCode
  readonly message: string
  readonly details?: ReadonlyArray<RefusalDetail>
  readonly headers?: { readonly [name: string]: string }
  /** What a success has too, as it is in this case: beside the error. */
  readonly fields?: object
}> {}

/**
 * What a refusal says at most, so that no request is answered with more than 64 KiB of refusal: a character takes three
 * bytes at most, once there are no control characters.
 */
const fieldLengthMax = 100
const detailLengthMax = 600
const messageLengthMax = 4000

const shortened = (text: string, lengthMax: number): string => {
  const calm = text
    .slice(0, lengthMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
  return text.length > lengthMax ? `${calm}…` : calm
}

const shownDetail = ({ code, field, message }: RefusalDetail): RefusalDetail => ({
  field: shortened(field, fieldLengthMax),
  code,
  message: shortened(message, detailLengthMax)
})

/** The envelope of failure. */
export const errorResponse = (requestId: string, refusal: ApiRefusal, docUrlOf: DocUrlOf): ApiResponse => {
  const { code, details } = refusal
  const error = {
    code,
    message: shortened(refusal.message, messageLengthMax),
    ...(details === undefined ? {} : { details: details.slice(0, faultsMax).map(shownDetail) }),
    docUrl: docUrlOf(code)
  }
  const response = jsonResponse(
    statusOfCode(code),
    requestId,
    { success: false, ...refusal.fields, error },
    refusal.headers
  )
  return { ...response, code }
}
