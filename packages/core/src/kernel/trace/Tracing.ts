import { Context, Effect, Option, Tracer } from "effect"
import type { JobName } from "../ports/Job.ts"
import { spanAttributes, spanNames } from "./spanNames.ts"

/** How many jobs are remembered with what made them; the oldest are forgotten first. */
const originsMax = 4_096

/**
 * What is remembered where somebody traces. A span has only names and ids: nothing that a client or a provider wrote,
 * and no reason of a failure.
 */
export class TracingParts {
  /** Which spans made jobs that wait in this process. In memory only: a job of another process has no link. */
  readonly #origins = new Map<string, Tracer.AnySpan>()

  /** These jobs were scheduled within the span. */
  noteOrigin(jobs: ReadonlyArray<JobName>, span: Tracer.AnySpan): void {
    for (const job of jobs) {
      if (this.#origins.size >= originsMax) {
        const [oldest] = this.#origins.keys()
        if (oldest !== undefined) this.#origins.delete(oldest)
      }
      this.#origins.set(nameOf(job), span)
    }
  }

  /** What made the job, once. */
  takeOrigin(job: JobName): Tracer.AnySpan | undefined {
    const name = nameOf(job)
    const span = this.#origins.get(name)
    this.#origins.delete(name)
    return span
  }
}

/** What the span, or the nearest one around it that says so, has as this attribute. */
const attributeAround = (span: Tracer.AnySpan, name: string): unknown => {
  let around: Tracer.AnySpan | undefined = span
  while (around?._tag === "Span") {
    const found = around.attributes.get(name)
    if (found !== undefined) return found
    around = Option.getOrUndefined(around.parent)
  }
  return undefined
}

const nameOf = ({ kind, subjectId }: JobName): string => `${kind} ${subjectId}`

/** Effect's own, where nobody provided another: what it makes goes nowhere. */
const noTracer = Context.get(Context.empty(), Tracer.Tracer)

/** Whoever makes a job and whoever does it have one tracer, and so one memory. */
const partsOf = new WeakMap<Tracer.Tracer, TracingParts>()

/**
 * Commands, commits, jobs and calls have spans wherever the host provides a `Tracer` to the services; otherwise this is
 * undefined. Services look once, when they are made, so that nothing is paid where nobody traces.
 */
export const tracingHere: Effect.Effect<TracingParts | undefined> = Effect.map(Tracer.Tracer, (tracer) => {
  if (tracer === noTracer) return undefined
  const known = partsOf.get(tracer) ?? new TracingParts()
  partsOf.set(tracer, known)
  return known
})

export interface SpanFacts extends Pick<Tracer.SpanOptions, "kind" | "links" | "parent" | "root"> {
  readonly attributes?: { readonly [name: string]: string | number | undefined }
}

/** The effect within a span. */
export const within =
  (name: string, facts: SpanFacts = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withSpan(effect, name, { ...facts, captureStackTrace: false })

/** A job within a trace of its own, which is linked to the one that made the job, and names its request. */
export const tracedJob = (
  tracing: TracingParts,
  job: JobName
): (<A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) => {
  const { kind, partnerId, subjectId } = job
  const origin = tracing.takeOrigin(job)
  const requestId = origin && attributeAround(origin, spanAttributes.requestId)
  return within(spanNames.job(kind), {
    root: true,
    kind: "consumer",
    links: origin === undefined ? [] : [{ span: origin, attributes: {} }],
    attributes: {
      [spanAttributes.jobKind]: kind,
      [spanAttributes.partnerId]: partnerId,
      [spanAttributes.subjectId]: subjectId,
      ...(typeof requestId === "string" ? { [spanAttributes.requestId]: requestId } : {})
    }
  })
}

/** The same for one that may be absent. */
export const tracedOption = <Port extends object>(
  name: string,
  found: Option.Option<Port>
): Effect.Effect<Option.Option<Port>> =>
  Option.match(found, {
    onNone: () => Effect.succeedNone,
    onSome: (port) => Effect.asSome(tracedPort(name, port))
  })

/** A provider whose calls have spans, named after the port and the function; the provider itself if nobody traces. */
export const tracedPort = <Port extends object>(name: string, port: Port): Effect.Effect<Port> =>
  Effect.map(tracingHere, (tracing) =>
    tracing === undefined
      ? port
      : new Proxy(port, {
          get: (target, key) => {
            const member: unknown = Reflect.get(target, key)
            if (typeof member !== "function") return member
            return (...given: ReadonlyArray<unknown>): unknown => {
              const called: unknown = Reflect.apply(member, target, given)
              return Effect.isEffect(called)
                ? within(spanNames.call(name, String(key)), { kind: "client" })(called)
                : called
            }
          }
        })
  )
