import { type KycReviewView, Operations } from "@quittance/core"
import { decodeKycDecision } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { servicesLayer } from "../start/services.ts"
import { decidedBy } from "./decidedBy.ts"
import { checked, onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printFacts, printJson, printLine } from "./print.ts"

const flags = { outcome: "--as", reasons: "--reason", comment: "--comment", decidedBy: "--by" } as const

/** `quittance kyc decide`: an operator's decision on the running check. A running server announces it at once. */
export const run: RunCommand = (input) => {
  const decision = checked(flags, decodeKycDecision(decisionOf(input)))
  const decide = Effect.gen(function* () {
    const { kyc } = yield* Operations
    const session = yield* kyc.review.decide(input.operand, decision)
    const partner = (yield* partnerNames([session.partnerId]))(session.partnerId)
    if (input.has("--json")) printJson({ partner, ...session })
    else {
      printLine(
        `KYC session ${session.id} is ${session.status}: ${consequenceOf(session, decision.outcome)}.\n`
      )
      printFacts([
        ["Partner", partner],
        ["Reasons", session.failureReasons.join(", ")],
        ["Refused attempts", String(session.attempts)],
        ["Comment", session.comment ?? ""],
        ["Decided by", session.decidedBy ?? ""]
      ])
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), decide)
}

const decisionOf = (input: CommandInput) => {
  const outcome = input.required("--as")
  const reasons = input.texts("--reason")
  if (outcome === "completed" && reasons !== undefined)
    throw new UsageError("--reason is only for --as failed and --as retry.")
  return { outcome, reasons, comment: input.text("--comment"), decidedBy: decidedBy(input) }
}

const consequenceOf = ({ status }: KycReviewView, outcome: string): string => {
  if (status === "in_progress") return "the person may try again"
  if (outcome === "retry") return status === "expired" ? "its time is up" : "that was the last attempt"
  return "the partner is notified"
}
