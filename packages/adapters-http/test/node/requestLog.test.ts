import { once } from "node:events"
import { request as httpRequest } from "node:http"
import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { makeRequestLines } from "../observe/requestLines.ts"
import { startTestApi, type TestApiOptions } from "../TestApi.ts"
import { listenFor, open, received } from "./TestServer.ts"

const started = async (options: TestApiOptions = {}) => {
  const log = makeRequestLines()
  const api = await startTestApi({ ...log.options, ...options })
  const server = await listenFor(api)
  const close = async () => {
    await server.close()
    await api[Symbol.asyncDispose]()
  }
  const settled = async (count: number) => {
    while (log.lines.length < count) await setImmediate()
  }
  return { log, api, server, settled, [Symbol.asyncDispose]: close }
}

/** What the server answers to these bytes, and the request id in it. */
const answerTo = async (port: number, text: string) => {
  const socket = await open(port)
  socket.write(text)
  const answer = await received(socket)
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    requestId: /X-Request-Id: (\S+)/.exec(answer)?.[1]
  }
}

const json = "Content-Type: application/json"

describe("a line for what is no request of the application", () => {
  const inputs = {
    "no Host": ["GET /pay/token HTTP/1.1\r\n\r\n", "GET"],
    "two Hosts": ["GET /pay/token HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET"],
    "an expectation": ["POST /pay/token HTTP/1.1\r\nHost: a\r\nExpect: the-moon\r\n\r\n", "POST"],
    "no HTTP": ["the secret \r\n\r\n", "-"],
    "long headers": [`GET /pay/token HTTP/1.1\r\nHost: a\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, "-"]
  } as const
  for (const [name, [text, method]] of Object.entries(inputs)) {
    it(name, async () => {
      await using it = await started()
      const { requestId, status } = await answerTo(it.server.port, text)
      const line = it.log.lineOf(requestId)
      assert.deepInclude(line, { method, path: "-", status, code: "invalid_request" })
      assert.notMatch(it.log.text(), /token|secret|moon/)
    })
  }
})

describe("a line for a request that ended early", () => {
  it("a body that is no HTTP: the line says what the client was told", async () => {
    await using it = await started()
    const head = `POST /api/v1/invoices HTTP/1.1\r\nHost: a\r\nx-api-key: ${it.api.key.secret}\r\n${json}`
    const sent = `${head}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nxyz\r\n`
    const { requestId, status } = await answerTo(it.server.port, sent)
    assert.strictEqual(status, 400)
    const line = it.log.lineOf(requestId)
    assert.deepInclude(line, { path: "/api/v1/invoices", status: 400, code: "invalid_request" })
  })

  it("a connection that was kept and is reset within its second request", async () => {
    await using it = await started()
    const socket = await open(it.server.port)
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    await once(socket, "data")
    const head = `POST /api/v1/invoices HTTP/1.1\r\nHost: a\r\nx-api-key: ${it.api.key.secret}\r\n${json}`
    socket.write(`${head}\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`)
    // The server waits for the body.
    await once(socket, "data")
    socket.resetAndDestroy()
    await it.settled(2)
    const [first, second] = it.log.lines
    assert.deepInclude(first, { path: "/healthz", status: 200 })
    assert.notProperty(first, "aborted")
    assert.deepInclude(second, { path: "/api/v1/invoices", status: 400, aborted: true })
  })

  it("a connection that is closed between two requests leaves no line", async () => {
    await using it = await started()
    const socket = await open(it.server.port)
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    await once(socket, "data")
    socket.resetAndDestroy()
    const { requestId } = await answerTo(
      it.server.port,
      "HEAD /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    )
    assert.deepInclude(it.log.lineOf(requestId), { method: "HEAD", path: "/docs", status: 200 })
    assert.lengthOf(it.log.lines, 2)
  })
})

it("the refusal of a full server leads to its line", async () => {
  await using it = await started({ rateLimits: "off" })
  const uploads = Array.from({ length: 120 }, () => {
    const request = httpRequest(`${it.server.url}/api/Signature/validate/upload`, {
      method: "POST",
      agent: false,
      headers: { "content-type": "multipart/form-data; boundary=x", "content-length": "1000" }
    })
    request.on("error", () => {})
    request.write("--x\r\n")
    return request
  })
  const refused = await Promise.race(
    uploads.map(
      (upload) =>
        new Promise<string>((resolve) =>
          upload.once("response", ({ headers, statusCode }) => {
            if (statusCode === 503) resolve(String(headers["x-request-id"]))
          })
        )
    )
  )
  assert.deepInclude(it.log.lineOf(refused), { status: 503, code: "service_unavailable" })
  for (const upload of uploads) upload.destroy()
})
