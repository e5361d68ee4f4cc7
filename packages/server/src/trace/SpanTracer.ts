import { spanAttributes } from "@quittance/core/adapter"
import { Cause, Clock, type Context, Effect, type Exit, type Option, Random, Tracer } from "effect"

/** A span that has ended and is to be exported. */
export interface EndedSpan {
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly attributes: ReadonlyMap<string, unknown>
  /** Nanoseconds since 1970, of the real time of day. */
  readonly startedAt: bigint
  readonly endedAt: bigint
  readonly failed: boolean
}

/** What leaves the process; whatever else a span is given is dropped. */
const exported: ReadonlySet<string> = new Set(Object.values(spanAttributes))

export interface SpanTracerOptions {
  /** The part of all traces that is exported, from 0 to 1. */
  readonly ratio: number
  readonly push: (span: EndedSpan) => void
}

/**
 * Effect's tracer for export. Which traces are exported follows from their ids, so that processes with the same ratio
 * agree; a caller that does not sample its trace is followed. A trace that is linked to another is exported if that
 * is.
 *
 * Times are real ones, also where the clock of a sandbox was moved. Of a failure only its tag is kept: a message may
 * hold what a client wrote.
 */
export const makeSpanTracer = Effect.fnUntraced(function* ({ push, ratio }: SpanTracerOptions) {
  const random = yield* Random.Random
  const clock = yield* Clock.Clock
  const from = clock.currentTimeNanosUnsafe() - clock.monotonicTimeNanosUnsafe()
  const now = (): bigint => from + clock.monotonicTimeNanosUnsafe()
  const word = (): string => (random.nextIntUnsafe() >>> 0).toString(16).padStart(8, "0")
  const words = (count: number): string => {
    const text = Array.from({ length: count }, word).join("")
    return /^0+$/.test(text) ? words(count) : text
  }
  const isTaken = (traceId: string): boolean => Number.parseInt(traceId.slice(0, 8), 16) < ratio * 2 ** 32

  const sampledOf = (
    traceId: string,
    parent: Tracer.AnySpan | undefined,
    links: ReadonlyArray<Tracer.SpanLink>
  ): boolean => {
    if (parent?._tag === "Span") return parent.sampled
    if (parent !== undefined) return parent.sampled && isTaken(traceId)
    const [link] = links
    return link === undefined ? isTaken(traceId) : link.span.sampled
  }

  return Tracer.make({
    span: (options) => {
      const parent = options.parent._tag === "Some" ? options.parent.value : undefined
      const traceId = parent?.traceId ?? words(4)
      const sampled = sampledOf(traceId, parent, options.links)
      return new ExportedSpan({ ...options, traceId, spanId: words(2), sampled }, now, push)
    }
  })
})

interface SpanFacts extends Pick<Tracer.Span, "name" | "kind" | "traceId" | "spanId" | "sampled"> {
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  readonly links: Array<Tracer.SpanLink>
}

class ExportedSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  readonly links: Array<Tracer.SpanLink>
  readonly attributes = new Map<string, unknown>()
  status: Tracer.SpanStatus
  readonly #now: () => bigint
  readonly #push: (span: EndedSpan) => void

  constructor(facts: SpanFacts, now: () => bigint, push: (span: EndedSpan) => void) {
    this.name = facts.name
    this.kind = facts.kind
    this.traceId = facts.traceId
    this.spanId = facts.spanId
    this.sampled = facts.sampled
    this.parent = facts.parent
    this.annotations = facts.annotations
    this.links = facts.links
    this.#now = now
    this.#push = push
    this.status = { _tag: "Started", startTime: now() }
  }

  attribute(key: string, value: unknown): void {
    if (value !== undefined && exported.has(key)) this.attributes.set(key, value)
  }

  /** Lines of the log become events: they stay in the log. */
  event(): void {}

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.links.push(...links)
  }

  end(_endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    const startedAt = this.status.startTime
    const endedAt = this.#now()
    this.status = { _tag: "Ended", startTime: startedAt, endTime: endedAt, exit }
    if (!this.sampled) return
    if (exit._tag === "Failure" && !this.attributes.has(spanAttributes.errorType))
      this.attributes.set(spanAttributes.errorType, tagOf(exit.cause))
    const { attributes, kind, name, spanId, traceId } = this
    this.#push({
      ...{ name, kind, traceId, spanId, attributes, startedAt, endedAt },
      parentSpanId: this.parent._tag === "Some" ? this.parent.value.spanId : undefined,
      links: this.links.map(({ span }) => ({ traceId: span.traceId, spanId: span.spanId })),
      failed: this.#failed(exit)
    })
  }

  /** A request that was refused was served well. */
  #failed(exit: Exit.Exit<unknown, unknown>): boolean {
    const status = this.attributes.get(spanAttributes.status)
    return typeof status === "number" ? status >= 500 : exit._tag === "Failure"
  }
}

/** The tag of an error, which its class has, never a text. */
const tagOf = (cause: Cause.Cause<unknown>): string => {
  const error = cause.reasons.find(Cause.isFailReason)?.error
  if (error === undefined) return Cause.hasInterruptsOnly(cause) ? "interrupted" : "defect"
  const tag: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "_tag") : undefined
  return typeof tag === "string" && /^[A-Za-z]\w{0,63}$/.test(tag) ? tag : "failure"
}
