import { Schema } from "effect"

/** Why a KYC session does not carry out a command. */

/** The command cannot be carried out from this state. */
export class KycCommandRefused extends Schema.TaggedError<KycCommandRefused>()("KycCommandRefused", {
  from: Schema.String,
  command: Schema.String
}) {
  get code() {
    return "kyc_command_refused" as const
  }
}

/** Another step is the next one. */
export class KycStepRefused extends Schema.TaggedError<KycStepRefused>()("KycStepRefused", {
  step: Schema.String,
  expected: Schema.String
}) {
  get code() {
    return "kyc_step_refused" as const
  }

  override get message(): string {
    return `the step ${this.step} cannot be taken now: the next one is ${this.expected}`
  }
}
