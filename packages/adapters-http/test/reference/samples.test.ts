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
import { requestSampleOf } from "../../src/reference/RequestSample.ts"
import { noExample } from "../../src/reference/sampleOf.ts"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { listenFor } from "../node/TestServer.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { makeThings, rightRequest, send, startComplete, type Things } from "../operations/rightRequests.ts"
import type { TestApi } from "../TestApi.ts"
import { namedIn, withOwn } from "./ownIds.ts"

/** Sends the request of a sample, with what the server has in place of the examples. */
const sendSample = (api: TestApi, operation: ApiOperation, things: Things) => {
  const { body, form, query } = requestSampleOf(operation)
  const named = namedIn(operation, things)
  const { id } = rightRequest(operation, things)
  const data = new FormData()
  for (const [name, value] of Object.entries(form?.fields ?? {})) data.append(name, value)
  if (form !== undefined) data.append("file", new Blob([form.file.text ?? png]), form.file.name)
  return send(
    api,
    operation,
    {
      ...(id === undefined ? {} : { id }),
      ...(query === "" ? {} : { query: withOwn(query, named) }),
      ...(body === undefined ? {} : { body: JSON.parse(withOwn(JSON.stringify(body), named)) }),
      ...(form === undefined ? {} : { body: data })
    },
    things.key
  )
}

/** A tiny picture: what the classifier of the tests says of it does not matter. */
const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")

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

  it("are taken by a server, with ids that it has in place of those of the examples", async () => {
    await using api = await startComplete({ logLevel: "Fatal" })
    const shared = await makeThings(api, "reader")
    for (const operation of await operationsOf(api)) {
      const { body: sent, form, query } = requestSampleOf(operation)
      // The others have nothing of a sample but their path, and are sent by `things.test.ts`.
      if (sent === undefined && form === undefined && query === "") continue
      const things = operation.method === "GET" ? shared : await makeThings(api, operation.id)
      await api.work()
      const { status, body } = await sendSample(api, operation, things)
      assert.strictEqual(status, operation.recordStatus ?? 200, `${operation.id} ${JSON.stringify(body)}`)
    }
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
