import type {
  InvalidInput,
  InvalidState,
  LimitReached,
  NotFound,
  StoreOnHold,
  StoreUnavailable
} from "@quittance/core"
import type {
  ApprovalRefused,
  CredentialRefused,
  HasherBusy,
  InvitationRefused,
  NotAllowed,
  SignInLimited,
  SignInLinksOff,
  SignInRefused,
  StepUpNeeded
} from "@quittance/core/adapter"
import { Data } from "effect"

const statuses = {
  invalid_request: 400,
  invalid_json: 400,
  not_signed_in: 401,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500
} as const

/** A request that is not one for the console. */
export class SignInFault extends Data.TaggedError("SignInFault")<{
  readonly code: keyof typeof statuses
  readonly message: string
}> {}

/** Whatever a request below `/console` is refused with. */
export type SignInFailure =
  | SignInFault
  | ApprovalRefused
  | CredentialRefused
  | HasherBusy
  | InvitationRefused
  | LimitReached
  | NotAllowed
  | StoreOnHold
  | InvalidInput
  | InvalidState
  | NotFound
  | SignInLimited
  | SignInLinksOff
  | SignInRefused
  | StepUpNeeded
  | StoreUnavailable

/** How a refusal is answered: its status, and when to try again. */
export const statusOf = (
  failure: SignInFailure
): { readonly status: number; readonly retryAfterMillis?: number } => {
  switch (failure._tag) {
    case "SignInFault":
      return { status: statuses[failure.code] }
    case "InvalidInput":
      return { status: 400 }
    case "SignInRefused":
      return { status: 401 }
    case "NotAllowed":
    case "StepUpNeeded":
      return { status: 403 }
    case "ApprovalRefused":
      return { status: failure.code === "forbidden" ? 403 : 409 }
    case "NotFound":
    case "SignInLinksOff":
      return { status: 404 }
    case "CredentialRefused":
    case "InvalidState":
    case "InvitationRefused":
    case "LimitReached":
      return { status: 409 }
    case "SignInLimited":
      return { status: 429, retryAfterMillis: failure.retryAfterMillis }
    case "HasherBusy":
      return { status: 503, retryAfterMillis: failure.retryAfterMillis }
    case "StoreOnHold":
      return { status: 503 }
    case "StoreUnavailable":
      return { status: 503, retryAfterMillis: 1_000 }
  }
}

/** What the refusal says. A store that is away says no more than that. */
export const messageOf = (failure: SignInFailure): string =>
  failure._tag === "StoreUnavailable" ? "the store does not answer: try again in a moment" : failure.message
