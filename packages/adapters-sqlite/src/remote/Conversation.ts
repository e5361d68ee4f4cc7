import { StoreUnavailable } from "@quittance/core"
import { ClaimTaken, LeaseLost, LimitExceeded, VersionConflict } from "@quittance/core/adapter"
import { Cause, Effect, Exit, Schema } from "effect"
import { fromPortable, toPortable } from "./portable.ts"
import type { WriteVerbs } from "./writeVerbs.ts"

/** What a front sends in one turn: each request with a number, a verb and its portable arguments. */
export type Requests = ReadonlyArray<
  readonly [number: number, verb: keyof WriteVerbs, args: ReadonlyArray<unknown>]
>

/** An outcome in portable form. */
export type PortableExit =
  | readonly ["success", value: unknown]
  | readonly ["failure", failure: unknown]
  | readonly ["defect", text: string]

/** What the writer sends in one turn. */
export interface Answers {
  readonly answers: ReadonlyArray<readonly [number: number, exit: PortableExit]>
  /** Some process changed jobs since the last message. */
  readonly areJobsChanged: boolean
}

/** Every failure of a writing verb. */
const Failure = Schema.Union([LeaseLost, ClaimTaken, VersionConflict, LimitExceeded, StoreUnavailable])
const isFailure = Schema.is(Failure)
const encodeFailure = Schema.encodeSync(Failure)
const decodeFailure = Schema.decodeUnknownSync(Failure)

export const portableExitOf = (exit: Exit.Exit<unknown, unknown>): PortableExit => {
  if (Exit.isSuccess(exit)) return ["success", toPortable(exit.value)]
  const failure = exit.cause.reasons.find(Cause.isFailReason)?.error
  return isFailure(failure) ? ["failure", encodeFailure(failure)] : ["defect", Cause.pretty(exit.cause)]
}

export const effectOf = ([outcome, value]: PortableExit): Effect.Effect<unknown, unknown> => {
  switch (outcome) {
    case "success":
      return Effect.succeed(fromPortable(value))
    case "failure":
      return Effect.fail(decodeFailure(value))
    case "defect":
      return Effect.die(new Error(`in the process that writes: ${value}`))
  }
}
