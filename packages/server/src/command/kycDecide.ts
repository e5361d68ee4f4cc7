import { userInfo } from "node:os"
import { KycReviews, type KycReviewView, kycReviewView } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { linkBase } from "../configuration/StoreConfiguration.ts"
import { isSystemError } from "../start/exclusiveFile.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore, usageOf } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printFacts, printJson, printLine } from "./print.ts"

const flags = { outcome: "--as", reasons: "--reason", decidedBy: "--by" } as const

/** `quittance kyc decide`: an operator's answer to the running check. A running server tells it at once. */
export const run: RunCommand = (input) => {
  const decision = decisionOf(input)
  const decide = Effect.gen(function* () {
    const reviews = yield* KycReviews
    const decided = yield* Effect.mapError(reviews.decide(input.operand, decision), (error) =>
      error._tag === "InvalidInput" ? usageOf(flags)(error) : error
    )
    const session = kycReviewView(decided)
    const partner = (yield* partnerNames([session.partnerId]))(session.partnerId)
    if (input.has("--json")) printJson({ partner, ...session })
    else {
      printLine(
        `KYC session ${session.id} is ${session.status}: ${consequenceOf(session, decision.outcome)}.\n`
      )
      printFacts([
        ["Partner", partner],
        ["Reasons", session.failureReasons.join(", ")],
        ["Refused checks", String(session.attempts)],
        ["Decided by", session.decidedBy ?? ""]
      ])
    }
    return 0
  })
  return onStore(
    (configuration) => servicesLayer(configuration, { vault: "none", publicUrl: linkBase(configuration) }),
    decide
  )
}

const decisionOf = (input: CommandInput) => {
  const outcome = input.required("--as")
  const reasons = input.texts("--reason")
  if (outcome === "completed" && reasons !== undefined)
    throw new UsageError("--reason is for --as failed and --as retry: who passed was refused nothing.")
  return { outcome, reasons, decidedBy: input.text("--by") ?? userName() }
}

/** Who is logged in; a container may run as somebody without a name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new UsageError("--by is missing: this user has no name, so write --by NAME.")
  }
}

const consequenceOf = ({ status }: KycReviewView, outcome: string): string => {
  if (status === "in_progress") return "the person may try again"
  if (outcome === "retry") return status === "expired" ? "its time is up" : "that was the last try"
  return "the partner is told"
}
