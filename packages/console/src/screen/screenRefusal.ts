import type { InputIssue } from "@quittance/core"
import type { ScreenFailure, Seen } from "./Seen.ts"

/** The status of a page that tells it. */
export const statusOfFailure = ({ _tag }: ScreenFailure): number => {
  switch (_tag) {
    case "NotFound":
      return 404
    case "NotAllowed":
    case "StepUpNeeded":
      return 403
    case "InvalidInput":
    case "InvalidCursor":
    case "AmountOutOfRange":
    case "BatchFileMalformed":
      return 400
    case "HasherBusy":
    case "StoreOnHold":
      return 503
    case "SignInLimited":
      return 429
    default:
      return _tag.endsWith("Unavailable") ? 503 : 409
  }
}

/** A message as a sentence. */
export const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`

interface FormMessage {
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
