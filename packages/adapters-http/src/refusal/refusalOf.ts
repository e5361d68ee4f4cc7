import type {
  AmountOutOfRange,
  BankOperationUsed,
  BatchFileMalformed,
  BatchRulesBroken,
  DocumentRefused,
  Duplicate,
  IdempotencyConflict,
  InsufficientFunds,
  InvalidAddress,
  InvalidInput,
  InvalidState,
  InvalidUrl,
  KycStepRefused,
  LimitReached,
  NotFound,
  ProviderMissing,
  SignatureImageRefused,
  StoreOnHold,
  StoreUnavailable,
  UnsupportedNetwork,
  WebhookNotConfigured
} from "@quittance/core"
import {
  type BankRailUnavailable,
  type BlobMissing,
  type BlobStoreUnavailable,
  breaksRule,
  type ClaimTaken,
  type DepositAddressesUnavailable,
  type DocumentFault,
  type InvalidCursor,
  type KycCheckerUnavailable,
  type PicturesUnavailable,
  type SignatureClassifierUnavailable,
  type SignatureImageFault
} from "@quittance/core/adapter"
import type { BodyFault } from "../message/ApiMessage.ts"
import { ApiRefusal, type RefusalDetail } from "./ApiRefusal.ts"
import type { ErrorCode } from "./ErrorCode.ts"

/** Everything that an operation may fail with. */
export type ApiFailure =
  | ApiRefusal
  | BodyFault
  | InvalidInput
  | InvalidCursor
  | UnsupportedNetwork
  | InvalidAddress
  | AmountOutOfRange
  | InsufficientFunds
  | IdempotencyConflict
  | InvalidState
  | InvalidUrl
  | Duplicate
  | LimitReached
  | WebhookNotConfigured
  | ClaimTaken
  | NotFound
  | ProviderMissing
  | StoreOnHold
  | StoreUnavailable
  | DepositAddressesUnavailable
  | BankOperationUsed
  | BankRailUnavailable
  | BatchFileMalformed
  | BatchRulesBroken
  | DocumentRefused
  | KycStepRefused
  | KycCheckerUnavailable
  | PicturesUnavailable
  | BlobStoreUnavailable
  | BlobMissing
  | SignatureImageRefused
  | SignatureClassifierUnavailable

const refuse = (code: ErrorCode, message: string) => new ApiRefusal({ code, message })

const refuseField = (code: ErrorCode, field: string, detail: RefusalDetail["code"], message: string) =>
  new ApiRefusal({ code, message, details: [{ field, code: detail, message }] })

const refuseInput = (code: ErrorCode, input: InvalidInput) =>
  new ApiRefusal({ code, message: input.sentence("the body"), details: input.issues })

/** `rows.2.amount` is the column `amount` of the second data row, and `amount` the column itself. */
const rowDetail = ({ code, field, message, row }: BatchRulesBroken["issues"][number]): RefusalDetail => {
  const path = row === null ? [field] : ["rows", String(row), field]
  return { field: path.filter((part) => part !== "").join("."), code, message }
}

const codeOfFault: { readonly [F in DocumentFault | SignatureImageFault]: ErrorCode } = {
  empty: "invalid_image",
  unreadable: "invalid_image",
  tooSmall: "invalid_image",
  tooDark: "invalid_image",
  blurry: "invalid_image",
  tooCostly: "invalid_image",
  costlyPdf: "invalid_image",
  brokenPdf: "invalid_image",
  unclearPdf: "invalid_image",
  repeated: "invalid_image",
  usedBefore: "invalid_image",
  unsupported: "unsupported_image",
  lockedPdf: "unsupported_image",
  tooManyPixels: "image_too_large",
  tooManyPages: "image_too_large",
  tooLargePages: "image_too_large",
  tooLarge: "payload_too_large"
}

const unavailable = (message: string, retryAfterSeconds: number) =>
  new ApiRefusal({
    code: "service_unavailable",
    message,
    headers: { "Retry-After": String(retryAfterSeconds) }
  })

