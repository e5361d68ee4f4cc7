import { Schema } from "effect"

/** The act needs a proof that it is meant, made in the last five minutes, for this act on this subject. */
export class StepUpNeeded extends Schema.TaggedError<StepUpNeeded>()("StepUpNeeded", {
  act: Schema.String,
  subject: Schema.String,
  reason: Schema.Literals(["missing", "nonce", "ended"])
}) {
  get code() {
    return "step_up_needed" as const
  }

  override get message(): string {
    if (this.reason === "ended") return "the session has ended: sign in again"
    return this.reason === "nonce"
      ? "this form was sent before with something else in it: open it again"
      : `${this.act} needs a passkey or a code of the last five minutes, given for this and nothing else: give it, and send the form again`
  }
}
