import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Logger, Metric, Option } from "effect"
import { TestClock } from "effect/testing"
import { readServeConfiguration } from "../src/configuration/ServeConfiguration.ts"
import { makeSpanExport } from "../src/trace/SpanExport.ts"
import { type EndedSpan, makeSpanTracer } from "../src/trace/SpanTracer.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import { payoutRequest, signedHeaders } from "./signedFetch.ts"
import { attributesOf, type CollectedSpan, listeningCollector, traceCollector } from "./TraceCollector.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const callerId = "00f067aa0ba902b7"

/** A server that exports to this collector, and a way to pay. */
const tracedServer = async (url: string, variables: Readonly<Record<string, string>> = {}) => {
  const folder = temporaryFolder()
  const environment = { QUITTANCE_TRACES_URL: url, ...variables }
  const server = await serveHere(folder, environment)
  const adjust = ["balance", "adjust", "--partner", "sandbox", "--amount", "100", "--reason", "test"]
  assert.strictEqual((await quittance(adjust, folder)).status, 0)
  const credentials = credentialsIn(folder)
  const pay = async (key: string, traceparent?: string) => {
    const request = payoutRequest(key)
    const answer = await fetch(`${server.url}${request.path}`, {
      method: "POST",
      headers: {
        ...signedHeaders(credentials, request),
        ...(traceparent === undefined ? {} : { traceparent })
      },
      body: JSON.stringify(request.body)
    })
    const { payout, requestId } = (await answer.json()) as { payout: { id: string }; requestId: string }
    return {
      status: answer.status,
      id: payout.id,
      requestId: answer.headers.get("x-request-id") ?? requestId
    }
  }
  return { server, credentials, pay }
}

describe("the trace of a payout", () => {
  it("goes from the caller's span over command and commit to the linked job and its call, by ids only", async () => {
    const collector = await traceCollector()
    const { credentials, pay, server } = await tracedServer(collector.url, {
      QUITTANCE_TRACES_HEADERS: "authorization=Bearer collector-token"
    })
    const { id, requestId, status } = await pay("a secret note", `00-${traceId}-${callerId}-01`)
    assert.strictEqual(status, 200)
    const call = await collector.has(({ name }) => name === "call payouts submit")
    await collector.has(
      (span) => span.name === "command Confirm" && attributesOf(span)["quittance.subject_id"] === id
    )
    await server.stop()
    const one = (holds: (span: CollectedSpan) => boolean): CollectedSpan => {
      const [found, ...others] = collector.spans.filter(holds)
      assert(found !== undefined && others.length === 0)
      return found
    }
    const request = one(({ name }) => name === "POST /api/v2/crypto/payouts")
    assert.strictEqual(request.traceId, traceId)
    assert.strictEqual(request.parentSpanId, callerId)
    assert.strictEqual(request.kind, 2)
    const { "quittance.partner_id": partnerId = "", ...facts } = attributesOf(request)
    assert.notStrictEqual(partnerId, "")
    assert.deepStrictEqual(facts, {
      "http.request.method": "POST",
      "http.route": "/api/v2/crypto/payouts",
      "http.response.status_code": "200",
      "quittance.request_id": requestId
    })
    const command = one(({ name }) => name === "command Reserve")
    assert.strictEqual(command.parentSpanId, request.spanId)
    assert.strictEqual(attributesOf(command)["quittance.subject_id"], id)
    const commit = one(({ name, parentSpanId }) => name === "commit" && parentSpanId === command.spanId)
    assert.strictEqual(attributesOf(commit)["quittance.events"], "PayoutReserved")
    const job = one(({ name }) => name === "job payout.dispatch")
    assert.deepStrictEqual(job.links, [{ traceId, spanId: commit.spanId }])
    assert.notStrictEqual(job.traceId, traceId)
    assert.strictEqual(attributesOf(job)["quittance.request_id"], requestId)
    assert.strictEqual(attributesOf(job)["quittance.subject_id"], id)
    assert.strictEqual(call.parentSpanId, job.spanId)
    assert.strictEqual(call.kind, 3)
    for (const { endTimeUnixNano, startTimeUnixNano } of collector.spans)
      assert.isTrue(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano))
    const sent = collector.bodies.join()
    const { address } = payoutRequest("").body as { address: string }
    for (const secret of [credentials.secret, credentials.publicKey, "a secret note", address, "opening"])
      assert.notInclude(sent, secret)
    assert.isTrue(collector.headers.every(({ authorization }) => authorization === "Bearer collector-token"))
  })

  it("is not exported if its caller does not sample it, and begins anew where traceparent is broken", async () => {
    const collector = await traceCollector()
    const { pay } = await tracedServer(collector.url)
    await pay("unsampled", `00-${traceId}-${callerId}-00`)
    const broken = [
      `00-${"0".repeat(32)}-${callerId}-01`,
      `ff-${traceId}-${callerId}-01`,
      `00-${traceId}-01`,
      "x"
    ]
    for (const traceparent of broken)
      await pay(`broken ${traceparent.slice(0, 9)}${traceparent.length}`, traceparent)
    const last = await pay("last")
    await collector.has((span) => attributesOf(span)["quittance.request_id"] === last.requestId)
    const requests = collector.spans.filter(({ name }) => name === "POST /api/v2/crypto/payouts")
    assert.strictEqual(requests.length, broken.length + 1)
    for (const span of requests) {
      assert.notStrictEqual(span.traceId, traceId)
      assert.isUndefined(span.parentSpanId)
    }
    assert.isEmpty(collector.spans.filter(({ name }) => /readyz|healthz|metrics/.test(name)))
  })

  it("costs nobody anything when its collector is gone, refuses, never answers or sends its callers elsewhere", async () => {
    const gone = "http://127.0.0.1:9/v1/traces"
    const refusing = await listeningCollector((_request, response) => void response.writeHead(503).end())
    const silent = await listeningCollector(() => undefined)
    const collector = await traceCollector()
    const elsewhere = await listeningCollector(
      (_request, response) => void response.writeHead(307, { location: collector.url }).end()
    )
    for (const url of [gone, refusing, silent, elsewhere]) {
      const { pay, server } = await tracedServer(url)
      assert.strictEqual((await pay("first")).status, 200)
      assert.strictEqual((await pay("second")).status, 200)
      await server.stop()
    }
    assert.isEmpty(collector.bodies)
  })
})

