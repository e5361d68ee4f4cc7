import type { TransferRequest, TransferStatus } from "@quittance/core"
import { type Instant, PayoutProcessor, PayoutProcessorUnavailable } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Process, World } from "../World.ts"
import { type Answer, Line } from "./Line.ts"

/** A processing side that keeps the laws of its port; some submissions arrive days after they were made. */

/** What it knows under a reference. */
interface Known {
  status: "executed" | "accepted" | "rejected" | "silent" | "abandoned"
  readonly request?: TransferRequest
  /** Transfers that were made, with their requests and instants. */
  readonly transfers: Array<TransferRequest & { readonly at: Instant }>
}

interface UnderWay {
  readonly request: TransferRequest
  readonly arrivesAt: Instant
}

const threeDays = 3 * 24 * 60 * 60 * 1_000

export class SimulatedProcessor {
  /** Called when a process asks for a transfer, before anything else is known of it. */
  onSubmit: (request: TransferRequest) => void = () => undefined
  readonly line: Line<PayoutProcessorUnavailable>
  readonly #world: World
  readonly #known = new Map<string, Known>()
  #underWay: ReadonlyArray<UnderWay> = []
  readonly #assumedUnsent = new Set<string>()

  constructor(world: World) {
    this.#world = world
    const unavailable = new PayoutProcessorUnavailable({ reason: "the processing side does not answer" })
    this.line = new Line(world, "processor", unavailable)
  }

  /** Every transfer that was made. */
  get transfers(): ReadonlyArray<TransferRequest & { readonly at: Instant }> {
    return [...this.#known.values()].flatMap(({ transfers }) => transfers)
  }

  knows(reference: string): boolean {
    return this.#find(reference) !== undefined
  }

  /** Whether neither its submissions nor its lookups are ever answered. */
  isSilentAbout(reference: string): boolean {
    return this.#find(reference)?.status === "silent"
  }

  transfersOf(reference: string): ReadonlyArray<TransferRequest> {
    return this.#find(reference)?.transfers ?? []
  }

  /** Whether nothing was sent and the submitter was told so, or nothing ever will be sent. */
  isProvenUnsent(reference: string): boolean {
    const status = this.#find(reference)?.status
    return (
      status === "rejected" ||
      status === "abandoned" ||
      (status === undefined && !this.line.isOutstanding(reference)) ||
      this.#assumedUnsent.has(reference)
    )
  }

  /** A careless operator takes "nothing was sent" for "nothing will be sent". */
  assumeUnsent(reference: string): void {
    this.#assumedUnsent.add(reference)
  }

  /** On the telephone: gives a payout up if it may. Returns whether no transfer of it will ever be made. */
  giveUp(reference: string): boolean {
    const known = this.#find(reference)
    if (known === undefined) this.#known.set(reference, { status: "abandoned", transfers: [] })
    else if (known.status === "silent") known.status = "abandoned"
    return known === undefined || known.status === "abandoned" || known.status === "rejected"
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): PayoutProcessor["Service"] {
    return PayoutProcessor.of({
      submit: (request) =>
        Effect.suspend(() => {
          this.onSubmit(request)
          return this.line.begin(
            process,
            "submit",
            request.reference,
            () => this.#arrive(request),
            () => this.#sendLate(request)
          )
        }),
      lookup: (reference) => this.line.lookUp(process, reference, () => this.#lookup(reference)),
      abandon: (reference) => this.line.ask(process, "abandon", reference, () => this.#abandon(reference)),
      transfersSince: (since) =>
        this.line.call(process, "transfersSince", () => this.transfers.filter(({ at }) => at >= since))
    })
  }

  #find(reference: string): Known | undefined {
    const { now } = this.#world
    const due = this.#underWay.filter(({ arrivesAt }) => arrivesAt <= now)
    this.#underWay = this.#underWay.filter(({ arrivesAt }) => arrivesAt > now)
    for (const { request } of due) this.#arrive(request)
    return this.#known.get(reference)
  }

  #sendLate(request: TransferRequest): void {
    const arrivesAt = this.#world.now + this.#world.chance.millisUpTo(threeDays)
    this.#underWay = [...this.#underWay, { request, arrivesAt }]
  }

  #arrive(request: TransferRequest): Answer<TransferStatus | { readonly _tag: "Duplicate" }> {
    if (this.#find(request.reference) !== undefined) return Option.some({ _tag: "Duplicate" })
    const status = statusFor(request.note)
    const known: Known = {
      status,
      request,
      transfers: status === "executed" ? [{ ...request, at: this.#world.now }] : []
    }
    this.#known.set(request.reference, known)
    return request.note === "sandbox:no-answer-then-complete"
      ? Option.none()
      : statusOf(request.reference, known)
  }

  /** What was accepted is made at a later lookup. */
  #lookup(reference: string): Answer<TransferStatus | { readonly _tag: "NotFound" }> {
    const { chance, isCalm, now } = this.#world
    const known = this.#find(reference)
    if (known === undefined) return Option.some({ _tag: "NotFound" })
    if (known.status === "accepted" && known.request !== undefined && (isCalm || chance.happens(0.5))) {
      known.status = "executed"
      known.transfers.push({ ...known.request, at: now })
    }
    return statusOf(reference, known)
  }

  #abandon(reference: string): Answer<{ readonly _tag: "Abandoned" } | { readonly _tag: "TooLate" }> {
    if (this.isSilentAbout(reference)) return Option.none()
    return Option.some(this.giveUp(reference) ? { _tag: "Abandoned" } : { _tag: "TooLate" })
  }
}

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
