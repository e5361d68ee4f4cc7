import { Effect, Latch, Metric } from "effect"
import type { TracesConfiguration } from "../configuration/TracesConfiguration.ts"
import { otlpJson, type Resource } from "./otlpJson.ts"
import type { EndedSpan } from "./SpanTracer.ts"

/** How many spans may wait; beyond that, further ones are dropped and counted. About 4 MB. */
const waitingMax = 4_096
/** How many go at a time: encoding them takes about two milliseconds. */
const batchMax = 256
/** How long a span waits for others, unless a batch is full. */
const gatherMillis = 1_000
const answerMillisMax = 10_000
const lastAnswerMillisMax = 2_000
/** The pause after a failure, doubled each time. */
const pauseMillisMin = 2_000
const pauseMillisMax = 60_000

const spansCounted = Metric.counter("quittance_trace_spans_total", {
  description: "Spans that were sent to the collector, or dropped",
  incremental: true
})

const count = (outcome: "sent" | "dropped", spans: number): Effect.Effect<void> =>
  spans === 0 ? Effect.void : Metric.update(Metric.withAttributes(spansCounted, { outcome }), spans)

/**
 * Sends spans to a collector, apart from all other work: nobody waits for it. There is one request at a time, and a
 * bounded number of spans waits; a collector that is slow, away or refuses costs spans and nothing else. The log says
 * it when that begins and when it ends.
 */
export const makeSpanExport = Effect.fnUntraced(function* (
  { headers, url }: TracesConfiguration,
  resource: Resource
) {
  const waiting: Array<EndedSpan> = []
  let dropped = 0
  let pauseMillis = 0
  const full = Latch.makeUnsafe(false)

  const push = (span: EndedSpan): void => {
    if (waiting.length >= waitingMax) {
      dropped += 1
      return
    }
    waiting.push(span)
    if (waiting.length >= batchMax) full.openUnsafe()
  }

  const post = (spans: ReadonlyArray<EndedSpan>, millisMax: number) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: otlpJson(resource, spans),
          redirect: "error",
          signal
        })
        await response.body?.cancel()
        if (!response.ok) throw new Error(`status ${response.status}`)
      },
      catch: (error) => (error instanceof Error ? error.message : String(error))
    }).pipe(Effect.timeoutOrElse({ duration: millisMax, orElse: () => Effect.fail("no answer in time") }))

  const tellFailed = (reason: string) =>
    Effect.logWarning(`traces are not exported, because the collector does not take them: ${reason}`)

  /** Sends what waits, a batch at a time; whether the collector took it. */
  const send = Effect.fnUntraced(function* (millisMax: number) {
    yield* count("dropped", dropped)
    dropped = 0
    while (waiting.length > 0) {
      const spans = waiting.splice(0, batchMax)
      if (waiting.length < batchMax) full.closeUnsafe()
      const failure = yield* Effect.match(post(spans, millisMax), {
        onSuccess: () => undefined,
        onFailure: (reason) => reason
      })
      yield* count(failure === undefined ? "sent" : "dropped", spans.length)
      if (failure !== undefined) {
        if (pauseMillis === 0) yield* tellFailed(failure)
        pauseMillis = Math.min(Math.max(2 * pauseMillis, pauseMillisMin), pauseMillisMax)
        return
      }
      if (pauseMillis > 0) yield* Effect.logInfo("traces are exported again")
      pauseMillis = 0
    }
  })

  const gather = Effect.suspend(() =>
    pauseMillis > 0 ? Effect.sleep(pauseMillis) : Effect.raceFirst(full.await, Effect.sleep(gatherMillis))
  )

  yield* Effect.addFinalizer(() =>
    Effect.suspend(() =>
      pauseMillis > 0 ? Effect.void : Effect.timeoutOption(send(lastAnswerMillisMax), lastAnswerMillisMax)
    )
  )
  yield* gather.pipe(
    Effect.andThen(send(answerMillisMax)),
    Effect.forever,
    Effect.withTracerEnabled(false),
    Effect.forkScoped
  )
  return push
})
