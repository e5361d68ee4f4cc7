import { once } from "node:events"
import { Agent, request as httpRequest } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { Ids } from "@quittance/core"
import { Deferred, Effect, Layer, Result, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { emptyResponse, HttpApp, jsonResponse, NodeServer, type NodeServerOptions } from "../../src/index.ts"
import type { ApiRequest } from "../../src/message/ApiMessage.ts"
import { payoutFields, payoutsPath, startTestApi } from "../TestApi.ts"
import { assertRefused, listen, localhost, ok, open, received, serving, servingApi } from "./TestServer.ts"

const bodyText = (request: ApiRequest) =>
  request.readBody(256 * 1024).pipe(
    Effect.map((bytes) => ok({ bytes: bytes.length })),
    Effect.catch((failure) => Effect.succeed(jsonResponse(413, "the id", { tag: failure._tag })))
  )

describe("the Node server", () => {
  it("serves the whole application: a signed payout", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const app = await api.runtime.runPromise(HttpApp.use((service) => Effect.succeed(service)))
    await using server = await listen(serving((request) => app.handle(request)))
    const signed = api.signedRequest({ path: payoutsPath, body: payoutFields(), idempotencyKey: "k" })
    const response = await fetch(`${server.url}${payoutsPath}`, {
      method: "POST",
      headers: signed.headers,
      body: await signed.text()
    })
    const answer = await response.json()
    assert.strictEqual(response.status, 200)
    assert.strictEqual(answer.payout.total, 12)
    assert.strictEqual(response.headers.get("x-request-id"), answer.requestId)
  })

  it("serves every method of the application", async () => {
    await using api = await startTestApi()
    await using server = await listen(await servingApi(api))
    const { publicKey, secret } = api.key
    const json = { "content-type": "application/json" }
    const fiat = (method: string, path: string, body?: object) =>
      fetch(`${server.url}/api/v1/webhooks${path}`, {
        method,
        headers: { "x-api-key": secret, ...json },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    const url = "https://shop.test/hooks"
    const made = await fiat("POST", "", { url, events: ["invoice.paid"] })
    const { id } = await made.json()
    const patched = await fiat("PATCH", `/${id}`, { active: false })
    assert.strictEqual((await patched.json()).active, false)
    const removed = await fiat("DELETE", `/${id}`)
    assert.deepStrictEqual([removed.status, await removed.text()], [204, ""])
    assert.match(removed.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    const set = await fetch(`${server.url}/v1/webhook`, {
      method: "PUT",
      headers: { "X-API-Key": publicKey, "X-API-Secret": secret, ...json },
      body: JSON.stringify({ url })
    })
    assert.deepInclude((await set.json()).webhook, { url, enabled: true })
  })

  it("hands the request over as it was received", async () => {
    const seen: Array<ApiRequest> = []
    await using server = await listen(
      serving((request) => {
        seen.push(request)
        return Effect.succeed(ok())
      })
    )
    const socket = await open(server.port)
    const lines = ["Host: x", "X-Twice: a", "X-Twice: b", "Connection: close"]
    socket.write(`GET http://example.test:80/a%2Fb//c/?q=%20&q HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`)
    await received(socket)
    const [request] = seen
    assert.strictEqual(request?.path, "/a%2Fb//c/")
    assert.strictEqual(request?.query, "q=%20&q")
    assert.strictEqual(request?.headers["x-twice"], "a, b")
    assert.strictEqual(request?.remoteAddress, "127.0.0.1")
  })

  it("serves many requests on one connection", async () => {
    await using server = await listen(serving(bodyText))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let index = 0; index < 5; index++) {
      const request = httpRequest({ port: server.port, agent, method: "POST" })
      request.end("x".repeat(index))
      const [response] = await once(request, "response")
      ports.add(response.socket.localPort)
      response.resume()
      await once(response, "end")
    }
    agent.destroy()
    assert.strictEqual(ports.size, 1)
  })

  it("sends 204 with neither body nor length, and goes on with the connection", async () => {
    await using server = await listen(
      serving((request) => Effect.succeed(request.method === "DELETE" ? emptyResponse("the id") : ok()))
    )
    const socket = await open(server.port)
    socket.write(
      "DELETE /x HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    const [head = "", second = ""] = (await received(socket)).split("\r\n\r\n")
    assert.match(head, /^HTTP\/1\.1 204 /)
    assert.include(head, "X-Request-Id: the id")
    assert.notMatch(head, /content-length|content-type|transfer-encoding/i)
    assert.match(second, /^HTTP\/1\.1 200 /)
  })

  it("refuses an announced body over the limit before it is sent", async () => {
    await using server = await listen(serving(bodyText))
    const socket = await open(server.port)
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10485760\r\nExpect: 100-continue\r\n\r\n")
    const text = await received(socket)
    assert.match(text, /^HTTP\/1\.1 413 /)
    assert.include(text, "Connection: close")
    assert.notInclude(text, "100 Continue")
  })

  it("asks for a body that it will take", async () => {
    await using server = await listen(serving(bodyText))
    const request = httpRequest({
      port: server.port,
      method: "POST",
      headers: { expect: "100-continue", "content-length": 5 }
    })
    request.flushHeaders()
    await once(request, "continue")
    request.end("hello")
    const [response] = await once(request, "response")
    assert.strictEqual(response.statusCode, 200)
    response.resume()
  })

  it("stops reading an endless body, and its sender still sees why", async () => {
    await using server = await listen(serving(bodyText))
    const socket = await open(server.port)
    const answered = received(socket)
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`
    const send = (): void => {
      while (socket.writable && socket.write(chunk));
    }
    socket.on("drain", send)
    send()
    assert.match(await answered, /^HTTP\/1\.1 413 /)
    assert.isAtMost(socket.bytesWritten, 32 * 1024 * 1024)
  })

  it("answers what is no HTTP in the envelope, with a request id", async () => {
    await using server = await listen(serving(() => Effect.succeed(ok())))
    const garbled = await open(server.port)
    garbled.write("NONSENSE\r\n\r\n")
    const text = await received(garbled)
    assert.match(text, /^HTTP\/1\.1 400 /)
    assert.match(text, /X-Request-Id: [0-9a-f-]{36}/)
    assert.include(text, '"code":"invalid_request"')
    const large = await open(server.port)
    large.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`)
    assert.match(await received(large), /^HTTP\/1\.1 431 /)
  })

  it("refuses an HTTP/1.1 request without Host in the envelope; HTTP/1.0 needs none", async () => {
    await using server = await listen(serving(() => Effect.succeed(ok())))
    const socket = await open(server.port)
    socket.write("GET / HTTP/1.1\r\n\r\n")
    assertRefused(await received(socket), 400, "must have the header Host")
    const older = await open(server.port)
    older.write("GET / HTTP/1.0\r\n\r\n")
    assert.match(await received(older), /^HTTP\/1\.1 200 /)
  })

  it.each([
    ["as different ones", "Host: a\r\nHost: b"],
    ["as the same one", "Host: a\r\nhOST: a"],
    ["with one of them empty", "Host:\r\nHost: a"]
  ])("refuses a request with two Host headers and closes: %s", async (_name, hosts) => {
    await using server = await listen(serving(() => Effect.succeed(ok())))
    for (const version of ["1.0", "1.1"]) {
      const socket = await open(server.port)
      socket.write(`GET / HTTP/${version}\r\n${hosts}\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n`)
      assertRefused(await received(socket), 400, "must have the header Host only once")
    }
  })

  it.each([
    ["two lengths", "Content-Length: 2\r\nContent-Length: 3"],
    ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked"],
    ["a length that is no number", "Content-Length: +2"],
    ["a space before the colon", "Content-Length : 2"],
    ["a folded header", "X-A: b\r\n c: d\r\nContent-Length: x"],
    ["a bare line feed", "X-A: b\nContent-Length: 2"]
  ])("refuses and closes where it is not clear where the next request begins: %s", async (_name, lines) => {
    await using server = await listen(serving(() => Effect.succeed(ok())))
    const socket = await open(server.port)
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n{}GET /next HTTP/1.1\r\nHost: x\r\n\r\n`)
    const text = await received(socket)
    assert.lengthOf(text.match(/HTTP\/1\.1 \d/g) ?? [], 1)
    assert.match(text, /^HTTP\/1\.1 400 /)
  })

  it("refuses an expectation other than 100-continue in the envelope", async () => {
    await using server = await listen(serving(() => Effect.succeed(ok())))
    const socket = await open(server.port)
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nContent-Length: 2\r\n\r\n{}")
    assertRefused(await received(socket), 417, "must be 100-continue")
  })

  const chunkedHead = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

  it.each([
    ["with the headers", [`${chunkedHead}ZZ\r\n`]],
    ["later", [chunkedHead, "2\r\n{}\r\n", "ZZ\r\n"]],
    ["with more after it", [chunkedHead, `ZZ\r\n${"x".repeat(100_000)}`, "x".repeat(100_000)]]
  ])("refuses a broken chunk in the envelope, then closes: sent %s", async (_name, pieces) => {
    await using server = await listen(serving(bodyText))
    const socket = await open(server.port)
    const answered = received(socket)
    for (const piece of pieces) {
      socket.write(piece)
      await sleep(20)
    }
    assertRefused(await answered, 400, "a chunk of the body does not begin with its size in hex")
  })

  it("refuses a broken chunk whatever the application makes of the request, under its request id", async () => {
    await using server = await listen(serving(() => Effect.delay(Effect.succeed(ok()), 50)))
    const socket = await open(server.port)
    socket.write(`${chunkedHead}ZZ\r\n`)
    const text = await received(socket)
    assert.match(text, /^HTTP\/1\.1 400 /)
    assert.include(text, '"requestId":"the id"')
  })

  it("closes without a second answer after a broken chunk that follows its answer", async () => {
    await using server = await listen(serving(() => Effect.succeed(ok())))
    const socket = await open(server.port)
    const answered = received(socket)
    socket.write(chunkedHead)
    await sleep(50)
    socket.write("ZZ\r\n")
    const text = await answered
    assert.match(text, /^HTTP\/1\.1 200 /)
    assert.lengthOf(text.match(/HTTP\/1\.1 /g) ?? [], 1)
  })

  it("answers the request before the one that is no HTTP first", async () => {
    await using server = await listen(serving(() => Effect.delay(Effect.succeed(ok()), 50)))
    const socket = await open(server.port)
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n")
    const text = await received(socket)
    const second = text.indexOf("HTTP/1.1", 1)
    assert.match(text, /^HTTP\/1\.1 200 /)
    assertRefused(text.slice(second), 400, "not a well-formed HTTP/1.1 request")
  })

  it("says that a body was not sent in time", async () => {
    await using server = await listen(serving(bodyText), { headersMillis: 100, requestMillis: 200 })
    const socket = await open(server.port)
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
    assertRefused(await received(socket), 408, "not sent in time")
  })

  it("does not wait for slow headers", async () => {
    await using server = await listen(
      serving(() => Effect.succeed(ok())),
      { headersMillis: 200 }
    )
    const socket = await open(server.port)
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n")
    assert.match(await received(socket), /^HTTP\/1\.1 408 /)
  })

  it("sends a stream as it comes, and ends it when the client leaves", async () => {
    const left = Deferred.makeUnsafe<void>()
    const endless = Stream.make("data: 1\n\n").pipe(
      Stream.concat(Stream.never),
      Stream.ensuring(Deferred.succeed(left, undefined))
    )
    await using server = await listen(
      serving(() => Effect.succeed({ status: 200, headers: {}, body: endless }))
    )
    const controller = new AbortController()
    const response = await fetch(server.url, { signal: controller.signal })
    const reader = response.body?.getReader()
    const piece = await reader?.read()
    assert.strictEqual(new TextDecoder().decode(piece?.value), "data: 1\n\n")
    controller.abort()
    await reader?.closed.catch(() => {})
    await Effect.runPromise(Deferred.await(left))
  })
})

describe("the start of the Node server", () => {
  const startMessage = async (options: NodeServerOptions): Promise<string> => {
    const layer = NodeServer.layer(options).pipe(
      Layer.provide([serving(() => Effect.succeed(ok())), Ids.layer])
    )
    const started = await Effect.runPromise(Effect.result(Effect.scoped(Layer.build(layer))))
    return Result.isFailure(started) ? started.failure.message : "started"
  }

  it("says that the port is in use", async () => {
    await using server = await listen(serving(() => Effect.succeed(ok())))
    const { port } = server
    assert.strictEqual(
      await startMessage({ ...localhost, port }),
      `port ${port} of 127.0.0.1 is in use: stop what listens there, or choose another port`
    )
  })

  it("says that the host is none of this machine's", async () => {
    assert.include(
      await startMessage({ port: 0, host: "192.0.2.1" }),
      "192.0.2.1 is not an address of this machine"
    )
  })
})

describe("the shutdown of the Node server", () => {
  it("answers what is in flight and takes nothing new", async () => {
    const begun = Deferred.makeUnsafe<void>()
    const finish = Deferred.makeUnsafe<void>()
    const server = await listen(
      serving(() =>
        Deferred.succeed(begun, undefined).pipe(
          Effect.andThen(Deferred.await(finish)),
          Effect.as(ok({ done: true }))
        )
      )
    )
    const answer = fetch(server.url)
    await Effect.runPromise(Deferred.await(begun))
    const closed = server.close()
    const refused = await fetch(server.url).then(
      () => "answered",
      () => "refused"
    )
    assert.strictEqual(refused, "refused")
    Deferred.doneUnsafe(finish, Effect.void)
    const response = await answer
    assert.strictEqual(response.headers.get("connection"), "close")
    assert.deepInclude(await response.json(), { done: true })
    await closed
  })

  /** Asks again and again on one connection until the answer says that it is the last. */
  const askUntilLast = async (port: number, onAnswer: () => void): Promise<number> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let answers = 0
    while (true) {
      const request = httpRequest({ port, agent, method: "POST" })
      request.end("hello")
      const [response] = await once(request, "response")
      response.resume()
      await once(response, "end")
      answers += 1
      onAnswer()
      if (response.headers.connection === "close") break
      // Some are idle for a moment when the shutdown begins.
      await sleep(Math.random() * 10)
    }
    agent.destroy()
    return answers
  }

  it("loses no request of 20 clients that ask on and on: each is told which answer is its last", async () => {
    const server = await listen(
      serving((request) => Effect.delay(bodyText(request), 2)),
      { shutdownMillis: 60_000, idleGraceMillis: 30_000 }
    )
    const asking = Array.from({ length: 20 }, () => {
      const first = Promise.withResolvers<void>()
      return { first: first.promise, last: askUntilLast(server.port, first.resolve) }
    })
    await Promise.all(asking.map(({ first }) => first))
    const began = performance.now()
    await server.close()
    const took = performance.now() - began
    for (const { last } of asking) assert.isAtLeast(await last, 2)
    assert.isBelow(took, 20_000, "it ends when the last connection does, before the grace is over")
  })

  it("ends at once without connections", async () => {
    const server = await listen(
      serving(() => Effect.succeed(ok())),
      { idleGraceMillis: 30_000 }
    )
    const began = performance.now()
    await server.close()
    assert.isBelow(performance.now() - began, 1_000)
  })

  it("answers what arrives on a connection that was idle, as its last", async () => {
    const server = await listen(serving(() => Effect.succeed(ok())))
    const socket = await open(server.port)
    const closed = server.close()
    await sleep(100)
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    const text = await received(socket)
    assert.match(text, /^HTTP\/1\.1 200 /)
    assert.include(text, "Connection: close")
    await closed
  })

  it("closes idle connections, and those that never asked anything, after a short grace", async () => {
    const server = await listen(
      serving(() => Effect.succeed(ok())),
      { shutdownMillis: 60_000 }
    )
    const silent = await open(server.port)
    const agent = new Agent({ keepAlive: true })
    const request = httpRequest({ port: server.port, agent })
    request.end()
    const [response] = await once(request, "response")
    response.resume()
    await once(response, "end")
    const ended = received(silent)
    const began = performance.now()
    await server.close()
    assert.isBelow(performance.now() - began, 1_000)
    await ended
    agent.destroy()
  })

  it("ends event streams", async () => {
    const server = await listen(
      serving(() =>
        Effect.succeed({ status: 200, headers: {}, body: Stream.concat(Stream.make(":\n\n"), Stream.never) })
      ),
      { shutdownMillis: 60_000 }
    )
    const response = await fetch(server.url)
    const text = response.text().catch(() => "cut off")
    await server.close()
    assert.strictEqual(await text, ":\n\n")
  })

  it("waits no longer than it may", async () => {
    const begun = Deferred.makeUnsafe<void>()
    const server = await listen(
      serving(() => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)),
      { shutdownMillis: 50 }
    )
    const answer = fetch(server.url).then(
      () => "answered",
      () => "cut off"
    )
    await Effect.runPromise(Deferred.await(begun))
    await server.close()
    assert.strictEqual(await answer, "cut off")
  })
})
