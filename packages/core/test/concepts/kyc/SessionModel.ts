import type { DocumentChoice } from "../../../src/concepts/kyc/DocumentChoice.ts"
import type { KycSessionCommand } from "../../../src/concepts/kyc/KycSession.ts"
import type { KycStatus } from "../../../src/concepts/kyc/KycStanding.ts"
import type { KycLevel, KycStep } from "../../../src/concepts/kyc/KycStep.ts"
import { attemptMax, expiresAt, freeMax } from "./kycSamples.ts"

/** Everything but the creation. */
export type LaterCommand = Exclude<KycSessionCommand, { readonly _tag: "Create" }>

/** What was said of a document, in one text; nothing of others. */
const saidOf = (choice: DocumentChoice | undefined) =>
  choice === undefined ? "" : `${choice.kind} of ${choice.country}`

/**
 * A second, simpler account of a session: what was shown, how often it was refused, how its check stands, and how it
 * ended.
 */
export class SessionModel {
  readonly level: KycLevel
  /** The steps with what was said of the document that was shown in them. */
  shown: ReadonlyArray<readonly [KycStep, string]> = []
  refusals = 0
  discarded = 0
  check = 0
  running: "no" | "wanted" | "asked" | "lost" | "known" = "no"
  ended: KycStatus | undefined
  redacted = false
  /** Before its first document a session knows nothing of checks. */
  hasBegun = false

  constructor(level: KycLevel) {
    this.level = level
  }

  /** A card, or any other document but a passport, has a back. */
  get steps(): ReadonlyArray<KycStep> {
    const said = this.shown.map(([, text]) => text).find((text) => text !== "") ?? ""
    const document: ReadonlyArray<KycStep> =
      said === "" || said.startsWith("passport") ? ["document"] : ["document", "document_back"]
    return [...document, "selfie", ...(this.level === "basic" ? [] : ["proof_of_address" as const])]
  }

  get missing(): ReadonlyArray<KycStep> {
    return this.steps.filter((step) => !this.isShown(step))
  }

  get waits(): boolean {
    return this.ended === undefined && this.running === "no"
  }

  private isShown(step: KycStep): boolean {
    return this.shown.some(([each]) => each === step)
  }

  /** Carries out a command and says whether it must be accepted. */
  tell(command: LaterCommand): boolean {
    const isUp = command.at >= expiresAt
    switch (command._tag) {
      case "Submit": {
        const { choice, step } = command.document
        if (!this.waits || isUp || step !== this.missing[0]) return false
        const [front = ""] = this.shown.flatMap(([each, text]) => (each === "document" ? [text] : []))
        const said = step === "document_back" ? front : saidOf(choice)
        const kept = this.shown.filter(
          ([each, text]) => step !== "document" || each !== "document_back" || text === said
        )
        this.shown = [...kept, [step, said]]
        this.hasBegun = true
        return this.missing.length > 0 || this.begin()
      }
      case "RefusePicture": {
        if (!this.waits || isUp || command.step !== this.missing[0]) return false
        this.discarded += 1
        if (this.discarded <= freeMax) return true
        this.hasBegun = true
        this.refusals += 1
        return this.refusals < attemptMax || this.end("failed")
      }
      case "TakeBack": {
        const may = this.waits && !isUp && this.missing[0] === "document_back" && this.discarded < freeMax
        if (!may) return false
        this.discarded += 1
        this.shown = this.shown.filter(([step]) => step !== "document")
        return true
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
        return command.steps.every((step) => !this.redacted && this.isShown(step))
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
    this.hasBegun = true
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

  /** Whether a reason asks for a side of the document again, or for another step. */
  private isAskedAgain(step: KycStep, reason: string): boolean {
    if (reason === "document_expired") return step === "document" || step === "document_back"
    if (step === "document" && reason.startsWith("document_back_")) return !this.isShown("document_back")
    return reason.startsWith(`${step}_`)
  }

  private decide({ at, verdict }: Extract<LaterCommand, { readonly _tag: "Answer" }>): true {
    if (verdict._tag === "Passed") return this.end("completed")
    this.refusals += 1
    if (verdict.course === "final" || this.refusals === attemptMax) return this.end("failed")
    const kept = this.shown.filter(
      ([step]) => !verdict.reasons.some((reason) => this.isAskedAgain(step, reason))
    )
    this.shown = kept.length === this.shown.length ? [] : kept
    this.running = "no"
    return at < expiresAt || this.end("expired")
  }
}