const emptyContext = Context.empty()

const ended = (name: string): EndedSpan => ({
  ...{ name, kind: "internal", traceId, spanId: callerId, parentSpanId: undefined, links: [] },
  ...{ attributes: new Map(), startedAt: 1n, endedAt: 2n, failed: false }
})

const dropped = Effect.map(
  Metric.snapshot,
  (metrics) =>
    metrics.find(
      ({ attributes, id }) => id === "quittance_trace_spans_total" && attributes?.outcome === "dropped"
    )?.state as { readonly count: number } | undefined
)

describe("the export of spans", () => {
  it.effect("holds a bounded number while a collector is silent, gives up in time, and says so once", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => listeningCollector(() => undefined))
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))
      const work = Effect.gen(function* () {
        const before = (yield* dropped)?.count ?? 0
        const push = yield* makeSpanExport({ url, headers: {}, ratio: 1 }, {})
        for (let number = 0; number < 100_000; number++) push(ended(`span ${number}`))
        for (let minute = 0; minute < 10; minute++) yield* TestClock.adjust("1 minute")
        return ((yield* dropped)?.count ?? 0) - before
      })
      const lost = yield* Effect.provide(Effect.scoped(work), Logger.layer([logger]))
      // All but what may wait, and each batch that was not answered.
      assert.isAtLeast(lost, 100_000 - 4_096)
      assert.deepStrictEqual(
        logged.filter((line) => line.includes("not exported")),
        ["traces are not exported, because the collector does not take them: no answer in time"]
      )
    })
  )

  it.effect("keeps of a failure its tag only, and of attributes those that are listed", () =>
    Effect.gen(function* () {
      const spans: Array<EndedSpan> = []
      const tracer = yield* makeSpanTracer({ ratio: 1, push: (span) => void spans.push(span) })
      const make = (name: string) =>
        tracer.span({
          ...{ name, parent: Option.none(), annotations: emptyContext, links: [], startTime: 0n },
          ...{ kind: "internal", root: true, sampled: true }
        })
      const span = make("one")
      span.attribute("http.request.header.authorization", "secret")
      span.attribute("quittance.subject_id", "id")
      span.event("a line of the log", 0n, { secret: "secret" })
      span.end(0n, Exit.fail({ _tag: "NodeUnavailable", reason: "https://user:secret@node" }))
      make("two").end(0n, Exit.die(new Error("secret")))
      make("three").end(0n, Exit.fail("secret"))
      assert.deepStrictEqual(
        spans.map(({ attributes }) => Object.fromEntries(attributes)),
        [
          { "quittance.subject_id": "id", "error.type": "NodeUnavailable" },
          { "error.type": "defect" },
          { "error.type": "failure" }
        ]
      )
    })
  )

  it.effect("takes the part of traces that is asked for", () =>
    Effect.gen(function* () {
      const taken: Array<EndedSpan> = []
      const tracer = yield* makeSpanTracer({ ratio: 0.25, push: (span) => void taken.push(span) })
      for (let number = 0; number < 4_000; number++)
        tracer
          .span({
            ...{ name: "", parent: Option.none(), annotations: emptyContext, links: [], startTime: 0n },
            ...{ kind: "internal", root: true, sampled: true }
          })
          .end(0n, Exit.void)
      assert.approximately(taken.length, 1_000, 200)
    })
  )
})

it("what is wrong with the variables of traces is told, without their values", async () => {
  const of = (variables: Readonly<Record<string, string>>) =>
    readServeConfiguration(variables).then(
      () => "",
      (error: Error) => error.message
    )
  const url = { QUITTANCE_TRACES_URL: "http://127.0.0.1:4318/v1/traces" }
  assert.strictEqual(await of({ ...url, QUITTANCE_TRACES_RATIO: "0.5" }), "")
  for (const wrong of [
    "collector:4318/secret",
    "ftp://collector",
    "http://user:secret@collector/v1/traces",
    "http://:secret@collector/v1/traces"
  ]) {
    const message = await of({ QUITTANCE_TRACES_URL: wrong })
    assert.include(message, "QUITTANCE_TRACES_URL has a wrong value; it must be where a collector takes OTLP")
    assert.notInclude(message, wrong)
  }
  for (const ratio of ["2", "0", "half", "-1", "1e-3"])
    assert.include(
      await of({ ...url, QUITTANCE_TRACES_RATIO: ratio }),
      `QUITTANCE_TRACES_RATIO is "${ratio}"`
    )
  for (const headers of ["secret", "a=secret,A=secret", "Content-Length=secret", "a=b\nc=secret"]) {
    const message = await of({ ...url, QUITTANCE_TRACES_HEADERS: headers })
    assert.include(message, "QUITTANCE_TRACES_HEADERS has a wrong value")
    assert.notInclude(message, "secret")
  }
  assert.include(
    await of({ QUITTANCE_TRACES_RATIO: "0.5" }),
    "QUITTANCE_TRACES_URL is not set; with QUITTANCE_TRACES_RATIO"
  )
})
