import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Result, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { answerSampleOf } from "../../src/reference/answerSample.ts"
import { curlSampleOf } from "../../src/reference/curlSample.ts"
import { requestSampleOf } from "../../src/reference/RequestSample.ts"
import { noExample } from "../../src/reference/sampleOf.ts"
import type { ApiOperation } from "../../src/routing/ApiOperation.ts"
import { listenFor } from "../node/TestServer.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { makeThings, rightRequest, startComplete, type Things } from "../operations/rightRequests.ts"

/** What stands in a sample for something that the server must have: its example, and what it has. */
const namedIn = (operation: ApiOperation, things: Things): ReadonlyArray<readonly [string, string]> => {
  const sample = requestSampleOf(operation)
  const right = rightRequest(operation, things)
  const example = operation.path.split("/").findIndex((segment) => segment.startsWith("{"))
  const inPath = sample.path.split("/")[example]
  const inQuery = new URLSearchParams(sample.query).values().next().value
  const asked = new URLSearchParams(right.query).values().next().value
  const { body } = right
  const named = (["address", "txHash"] as const).flatMap((name) =>
    operation.group === "Sandbox" && typeof sample.body === "object" && name in (sample.body ?? {})
      ? [
          [
            String(Reflect.get(sample.body as object, name)),
            String(Reflect.get(body as object, name))
          ] as const
        ]
      : []
  )
  return [
    ...(inPath === undefined || right.id === undefined ? [] : [[inPath, right.id] as const]),
    ...(inQuery === undefined || asked === undefined ? [] : [[inQuery, encodeURIComponent(asked)] as const]),
    ...named
  ]
}

/** A tiny picture: what the classifier of the tests says of it does not matter. */
const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")

describe("the samples of the reference", () => {
  it("have an example for every text, and show what the operation answers", async () => {
    await using api = await startComplete()
    for (const operation of await operationsOf(api)) {
      const { id, recordStatus, success } = operation
      const request = JSON.stringify(requestSampleOf(operation))
      const answer = answerSampleOf(operation)
      for (const text of [request, JSON.stringify(answer) ?? ""])
        assert.notInclude(text, noExample, `${id}: give each text of its schemas an example: ${text}`)
      if (recordStatus === 204) continue
      const { requestId: _, success: __, ...enveloped } = answer as { [name: string]: unknown }
      const fields = recordStatus === undefined ? enveloped : answer
      const decoded = Schema.decodeUnknownResult(Schema.toType(success), { onExcessProperty: "error" })(
        fields
      )
      assert.isTrue(Result.isSuccess(decoded), `${id}: ${Result.isFailure(decoded) ? decoded.failure : ""}`)
    }
  })

  it("run in a shell against a server, signed, with ids that it has in place of those of the examples", async () => {
    // The time of the shell is that of this machine.
    await using api = await startComplete({ time: "running", logLevel: "Fatal" })
    api.wall.now = Date.now()
    await using server = await listenFor(api)
    const folder = await mkdtemp(join(tmpdir(), "samples-"))
    try {
      const scripts: Array<string> = []
      const statuses: Array<string> = []
      const shared = await makeThings(api, "reader")
      await api.work()
      for (const operation of await operationsOf(api)) {
        const things = operation.method === "GET" ? shared : await makeThings(api, operation.id)
        if (operation.method !== "GET") await api.work()
        const sample = requestSampleOf(operation)
        if (sample.form !== undefined)
          await writeFile(join(folder, sample.form.file.name), sample.form.file.text ?? png)
        const shown = namedIn(operation, things).reduce(
          (text, [example, own]) => text.replaceAll(example, own.replaceAll("'", "'\\''")),
          curlSampleOf(operation, "sandbox")
        )
        const keys = {
          PUBLIC_KEY: things.key.publicKey,
          SECRET_KEY: things.key.secret,
          OPERATOR_KEY: api.operatorKey.secret
        }
        const settings = Object.entries(keys).map(([name, value]) => `${name}='${value}'`)
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
