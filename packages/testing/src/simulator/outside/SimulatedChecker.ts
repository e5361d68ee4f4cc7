import {
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus,
  type KycVerdict
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import type { Process, World } from "../World.ts"
import { type Answer, Line } from "./Line.ts"

/**
 * A checker that keeps the laws of its port, and sometimes answers for another check. It is a fault if the caller
 * cannot show it the documents of a session that was not redacted.
 */

interface Check {
  readonly verdict: KycVerdict
  /** The instant from which it is reported. */
  readonly decidedAt: number
}

const passed = { _tag: "Passed" } as const
const refused = (course: "retry" | "final", ...reasons: ReadonlyArray<string>): KycVerdict => ({
  _tag: "Refused",
  reasons,
  course
})
const verdicts = [
  passed,
  passed,
  passed,
  refused("retry", "document_unreadable"),
  refused("retry", "document_unreadable", "selfie_unclear"),
  refused("retry", "selfie_unclear"),
  refused("retry", "selfie_mismatch", "document_expired"),
  refused("retry", "other"),
  refused("final", "suspected_fraud")
] as const

const checkMillisMax = 2 * 60 * 60 * 1_000

export class SimulatedChecker {
  /** Whether a session was redacted. If so, missing documents are no fault. */
  isRedacted: (sessionId: string) => boolean = () => false
  readonly #world: World
  readonly #line: Line<KycCheckerUnavailable>
  readonly #checks = new Map<string, Check>()

  constructor(world: World) {
    this.#world = world
    this.#line = new Line(
      world,
      "checker",
      new KycCheckerUnavailable({ reason: "the checker does not answer" })
    )
  }

  /** The checker's name for a session's check. Without restores there is one of each number. */
  checkIdOf(sessionId: string, check: number): string | undefined {
    return [...this.#checks.keys()].find((checkId) => checkId.startsWith(`${sessionId}-${check}-`))
  }

  has(checkId: string): boolean {
    return this.#checks.has(checkId)
  }

  /** Its answer on a check that has come to a verdict. */
  verdictOf(checkId: string): KycVerdict | undefined {
    const { isCalm, now } = this.#world
    const check = this.#checks.get(checkId)
    return check !== undefined && (isCalm || check.decidedAt <= now) ? check.verdict : undefined
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): KycChecker["Service"] {
    return KycChecker.of({
      open: (request) =>
        Effect.andThen(
          this.#read(request),
          this.#line.begin(process, "open", request.checkId, () => this.#arrive(request.checkId))
        ),
      lookup: (checkId) => this.#line.lookUp(process, checkId, () => this.#lookUp(checkId))
    })
  }

  /** What cannot be read is not asked about. */
  #read({ checkId, documents, sessionId }: KycCheckRequest): Effect.Effect<void, KycCheckerUnavailable> {
    return Effect.forEach(documents, ({ content }) => Stream.runDrain(content), { discard: true }).pipe(
      Effect.tapErrorTag("BlobMissing", ({ message }) =>
        Effect.sync(() => {
          if (!this.isRedacted(sessionId)) this.#world.faults.push(`${checkId}: ${message}`)
        })
      ),
      Effect.mapError(({ message }) => new KycCheckerUnavailable({ reason: message }))
    )
  }

  #arrive(checkId: string): Answer<KycCheckStatus | { readonly _tag: "Duplicate" }> {
    if (this.#checks.has(checkId)) return Option.some({ _tag: "Duplicate" })
    const { chance, now } = this.#world
    const takes = chance.happens(0.4) ? 0 : chance.millisUpTo(checkMillisMax)
    this.#checks.set(checkId, { verdict: chance.oneOf(verdicts), decidedAt: now + takes })
    return Option.some(this.#statusOf(checkId))
  }

  #lookUp(checkId: string): Answer<KycCheckStatus | { readonly _tag: "NotFound" }> {
    return Option.some(this.#checks.has(checkId) ? this.#statusOf(checkId) : { _tag: "NotFound" })
  }

  #statusOf(checkId: string): KycCheckStatus {
    const { chance, isCalm } = this.#world
    const other = chance.oneOfAny([...this.#checks.keys()].filter((each) => each !== checkId))
    if (!isCalm && other !== undefined && chance.happens(0.1)) {
      this.#world.note("checker", `answers for ${other} in place of ${checkId}`)
      return { _tag: "Decided", checkId: other, verdict: passed }
    }
    const verdict = this.verdictOf(checkId)
    return verdict === undefined ? { _tag: "Running", checkId } : { _tag: "Decided", checkId, verdict }
  }
}
