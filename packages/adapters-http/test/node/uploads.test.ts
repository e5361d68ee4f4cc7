import { once } from "node:events"
import { Agent, request as httpRequest } from "node:http"
import type { Socket } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { Deferred, Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { type ApiRequest, jsonResponse } from "../../src/index.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"
import { assertRefused, listen, ok, open, received, serving, servingApi } from "./TestServer.ts"

const fileBytesMax = 5 * 1024 * 1024
const path = "/api/v1/batch/invoices"
const right = "amount,currency\n10,USD"

const opening = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
const closing = "\r\n--x--\r\n"

const headOf = (api: TestApi, ...lines: ReadonlyArray<string>): string =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    `x-api-key: ${api.key.secret}`,
    "Content-Type: multipart/form-data; boundary=x",
    ...lines,
    "\r\n"
  ].join("\r\n")

const chunkOf = (content: string): string => `${content.length.toString(16)}\r\n${content}\r\n`

/** Sends the same again and again for as long as the other end takes it. */
const sendOnAndOn = (socket: Socket, piece: string): void => {
  const send = (): void => {
    while (socket.writable && socket.write(piece));
  }
  socket.on("drain", send)
  send()
}

const assertTooLarge = (answer: string): void => {
  assert.match(answer, /^HTTP\/1\.1 413 /)
  assert.include(answer, '"code":"payload_too_large"')
  assert.include(answer, "Connection: close")
}

const total = async (api: TestApi): Promise<unknown> =>
  ((await api.fiat("invoices")).body.pagination as { readonly total: number }).total

