import type { InputIssue } from "@quittance/core"
import type { ScreenFailure, Seen } from "./Seen.ts"

const statuses: { readonly [Tag in ScreenFailure["_tag"]]?: number } = {
  ...{ InvalidInput: 400, InvalidCursor: 400, AmountOutOfRange: 400, BatchFileMalformed: 400 },
  ...{ NotAllowed: 403, StepUpNeeded: 403, NotFound: 404, SignInLimited: 429 },
  ...{ HasherBusy: 503, StoreOnHold: 503 }
}

/** The status of a page that tells it. */
export const statusOfFailure = ({ _tag }: ScreenFailure): number =>
  statuses[_tag] ?? (_tag.endsWith("Unavailable") ? 503 : 409)

/** A message as a sentence. */
export const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`

export interface FormMessage {
  readonly status: number
  readonly told?: string
  readonly issues?: ReadonlyArray<InputIssue>
}

/** What a form says that was refused; undefined where it is not for the person at all. */
export const formMessage = (failure: ScreenFailure, { words }: Seen): FormMessage | undefined => {
  const status = statusOfFailure(failure)
  switch (failure._tag) {
    case "NotFound":
    case "NotAllowed":
      return undefined
    case "InvalidInput":
      return { status, issues: failure.issues }
    case "AmountOutOfRange": {
      const { field, message } = failure
      // Beside its field, whose name the message begins with.
      const said = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message
      return { status, issues: [{ field, code: "out_of_range", message: said }] }
    }
    case "DoneBefore":
      return { status, told: words.frame.doneBefore }
    case "SignInRefused":
      return {
        status: 400,
        issues: [{ field: "code", code: "invalid_value", message: words.frame.wrongCode }]
      }
    case "StepUpNeeded":
      return {
        status,
        told: failure.reason === "nonce" ? words.frame.nonceUsed : words.frame.proofNeeded
      }
    default:
      return {
        status,
        told: failure._tag.endsWith("Unavailable") ? words.frame.away : sentence(failure.message)
      }
  }
}
