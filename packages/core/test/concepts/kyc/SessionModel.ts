import type { KycSessionCommand, KycStatus } from "../../../src/concepts/kyc/KycSession.ts"
import { type KycLevel, type KycStep, kycSteps } from "../../../src/concepts/kyc/KycStep.ts"
import { attemptMax, expiresAt } from "./kycSamples.ts"

/** Everything but the creation. */
export type LaterCommand = Exclude<KycSessionCommand, { readonly _tag: "Create" }>

/**
 * A second, simpler account of a session: what is still to be shown, how often it was refused, how its check stands,
 * and how it ended.
 */
export class SessionModel {
  readonly steps: ReadonlyArray<KycStep>
  missing: ReadonlyArray<KycStep>
  refusals = 0
  check = 0
  running: "no" | "wanted" | "asked" | "lost" | "known" = "no"
  ended: KycStatus | undefined
  redacted = false

  constructor(level: KycLevel) {
    this.steps = level === "basic" ? ["document", "selfie"] : [...kycSteps]
    this.missing = this.steps
  }

  get waits(): boolean {
    return this.ended === undefined && this.running === "no"
  }

  /** Before its first document a session knows nothing of checks. */
  get hasBegun(): boolean {
    return this.check > 0 || this.missing.length < this.steps.length
  }

  /** Carries out a command and says whether it must be accepted. */
  tell(command: LaterCommand): boolean {
    const isUp = command.at >= expiresAt
    switch (command._tag) {
      case "Submit": {
        if (!this.waits || isUp || command.document.step !== this.missing[0]) return false
        this.missing = this.missing.slice(1)
        return this.missing.length > 0 || this.begin()
      }
      case "WaiveDocuments":
        return this.waits && !isUp && this.begin()
      case "OpenCheck":
        return this.follow("asked", this.running === "wanted" || this.running === "lost")
      case "NoteRunning":
        return this.follow("known", this.running !== "no" && this.running !== "wanted")
      case "LoseAnswer":
        return this.follow("lost", this.running !== "no" && this.running !== "wanted")
      case "Answer": {
        if (this.ended !== undefined) return true
        if (!this.hasBegun || command.check > this.check) return false
        return this.running === "no" || command.check < this.check || this.decide(command)
      }
      case "Expire":
        return !(this.waits && isUp) || this.end("expired")
      case "Look":
        return command.steps.every(
          (step) => !this.redacted && this.steps.includes(step) && !this.missing.includes(step)
        )
      case "Redact": {
        this.redacted = true
        return this.ended !== undefined || this.end("expired")
      }
    }
  }

  status(at: number): KycStatus {
    if (this.ended !== undefined) return this.ended
    if (this.waits && at >= expiresAt) return "expired"
    return this.hasBegun ? "in_progress" : "pending"
  }

  private begin(): true {
    this.running = "wanted"
    this.check += 1
    return true
  }

  private follow(to: "asked" | "known" | "lost", may: boolean): boolean {
    if (may) this.running = to
    return may
  }

  private end(status: KycStatus): true {
    this.running = "no"
    this.ended = status
    return true
  }

  private decide({ at, verdict }: Extract<LaterCommand, { readonly _tag: "Answer" }>): true {
    if (verdict._tag === "Passed") return this.end("completed")
    this.refusals += 1
    if (verdict.course === "final" || this.refusals === attemptMax) return this.end("failed")
    const shown = this.steps.filter((step) => !this.missing.includes(step))
    const named = shown.filter((step) => verdict.reasons.some((reason) => reason.startsWith(`${step}_`)))
    const again = named.length === 0 ? this.steps : named
    this.missing = this.steps.filter((step) => this.missing.includes(step) || again.includes(step))
    this.running = "no"
    return at < expiresAt || this.end("expired")
  }
}
