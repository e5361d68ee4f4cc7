import {
  type Instant,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferRequest,
  type TransferStatus
} from "@quittance/core"
import { Effect, Option } from "effect"
import type { Chance } from "./Chance.ts"
import type { Process, World } from "./World.ts"

/**
 * A processing side that keeps the laws of its port and is as unpleasant as they allow: answers get lost before and after
 * the effect or come too late, submissions arrive days later or twice. It also keeps an eye on its callers: whoever submits
 * again without having been told "not found" is at fault, although here it costs no money.
 */

/** What it knows of a payout. */
interface Known {
  status: "executed" | "accepted" | "rejected" | "silent" | "abandoned"
  /** Transfers that were made, with what was asked for. */
  readonly transfers: Array<TransferRequest>
}

interface UnderWay {
  readonly request: TransferRequest
  readonly arrivesAt: Instant
}

/** An answer, or none: the caller hears nothing. */
type Answer<A> = Option.Option<A>

/** What may become of a submission on its way. */
const journeys = ["plain", "plain", "plain", "plain", "lost", "late", "twice"] as const

const threeDays = 3 * 24 * 60 * 60 * 1_000

export class SimulatedProcessor {
  /** Calm, it answers every call at once; what `sandbox:no-answer` asks for stays as it is. */
  isCalm = false
  readonly #world: World
  readonly #chance: Chance
  readonly #known = new Map<string, Known>()
  #underWay: ReadonlyArray<UnderWay> = []
  /** Payouts that were submitted, and of which nobody was told "not found" since. */
  readonly #outstanding = new Set<string>()
  readonly #assumedUnsent = new Set<string>()

  constructor(world: World, chance: Chance) {
    this.#world = world
    this.#chance = chance
  }

  knows(payoutId: string): boolean {
    return this.#find(payoutId) !== undefined
  }

  /** Whether neither submissions nor lookups of it are ever answered. */
  isSilentAbout(payoutId: string): boolean {
    return this.#find(payoutId)?.status === "silent"
  }

  transfersOf(payoutId: string): ReadonlyArray<TransferRequest> {
    return this.#find(payoutId)?.transfers ?? []
  }

  /** Whether nothing was sent and whoever submitted was told so, or nothing ever will be. */
  isProvenUnsent(payoutId: string): boolean {
    const status = this.#find(payoutId)?.status
    return (
      status === "rejected" ||
      status === "abandoned" ||
      (status === undefined && !this.#outstanding.has(payoutId)) ||
      this.#assumedUnsent.has(payoutId)
    )
  }

  /** A careless operator takes "nothing was sent" for "nothing will be sent". */
  assumeUnsent(payoutId: string): void {
    this.#assumedUnsent.add(payoutId)
  }

  /** On the telephone: gives a payout up if it may; answers whether no transfer of it will ever be made. */
  giveUp(payoutId: string): boolean {
    const known = this.#find(payoutId)
    if (known === undefined) this.#known.set(payoutId, { status: "abandoned", transfers: [] })
    else if (known.status === "silent") known.status = "abandoned"
    return known === undefined || known.status === "abandoned" || known.status === "rejected"
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): PayoutProcessor["Service"] {
    const call = <A>(name: string, run: () => A): Effect.Effect<A> =>
      this.#world.call(process, `processor.${name}`, Effect.sync(run))

    const submit = (request: TransferRequest) =>
      Effect.suspend(() => {
        const { payoutId } = request
        if (this.#outstanding.has(payoutId))
          this.#world.faults.push(`payout ${payoutId} was submitted blindly`)
        this.#outstanding.add(payoutId)
        const journey = this.isCalm ? "plain" : this.#chance.oneOf(journeys)
        switch (journey) {
          case "lost":
            return Effect.andThen(
              call("submit that is lost", () => undefined),
              unanswered
            )
          case "late":
            return Effect.andThen(
              call("submit that is late", () => this.#sendLate(request)),
              unanswered
            )
          case "plain":
          case "twice":
            return this.#answered(
              payoutId,
              call("submit", () => {
                if (journey === "twice") this.#arrive(request)
                return this.#arrive(request)
              })
            )
        }
      })

    return PayoutProcessor.of({
      submit,
      lookup: (payoutId) =>
        this.#answered(
          payoutId,
          call("lookup", () => this.#lookup(payoutId))
        ),
      abandon: (payoutId) =>
        this.#answered(
          payoutId,
          call("abandon", () => this.#abandon(payoutId))
        )
    })
  }

  #find(payoutId: string): Known | undefined {
    const now = this.#world.now
    const due = this.#underWay.filter(({ arrivesAt }) => arrivesAt <= now)
    this.#underWay = this.#underWay.filter(({ arrivesAt }) => arrivesAt > now)
    for (const { request } of due) this.#arrive(request)
    return this.#known.get(payoutId)
  }

  #sendLate(request: TransferRequest): void {
    const arrivesAt = this.#world.now + this.#chance.millisUpTo(threeDays)
    this.#underWay = [...this.#underWay, { request, arrivesAt }]
  }

