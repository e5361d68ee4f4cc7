import type { Actor } from "@quittance/core"
import { actingAs } from "@quittance/core/adapter"
import { Cause, Effect, Exit } from "effect"
import { UsageError } from "../cli/UsageError.ts"
import { ConfigurationRefused } from "../configuration/ConfigurationRefused.ts"
import { printError, printProgress } from "./print.ts"
import { operatorHere } from "./systemUser.ts"

/**
 * Runs a command to its exit status. What it commits, the operator does who called it. A refusal is one sentence on
 * standard error; a bug keeps its stack trace.
 */
export const runToEnd = async (
  command: Effect.Effect<number, unknown>,
  actor: Actor = operatorHere()
): Promise<number> => {
  const exit = await Effect.runPromiseExit(actingAs(actor, command))
  return Exit.isSuccess(exit) ? exit.value : report(exit.cause)
}

/** Reports the failure; returns the exit status. */
const report = (cause: Cause.Cause<unknown>): number => {
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (failure === undefined) {
    printError("this is a bug, please report it:")
    printProgress(Cause.pretty(cause))
    return 1
  }
  if (failure instanceof UsageError) throw failure
  const isConfiguration = failure instanceof ConfigurationRefused
  const sentence = sentenceOf(failure)
  for (const each of isConfiguration ? sentence.split("\n") : [sentence]) printError(each)
  return isConfiguration ? 2 : 1
}

const sentenceOf = (failure: unknown): string => {
  const text = textOf(failure).trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const textOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return String(failure)
  const reason = "reason" in failure ? String(failure.reason) : ""
  if ("_tag" in failure && failure._tag === "StoreUnavailable") return `the store does not answer: ${reason}`
  return failure.message === "" ? reason : failure.message
}
