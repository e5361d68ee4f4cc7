import {
  KycChecker,
  type KycCheckRequest,
  type KycCheckStatus,
  KycCheckerUnavailable,
  type KycVerdict
} from "@quittance/core"
import { Effect, Option, Stream } from "effect"
import type { Chance } from "./Chance.ts"
import type { Process, World } from "./World.ts"

/**
 * A checker that keeps the laws of its port and is as unpleasant as they allow: questions get lost or arrive twice, answers get
 * lost, come too late, or are for another check. It also keeps an eye on its callers: whoever asks again without having been told
 * "not found" is at fault, and so is who cannot show the documents of a session that was not redacted.
 */

interface Check {
  readonly verdict: KycVerdict
  /** From when it is told. */
  readonly decidedAt: number
}

/** An answer, or none: the caller hears nothing. */
type Answer<A> = Option.Option<A>

/** What may become of a question on its way. */
const journeys = ["plain", "plain", "plain", "lost", "twice"] as const

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
  refused("retry", "selfie_unclear"),
  refused("retry", "selfie_mismatch", "document_expired"),
  refused("retry", "other"),
  refused("final", "suspected_fraud")
] as const

const checkMillisMax = 2 * 60 * 60 * 1_000

export class SimulatedChecker {
  /** Calm, it answers every call at once, with a verdict. */
  isCalm = false
  readonly #world: World
  readonly #chance: Chance
  readonly #isRedacted: (sessionId: string) => boolean
  readonly #checks = new Map<string, Check>()
  /** Checks that it was asked for, and of which nobody was told "not found" since. */
  readonly #outstanding = new Set<string>()

  constructor(world: World, chance: Chance, isRedacted: (sessionId: string) => boolean) {
    this.#world = world
    this.#chance = chance
    this.#isRedacted = isRedacted
  }

  /** What it knows a session's check by: without restores there is one of each number. */
  checkIdOf(sessionId: string, check: number): string | undefined {
    return [...this.#checks.keys()].find((checkId) => checkId.startsWith(`${sessionId}-${check}-`))
  }

  has(checkId: string): boolean {
    return this.#checks.has(checkId)
  }

  /** What it says of a check, once it has come to that. */
  verdictOf(checkId: string): KycVerdict | undefined {
    const check = this.#checks.get(checkId)
    return check !== undefined && (this.isCalm || check.decidedAt <= this.#world.now)
      ? check.verdict
      : undefined
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): KycChecker["Service"] {
    const call = <A>(name: string, run: () => A): Effect.Effect<A> =>
      this.#world.call(process, `checker.${name}`, Effect.sync(run))

    const open = (request: KycCheckRequest) =>
      Effect.gen({ self: this }, function* () {
        const { checkId } = request
        yield* this.#read(request)
        if (this.#outstanding.has(checkId)) this.#world.faults.push(`check ${checkId} was opened blindly`)
        this.#outstanding.add(checkId)
        const journey = this.isCalm ? "plain" : this.#chance.oneOf(journeys)
        if (journey === "lost") {
          yield* call("open that is lost", () => undefined)
          return yield* unanswered
        }
        return yield* this.#answered(
          call("open", () => {
            if (journey === "twice") this.#arrive(checkId)
            return this.#onItsWay(this.#arrive(checkId))
          })
        )
      })

    return KycChecker.of({
      open,
      lookup: (checkId) => this.#answered(call("lookup", () => this.#lookUp(checkId)))
    })
  }

  /** What cannot be read is not asked about. */
  #read({ checkId, documents, sessionId }: KycCheckRequest): Effect.Effect<void, KycCheckerUnavailable> {
    return Effect.forEach(documents, ({ content }) => Stream.runDrain(content), { discard: true }).pipe(
      Effect.tapErrorTag("BlobMissing", ({ message }) =>
        Effect.sync(() => {
          if (!this.#isRedacted(sessionId)) this.#world.faults.push(`${checkId}: ${message}`)
        })
      ),
      Effect.mapError(({ message }) => new KycCheckerUnavailable({ reason: message }))
    )
  }

  #arrive(checkId: string): KycCheckStatus | { readonly _tag: "Duplicate" } {
    if (this.#checks.has(checkId)) return { _tag: "Duplicate" }
    const takes = this.#chance.happens(0.4) ? 0 : this.#chance.millisUpTo(checkMillisMax)
    this.#checks.set(checkId, {
      verdict: this.#chance.oneOf(verdicts),
      decidedAt: this.#world.now + takes
    })
    return this.#statusOf(checkId)
  }

  #lookUp(checkId: string): Answer<KycCheckStatus | { readonly _tag: "NotFound" }> {
    if (this.#checks.has(checkId)) return this.#onItsWay(this.#statusOf(checkId))
    const answer = this.#onItsWay({ _tag: "NotFound" } as const)
    if (Option.isSome(answer)) this.#outstanding.delete(checkId)
    return answer
  }

  #statusOf(checkId: string): KycCheckStatus {
    const others = [...this.#checks.keys()].filter((each) => each !== checkId)
    const other = this.#chance.oneOfAny(others)
    if (!this.isCalm && other !== undefined && this.#chance.happens(0.1)) {
      this.#world.note("checker", `answers for ${other} in place of ${checkId}`)
      return { _tag: "Decided", checkId: other, verdict: passed }
    }
    const verdict = this.verdictOf(checkId)
    return verdict === undefined ? { _tag: "Running", checkId } : { _tag: "Decided", checkId, verdict }
  }

  #onItsWay<A>(answer: A): Answer<A> {
    return !this.isCalm && this.#chance.happens(0.15) ? Option.none() : Option.some(answer)
  }

  /** At once, slowly, or never. */
  #answered<A>(call: Effect.Effect<Answer<A>>): Effect.Effect<A, KycCheckerUnavailable> {
    return Effect.flatMap(call, (answer) => {
      if (Option.isNone(answer)) return unanswered
      const told = Effect.succeed(answer.value)
      return !this.isCalm && this.#chance.happens(0.2)
        ? Effect.delay(told, this.#chance.millisUpTo(60_000))
        : told
    })
  }
}

const unanswered = Effect.suspend(() =>
  Effect.fail(new KycCheckerUnavailable({ reason: "the checker does not answer" }))
)