  #arrive(request: TransferRequest): Answer<TransferStatus | { readonly _tag: "Duplicate" }> {
    if (this.#find(request.payoutId) !== undefined) return Option.some({ _tag: "Duplicate" })
    const status = statusFor(request.note)
    const known: Known = { status, transfers: status === "executed" ? [request] : [] }
    this.#known.set(request.payoutId, known)
    if (status === "accepted") this.#accepted.set(request.payoutId, request)
    return request.note === "sandbox:no-answer-then-complete"
      ? Option.none()
      : statusOf(request.payoutId, known)
  }

  /** What was accepted and is made at a later lookup. */
  readonly #accepted = new Map<string, TransferRequest>()

  #lookup(payoutId: string): Answer<TransferStatus | { readonly _tag: "NotFound" }> {
    const known = this.#find(payoutId)
    if (known === undefined) {
      this.#outstanding.delete(payoutId)
      return Option.some({ _tag: "NotFound" })
    }
    const request = this.#accepted.get(payoutId)
    if (known.status === "accepted" && request !== undefined && (this.isCalm || this.#chance.happens(0.5))) {
      known.status = "executed"
      known.transfers.push(request)
    }
    return statusOf(payoutId, known)
  }

  #abandon(payoutId: string): Answer<{ readonly _tag: "Abandoned" } | { readonly _tag: "TooLate" }> {
    if (this.#find(payoutId)?.status === "silent") return Option.none()
    return Option.some(this.giveUp(payoutId) ? { _tag: "Abandoned" } : { _tag: "TooLate" })
  }

  /** An answer on its way back: at once, slowly, or never. */
  #answered<A>(
    payoutId: string,
    call: Effect.Effect<Answer<A>>
  ): Effect.Effect<A, PayoutProcessorUnavailable> {
    return Effect.flatMap(call, (answer) => {
      if (Option.isNone(answer)) return unanswered
      if (this.isCalm) return Effect.succeed(answer.value)
      if (this.#chance.happens(0.15)) {
        // Nobody heard that it was not found.
        this.#outstanding.add(payoutId)
        return unanswered
      }
      const told = Effect.succeed(answer.value)
      return this.#chance.happens(0.2) ? Effect.delay(told, this.#chance.millisUpTo(60_000)) : told
    })
  }
}

const unanswered = Effect.suspend(() =>
  Effect.fail(new PayoutProcessorUnavailable({ reason: "the processing side does not answer" }))
)

const statusFor = (note: string): Known["status"] => {
  switch (note) {
    case "sandbox:reject":
      return "rejected"
    case "sandbox:no-answer":
      return "silent"
    case "sandbox:slow":
      return "accepted"
    default:
      return "executed"
  }
}

const statusOf = (payoutId: string, { status }: Known): Answer<TransferStatus> => {
  const processingId = `processing-${payoutId}`
  switch (status) {
    case "executed":
      return Option.some({ _tag: "Completed", processingId })
    case "accepted":
      return Option.some({ _tag: "Accepted", processingId })
    case "rejected":
      return Option.some({ _tag: "Rejected", reason: "refused by the processing side" })
    case "abandoned":
      return Option.some({ _tag: "Rejected", reason: "abandoned before it was submitted" })
    case "silent":
      return Option.none()
  }
}
