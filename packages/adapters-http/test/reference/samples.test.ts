import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { sampled } from "@quittance/testing"
import { Result, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { answerSampleOf } from "../../src/reference/answerSample.ts"
import { curlSampleOf } from "../../src/reference/curlSample.ts"
import { bodySampleOf, requestSampleOf } from "../../src/reference/RequestSample.ts"
import { noExample } from "../../src/reference/sampleOf.ts"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { listenFor } from "../node/TestServer.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { makeThings, startComplete } from "../operations/rightRequests.ts"
import { namedIn, withOwn } from "./ownIds.ts"
import { makeEmptyHanded, makeSampleThings, png, sendSample } from "./sampleThings.ts"
import { unlike } from "./unlike.ts"

/** Of the examples: what others say, what settings say, and figures of what else there is. */
const leave = {
  varying: [
    ...[
      "processingId",
      "txHash",
      "bankReference",
      "transfers",
      "content",
      "event",
      "maxAttempts",
      "responseBody",
      "responseTimeMs",
      "message"
    ],
    ...["available", "availableAfter", "received", "adjustments", "pagination.total", "wallet.balance"],
    ...["wallets.0.balance", "paidCount", "totalVolume", "subject", "text", "html"],
    // Of a year without invoices.
    ...["totalCount", "expiredCount", "conversionRate", "averageAmount", "byPeriod.0.volume"],
    ...["byPeriod.0.count", "byPeriod.0.date"]
  ],
  named: ["payoutFees", "byCurrency", "byBank"]
}

interface Example {
  readonly example?: unknown
  readonly examples?: object
}

/** What is made anew is made by who has nothing yet. */
const isMade = ({ id }: ApiOperation): boolean => /^(create|set)/.test(id)

describe("the samples of the reference", () => {
  it("have an example for every text, and show what the operation answers", async () => {
    await using api = await startComplete()
    const without: Array<string> = []
    for (const operation of await operationsOf(api)) {
      const { id, recordStatus, success } = operation
      const request = JSON.stringify(requestSampleOf(operation))
      const answer = answerSampleOf(operation)
      for (const text of [request, JSON.stringify(answer) ?? ""])
        if (text.includes(noExample)) without.push(`${id}: ${text}`)
      if (recordStatus === 204) continue
      const { requestId: _, success: __, ...enveloped } = answer as { [name: string]: unknown }
      const fields = recordStatus === undefined ? enveloped : answer
      const decoded = Schema.decodeUnknownResult(Schema.toType(success), { onExcessProperty: "error" })(
        fields
      )
      assert.isTrue(Result.isSuccess(decoded), `${id}: ${Result.isFailure(decoded) ? decoded.failure : ""}`)
    }
    assert.deepStrictEqual(without, [], "give each text of these schemas an example")
  })

  it("stand in the document: at every request, and at every answer and refusal", async () => {
    await using api = await startComplete()
    const { paths } = await api.document()
    const without: Array<string> = []
    for (const operation of await operationsOf(api)) {
      const { id, file, form, method, path, request } = operation
      const { requestBody, responses } = paths[path][method.toLowerCase()]
      for (const body of Object.values<Example>(file === undefined ? { ...requestBody?.content } : {})) {
        assert.deepStrictEqual(body.example, bodySampleOf(form ?? request ?? Schema.Struct({})), id)
        if (JSON.stringify(body.example).includes(noExample)) without.push(id)
      }
      for (const [status, { content }] of Object.entries<{ readonly content?: object }>(responses))
        for (const body of Object.values<Example>({ ...content }))
          if (body.example === undefined && body.examples === undefined) without.push(`${id} ${status}`)
      const { content } = responses[operation.recordStatus ?? 200]
      assert.deepStrictEqual(content?.["application/json"].example, answerSampleOf(operation), id)
    }
    assert.deepStrictEqual(without, [])
  })

  it("say beside the example of the sandbox where a value comes from that the server must know", async () => {
    await using api = await startComplete()
    const { paths } = await api.document()
    const page = await (await api.handler(new Request("http://api.test/docs/reference/sandbox"))).text()
    const markdown = await (
      await api.handler(new Request("http://api.test/docs/reference/sandbox.md"))
    ).text()
    const known = (await operationsOf(api)).filter(
      ({ group, request }) =>
        group === "Sandbox" &&
        /"(?:address|txHash)"/.test(JSON.stringify(request && bodySampleOf(request)) ?? "")
    )
    assert.deepStrictEqual(
      known.map(({ id }) => id),
      ["sandboxDeposit", "sandboxDrop"]
    )
    for (const { exampleFrom = "", method, path } of known) {
      assert.strictEqual(paths[path][method.toLowerCase()].requestBody.description, exampleFrom)
      for (const [, named = ""] of exampleFrom.matchAll(/`POST ([^`]+)`/g)) assert.property(paths, named)
      assert.include(page, exampleFrom.split("`")[0] ?? "")
      assert.include(markdown, exampleFrom.split("`")[0] ?? "")
    }
  })

  it("are taken by a server, with ids that it has in place of those of the examples, and answered as shown", async () => {
    await using api = await startComplete({ logLevel: "Fatal" })
    const operations = (await operationsOf(api)).filter(({ caller }) => caller !== "operator")
    const shared = await makeSampleThings(api, operations, "reader")
    const wrong: Array<string> = []
    for (const operation of operations) {
      const { id, method, recordStatus } = operation
      const things = isMade(operation)
        ? await makeEmptyHanded(api, id)
        : method === "GET"
          ? shared
          : await makeSampleThings(api, operations, id)
      await api.work()
      const { status, body } = await sendSample(api, operation, things)
      assert.strictEqual(status, recordStatus ?? 200, `${id} ${JSON.stringify(body)}`)
      const example = answerSampleOf(operation)
      if (example !== undefined) wrong.push(...unlike(example, body, leave).map((each) => `${id} ${each}`))
    }
    assert.deepStrictEqual(wrong, [], "the examples of the fields, or answerExample of the operation, say so")
  }, 60_000)

  it("run in a shell against a server, signed", async () => {
    // The time of the shell is that of this machine.
    await using api = await startComplete({ time: "running", logLevel: "Fatal" })
    api.wall.now = Date.now()
    await using server = await listenFor(api)
    const folder = await mkdtemp(join(tmpdir(), "samples-"))
    try {
      const scripts: Array<string> = []
      const statuses: Array<string> = []
      // A call of each kind of proof, and some others.
      const operations = await operationsOf(api)
      const kinds = [
        "createPayout",
        "createInvoiceBatch",
        "setTransitWebhook",
        "validateSignature",
        "sandboxDrop"
      ]
      const others = operations.filter(({ id }) => !kinds.includes(id))
      for (const operation of [
        ...operations.filter(({ id }) => kinds.includes(id)),
        ...sampled(others, 10)
      ]) {
        const things = await makeThings(api, operation.id)
        await api.work()
        const sample = requestSampleOf(operation)
        if (sample.form !== undefined)
          await writeFile(join(folder, sample.form.file.name), sample.form.file.text ?? png)
        const keys = {
          PUBLIC_KEY: things.key.publicKey,
          SECRET_KEY: things.key.secret,
          OPERATOR_KEY: api.operatorKey.secret
        }
        const settings = Object.entries(keys).map(([name, value]) => `${name}='${value}'`)
        const named = namedIn(operation, things).map(
          ([example, own]) => [example, own.replaceAll("'", "'\\''")] as const
        )
        const shown = withOwn(curlSampleOf(operation, "sandbox"), named)
        const script = shown.replace(/^curl/m, `curl -sS -w '\\n${operation.id} %{http_code}\\n'`)
        scripts.push([...settings, script].join("\n"))
        statuses.push(`${operation.id} ${operation.recordStatus ?? 200}`)
      }
      const { stdout } = await promisify(execFile)("sh", ["-c", scripts.join("\n")], {
        cwd: folder,
        env: { PATH: process.env.PATH, QUITTANCE_URL: server.url }
      })
      const answered = stdout.split("\n").filter((line) => /^\w+ \d{3}$/.test(line))
      assert.deepStrictEqual(answered, statuses, stdout)
    } finally {
      await rm(folder, { recursive: true })
    }
  }, 60_000)
})