/** How each failure is told to a client: the one place where the core's words become codes of the interface. */
export const refusalOf = (failure: ApiFailure): ApiRefusal => {
  switch (failure._tag) {
    case "ApiRefusal":
      return failure
    case "BodyTooLarge":
      return refuse("payload_too_large", `the body must have at most ${failure.limitBytes} bytes`)
    case "BodyBroken":
      return refuse("invalid_request", "the body ended before all of it was sent")
    case "BodyAlreadyRead":
      return refuse("internal_error", failure.message)
    case "InvalidInput":
      return refuseInput("invalid_request", failure)
    case "InvalidCursor":
      return refuseField("invalid_cursor", "cursor", "invalid_value", failure.message)
    case "UnsupportedNetwork":
      return refuseField("unsupported_network", "network", "invalid_value", failure.message)
    case "InvalidAddress":
      return refuseField("invalid_address", "address", "invalid_value", failure.message)
    case "AmountOutOfRange":
      return refuseField("amount_out_of_range", failure.field, "out_of_range", failure.message)
    case "InsufficientFunds":
      return refuse("insufficient_funds", failure.message)
    case "IdempotencyConflict":
      return refuse("idempotency_conflict", failure.message)
    case "InvalidState":
      return refuse("invalid_state", failure.message)
    case "InvalidUrl":
      return refuseField("invalid_url", failure.field, "invalid_url", failure.message)
    case "Duplicate":
      return refuse("duplicate", failure.message)
    case "LimitReached":
      return refuse("limit_reached", failure.message)
    case "WebhookNotConfigured":
      return refuse("webhook_not_configured", `${failure.message}, with PUT /v1/webhook`)
    case "ClaimTaken":
      return refuse("duplicate", "a value that must be unique is already in use")
    case "NotFound":
      return refuse("not_found", failure.message)
    case "ProviderMissing":
      return unavailable(failure.message, 60)
    case "StoreOnHold":
      return new ApiRefusal({
        code: "store_on_hold",
        message: failure.message,
        headers: { "Retry-After": "60" }
      })
    case "StoreUnavailable":
      return unavailable(
        "the storage is busy or stopping; try again, with the same idempotency key if there is one",
        1
      )
    case "DepositAddressesUnavailable":
      return unavailable("no deposit address is available; try again", 5)
    case "BankOperationUsed":
      return refuse("duplicate", failure.message)
    case "BatchFileMalformed":
      return refuse("invalid_request", failure.message)
    case "BatchRulesBroken":
      return new ApiRefusal({
        code: "validation_failed",
        message: failure.message,
        details: failure.issues.map(rowDetail)
      })
    case "BankRailUnavailable":
      return unavailable("the bank payment system does not answer; try again", 5)
    case "DocumentRefused":
    case "SignatureImageRefused":
      return refuse(codeOfFault[failure.fault], failure.message)
    case "KycStepRefused":
      return refuse("invalid_state", failure.message)
    case "BlobMissing":
      return refuse("not_found", failure.message)
    case "PicturesUnavailable":
      return unavailable("too many pictures are being analysed now; try again", 5)
    case "SignatureClassifierUnavailable":
      return unavailable("images of signatures cannot be validated now; try again", 5)
    case "BlobStoreUnavailable":
      return unavailable("documents cannot be stored or read now; try again", 5)
    case "KycCheckerUnavailable":
      return unavailable("the identity checker does not answer; try again", 5)
  }
}

/**
 * How the fiat group tells what is wrong with a body: well-formed input that only breaks rules is `validation_failed`.
 * Everything else is told as everywhere.
 */
export const ruleRefusalOf = <Failure extends ApiFailure>(failure: Failure): Failure | ApiRefusal => {
  if (failure._tag === "InvalidInput" && failure.issues.every(breaksRule))
    return refuseInput("validation_failed", failure)
  if (failure._tag === "AmountOutOfRange")
    return refuseField("validation_failed", failure.field, "out_of_range", failure.message)
  return failure
}
