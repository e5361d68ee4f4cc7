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

/** What it knows under a reference. */
interface Known {
  status: "executed" | "accepted" | "rejected" | "silent" | "abandoned"
  /** Transfers that were made, with what was asked for, and when. */
  readonly transfers: Array<TransferRequest & { readonly at: Instant }>
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
  /** References that were submitted, and of which nobody was told "not found" since. */
  readonly #outstanding = new Set<string>()
  readonly #assumedUnsent = new Set<string>()
  /** What may be submitted again although nobody was told "not found": the store forgot that it was submitted. */
  readonly #forgotten = new Set<string>()

  constructor(world: World, chance: Chance) {
    this.#world = world
    this.#chance = chance
  }

  /** Every transfer that was made. */
  get transfers(): ReadonlyArray<TransferRequest & { readonly at: Instant }> {
    return [...this.#known.values()].flatMap(({ transfers }) => transfers)
  }

  /** The store was put back: what it submitted since, it submits again without having looked. */
  storeWasPutBack(): void {
    for (const reference of this.#outstanding) this.#forgotten.add(reference)
  }

  knows(reference: string): boolean {
    return this.#find(reference) !== undefined
  }

  /** Whether neither submissions nor lookups of it are ever answered. */
  isSilentAbout(reference: string): boolean {
    return this.#find(reference)?.status === "silent"
  }

  transfersOf(reference: string): ReadonlyArray<TransferRequest> {
    return this.#find(reference)?.transfers ?? []
  }

  /** Whether nothing was sent and whoever submitted was told so, or nothing ever will be. */
  isProvenUnsent(reference: string): boolean {
    const status = this.#find(reference)?.status
    return (
      status === "rejected" ||
      status === "abandoned" ||
      (status === undefined && !this.#outstanding.has(reference)) ||
      this.#assumedUnsent.has(reference)
    )
  }

  /** A careless operator takes "nothing was sent" for "nothing will be sent". */
  assumeUnsent(reference: string): void {
    this.#assumedUnsent.add(reference)
  }

  /** On the telephone: gives a payout up if it may; answers whether no transfer of it will ever be made. */
  giveUp(reference: string): boolean {
    const known = this.#find(reference)
    if (known === undefined) this.#known.set(reference, { status: "abandoned", transfers: [] })
    else if (known.status === "silent") known.status = "abandoned"
    return known === undefined || known.status === "abandoned" || known.status === "rejected"
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): PayoutProcessor["Service"] {
    const call = <A>(name: string, run: () => A): Effect.Effect<A> =>
      this.#world.call(process, `processor.${name}`, Effect.sync(run))

    const submit = (request: TransferRequest) =>
      Effect.suspend(() => {
        const { reference } = request
        if (this.#outstanding.has(reference) && !this.#forgotten.delete(reference))
          this.#world.faults.push(`what is known as ${reference} was submitted blindly`)
        this.#outstanding.add(reference)
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
              reference,
              call("submit", () => {
                if (journey === "twice") this.#arrive(request)
                return this.#arrive(request)
              })
            )
        }
      })

    return PayoutProcessor.of({
      submit,
      lookup: (reference) =>
        this.#answered(
          reference,
          call("lookup", () => this.#lookup(reference))
        ),
      abandon: (reference) =>
        this.#answered(
          reference,
          call("abandon", () => this.#abandon(reference))
        ),
      transfersSince: (since) => call("transfersSince", () => this.transfers.filter(({ at }) => at >= since))
    })
  }

  #find(reference: string): Known | undefined {
    const now = this.#world.now
    const due = this.#underWay.filter(({ arrivesAt }) => arrivesAt <= now)
    this.#underWay = this.#underWay.filter(({ arrivesAt }) => arrivesAt > now)
    for (const { request } of due) this.#arrive(request)
    return this.#known.get(reference)
  }

  #sendLate(request: TransferRequest): void {
    const arrivesAt = this.#world.now + this.#chance.millisUpTo(threeDays)
    this.#underWay = [...this.#underWay, { request, arrivesAt }]
  }

  #arrive(request: TransferRequest): Answer<TransferStatus | { readonly _tag: "Duplicate" }> {
    if (this.#find(request.reference) !== undefined) return Option.some({ _tag: "Duplicate" })
    const status = statusFor(request.note)
    const known: Known = {
      status,
      transfers: status === "executed" ? [{ ...request, at: this.#world.now }] : []
    }
    this.#known.set(request.reference, known)
    if (status === "accepted") this.#accepted.set(request.reference, request)
    return request.note === "sandbox:no-answer-then-complete"
      ? Option.none()
      : statusOf(request.reference, known)
  }

  /** What was accepted and is made at a later lookup. */
  readonly #accepted = new Map<string, TransferRequest>()

  #lookup(reference: string): Answer<TransferStatus | { readonly _tag: "NotFound" }> {
    const known = this.#find(reference)
    if (known === undefined) {
      this.#outstanding.delete(reference)
      return Option.some({ _tag: "NotFound" })
    }
    const request = this.#accepted.get(reference)
    if (known.status === "accepted" && request !== undefined && (this.isCalm || this.#chance.happens(0.5))) {
      known.status = "executed"
      known.transfers.push({ ...request, at: this.#world.now })
    }
    return statusOf(reference, known)
  }

  #abandon(reference: string): Answer<{ readonly _tag: "Abandoned" } | { readonly _tag: "TooLate" }> {
    if (this.#find(reference)?.status === "silent") return Option.none()
    return Option.some(this.giveUp(reference) ? { _tag: "Abandoned" } : { _tag: "TooLate" })
  }

  /** An answer on its way back: at once, slowly, or never. */
  #answered<A>(
    reference: string,
    call: Effect.Effect<Answer<A>>
  ): Effect.Effect<A, PayoutProcessorUnavailable> {
    return Effect.flatMap(call, (answer) => {
      if (Option.isNone(answer)) return unanswered
      if (this.isCalm) return Effect.succeed(answer.value)
      if (this.#chance.happens(0.15)) {
        // Nobody heard that it was not found.
        this.#outstanding.add(reference)
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

const statusOf = (reference: string, { status }: Known): Answer<TransferStatus> => {
  const processingId = `processing-${reference}`
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
