import { Schema } from "effect"

/** The host has closed this Quittance: nothing can be asked of it any more. */
export class Closed extends Schema.TaggedError<Closed>()("Closed", {}) {
  get code() {
    return "closed" as const
  }

  override get message(): string {
    return "this Quittance is closed: call its operations before close(), or create another"
  }
}
