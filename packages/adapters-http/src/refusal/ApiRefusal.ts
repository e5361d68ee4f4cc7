import { Data } from "effect"
import { type ApiResponse, jsonResponse } from "../message/ApiResponse.ts"
import { type ErrorCode, statusOfCode } from "./ErrorCode.ts"

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
}> {}

/** The envelope of failure. */
export const errorResponse = (requestId: string, refusal: ApiRefusal): ApiResponse => {
  const { code, details, message } = refusal
  const error = details === undefined ? { code, message } : { code, message, details }
  return jsonResponse(statusOfCode[code], requestId, { success: false, error }, refusal.headers)
}