describe("a file uploaded to the Node server", () => {
  it("is taken at exactly 5 MiB, announced or chunked", async () => {
    await using api = await startTestApi()
    await using server = await listen(await servingApi(api))
    const file = right + "\n".repeat(fileBytesMax - right.length)
    const form = new FormData()
    form.append("file", new Blob([file]), "a.csv")
    const announced = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "x-api-key": api.key.secret },
      body: form
    })
    assert.strictEqual(announced.status, 201)
    const socket = await open(server.port)
    const answer = received(socket)
    socket.write(headOf(api, "Transfer-Encoding: chunked", "Connection: close"))
    socket.write(`${chunkOf(opening)}${chunkOf(file)}${chunkOf(closing)}0\r\n\r\n`)
    assert.match(await answer, /^HTTP\/1\.1 201 /)
    assert.strictEqual(await total(api), 2)
  })

  it("413: the answer arrives though the client sends on, announced", async () => {
    await using api = await startTestApi()
    await using server = await listen(await servingApi(api))
    const socket = await open(server.port)
    const answer = received(socket)
    socket.write(headOf(api, `Content-Length: ${1024 * 1024 * 1024}`))
    socket.write(opening)
    sendOnAndOn(socket, "x".repeat(65_536))
    assertTooLarge(await answer)
    assert.isAtMost(socket.bytesWritten, 32 * 1024 * 1024)
  })

  it("413: the answer arrives though the client sends on, chunked, and nothing is written", async () => {
    await using api = await startTestApi()
    await using server = await listen(await servingApi(api))
    const socket = await open(server.port)
    const answer = received(socket)
    socket.write(headOf(api, "Transfer-Encoding: chunked"))
    socket.write(chunkOf(opening + right))
    sendOnAndOn(socket, chunkOf("\n".repeat(65_536)))
    assertTooLarge(await answer)
    assert.isAtMost(socket.bytesWritten, 32 * 1024 * 1024)
    assert.strictEqual(await total(api), 0)
  })

  it("401, 403 and 429 arrive though the client sends on", async () => {
    await using api = await startTestApi()
    const reader = await api.createKey({ scopes: ["payments:read"] })
    const spent = await api.createKey()
    for (let index = 0; index < 6; index++) await api.fiat("batch/invoices", { method: "POST", key: spent })
    await using server = await listen(await servingApi(api))
    for (const [status, secret] of [
      [401, "wrong"],
      [403, reader.secret],
      [429, spent.secret]
    ] as const) {
      const socket = await open(server.port)
      const answer = received(socket)
      const head = headOf(api, "Transfer-Encoding: chunked").replace(api.key.secret, secret)
      socket.write(head + chunkOf(opening))
      sendOnAndOn(socket, chunkOf("x".repeat(65_536)))
      assert.match(await answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  })

  it("leaves no bytes in memory when it was refused unread", async () => {
    await using server = await listen(serving(() => Effect.succeed(jsonResponse(503, "the id", {}))))
    const bytes = 8 * 1024 * 1024
    const before = process.memoryUsage().arrayBuffers
    for (let index = 0; index < 4; index++) {
      const socket = await open(server.port)
      const answer = received(socket)
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`)
      socket.write("x".repeat(bytes), "latin1")
      assert.match(await answer, /^HTTP\/1\.1 503 /)
    }
    assert.isBelow(process.memoryUsage().arrayBuffers - before, bytes / 2)
  })

  it("leaves the connection usable when it was refused before all of it arrived", async () => {
    await using api = await startTestApi()
    await using server = await listen(await servingApi(api))
    const socket = await open(server.port)
    const answers = received(socket)
    const rest = "x".repeat(500_000) + closing
    const wrong = `${opening.replace('name="file"', 'name="other"')}amount`
    socket.write(headOf(api, `Content-Length: ${wrong.length + rest.length}`) + wrong)
    await once(socket, "data")
    socket.write(rest)
    const body = opening + right + closing
    socket.write(headOf(api, `Content-Length: ${body.length}`, "Connection: close") + body)
    assert.match(await answers, /^HTTP\/1\.1 400 [\s\S]*HTTP\/1\.1 201 /)
  })

  it("is taken over a slow network, as long as it keeps coming", async () => {
    await using api = await startTestApi()
    await using server = await listen(await servingApi(api), { headersMillis: 100, requestMillis: 200 })
    const socket = await open(server.port)
    const answer = received(socket)
    const pieces = Array.from({ length: 8 }, () => "\n".repeat(32 * 1024))
    const length = [opening, right, ...pieces, closing].join("").length
    socket.write(headOf(api, `Content-Length: ${length}`, "Connection: close") + opening + right)
    for (const piece of pieces) {
      socket.write(piece)
      await sleep(100)
    }
    socket.write(closing)
    assert.match(await answer, /^HTTP\/1\.1 201 /)
  })

  it("408: it comes byte by byte", async () => {
    await using api = await startTestApi()
    await using server = await listen(await servingApi(api), { headersMillis: 100, requestMillis: 200 })
    const socket = await open(server.port)
    const answer = received(socket)
    socket.write(headOf(api, "Content-Length: 100000") + opening + right)
    const drip = setInterval(() => socket.writable && socket.write("\n"), 10)
    assertRefused(await answer, 408, "not sent in time")
    clearInterval(drip)
    assert.strictEqual(await total(api), 0)
  })

  it.each(["destroy", "end"] as const)(
    "nothing is written when its client leaves in the middle: %s",
    async (leave) => {
      await using api = await startTestApi()
      const server = await listen(await servingApi(api))
      const socket = await open(server.port)
      const closed = received(socket)
      socket.write(headOf(api, "Content-Length: 100000") + opening + right)
      await sleep(20)
      socket[leave]()
      await closed
      const began = performance.now()
      await server.close()
      assert.isBelow(performance.now() - began, 2_000, "nothing is in flight any more")
      assert.strictEqual(await total(api), 0)
    }
  )
})

describe("the body of a request as a stream", () => {
  const lengthOf = (request: ApiRequest) =>
    request.streamBody(64 * 1024 * 1024).pipe(
      Stream.runFold(
        () => 0,
        (length, piece) => length + piece.length
      ),
      Effect.map((bytes) => ok({ bytes })),
      Effect.catch((failure) => Effect.succeed(jsonResponse(413, "the id", { tag: failure._tag })))
    )

  it("is empty where there is none, on one connection again and again", async () => {
    await using server = await listen(serving(lengthOf))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (const body of ["", "hello", "x".repeat(1_000_000), ""]) {
      const request = httpRequest({ port: server.port, agent, method: "POST" })
      request.end(body)
      const [response] = await once(request, "response")
      ports.add(response.socket.localPort)
      const { bytes } = JSON.parse(await text(response))
      assert.strictEqual(bytes, body.length)
    }
    agent.destroy()
    assert.strictEqual(ports.size, 1)
  })

  it("is not taken off the wire faster than it is asked for", async () => {
    const first = Deferred.makeUnsafe<void>()
    const goOn = Deferred.makeUnsafe<void>()
    const slow = (request: ApiRequest) =>
      lengthOf({
        ...request,
        streamBody: (limitBytes) =>
          Stream.tap(request.streamBody(limitBytes), () =>
            Effect.andThen(Deferred.succeed(first, undefined), Deferred.await(goOn))
          )
      })
    await using server = await listen(serving(slow))
    const socket = await open(server.port)
    const answer = received(socket)
    const bytes = 48 * 1024 * 1024
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`)
    socket.write("x".repeat(bytes))
    await Effect.runPromise(Deferred.await(first))
    await sleep(200)
    // What is not taken stays with the sender, but for what the kernel holds for both.
    assert.isAbove(socket.writableLength, 0)
    Deferred.doneUnsafe(goOn, Effect.void)
    assert.include(await answer, `"bytes":${bytes}`)
  })
})
