import { setImmediate } from "node:timers/promises"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import {
  receiverUnreachable,
  WebhookHeldBack,
  type WebhookRequest,
  WebhookTransport,
  WebhookUnanswered
} from "@quittance/core/adapter"
import {
  closedPort,
  type LoopbackReceiver,
  loopbackCertificate,
  loopbackReceiver,
  loopbackSocket
} from "@quittance/testing"
import { Context, Effect, Exit, Fiber, Layer, Queue, Scope } from "effect"
import { UndiciTransport, type UndiciTransportOptions } from "../src/index.ts"
import { expiredCertificate, orphanCertificate } from "./faultyCertificates.ts"

const transportWith = (options: UndiciTransportOptions = {}) =>
  Effect.map(Layer.build(UndiciTransport.layer({ allowLoopback: true, ...options })), (context) =>
    Context.get(context, WebhookTransport)
  )

const requestTo = (url: string): WebhookRequest => ({ url, headers: {}, body: "{}" })

const reasonAt = (url: string, options: UndiciTransportOptions = {}) =>
  Effect.gen(function* () {
    const transport = yield* transportWith(options)
    const failure = yield* Effect.flip(transport.send(requestTo(url)))
    assert.instanceOf(failure, WebhookUnanswered)
    return failure.reason
  })

/** What operators are told where a partner is told no more than that there was no connection. */
const detailAt = (url: string, options: UndiciTransportOptions = {}) =>
  Effect.gen(function* () {
    const transport = yield* transportWith(options)
    const failure = yield* Effect.flip(transport.send(requestTo(url)))
    assert.instanceOf(failure, WebhookUnanswered)
    assert.strictEqual(failure.reason, receiverUnreachable)
    return failure.detail
  })

/** A connection is free for the next call when the event loop has come round. */
const freed = Effect.promise(() => setImmediate().then(() => setImmediate()))

/** What hangs up as soon as it was spoken to. */
const hangingUp = loopbackSocket((socket) => socket.once("data", () => socket.destroy()))

/** Lets tests trust these authorities too. */
const trusting = (...certificates: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates()
      setDefaultCACertificates([...before, ...certificates])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before))
  )

describe("a call without an answer says why:", () => {
  it.effect("nobody listens", () =>
    Effect.gen(function* () {
      const reason = yield* detailAt(`http://127.0.0.1:${yield* closedPort}/`)
      assert.strictEqual(reason, "the connection was refused: nothing listens there")
      const byName = yield* detailAt(`http://localhost:${yield* closedPort}/`)
      assert.strictEqual(byName, "the connection was refused: nothing listens there")
    })
  )

  it.effect("no answer in time", () =>
    Effect.gen(function* () {
      const { url } = yield* loopbackSocket(() => undefined)
      assert.strictEqual(yield* reasonAt(url, { answerMillisMax: 50 }), "no answer within 0.05 s")
      const reason = yield* reasonAt(url, { connectMillisMax: 20, answerMillisMax: 50 })
      assert.strictEqual(reason, "no answer within 0.05 s")
    })
  )

  it.effect("no name in time", () =>
    Effect.gen(function* () {
      const resolve = () => new Promise<never>(() => undefined)
      const reason = yield* detailAt("https://hooks.example/", {
        resolve,
        connectMillisMax: 50,
        answerMillisMax: 200
      })
      assert.strictEqual(reason, "no connection within 0.05 s")
    })
  )

  it.effect("no TLS in time", () =>
    Effect.gen(function* () {
      const { closed, port } = yield* loopbackSocket((socket) => socket.resume())
      const reason = yield* detailAt(`https://127.0.0.1:${port}/`, { connectMillisMax: 50 })
      assert.strictEqual(reason, "no connection within 0.05 s")
      yield* closed(1)
    })
  )

  it.effect("the connection is cut", () =>
    Effect.gen(function* () {
      const { port, url } = yield* hangingUp
      assert.strictEqual(yield* reasonAt(url), "the connection was closed before an answer came")
      const encrypted = yield* detailAt(`https://127.0.0.1:${port}/`)
      assert.strictEqual(encrypted, "the connection was closed before an answer came")
    })
  )

  it.effect("no TLS where it should be", () =>
    Effect.gen(function* () {
      const { port } = yield* loopbackReceiver()
      const reason = yield* detailAt(`https://127.0.0.1:${port}/`)
      assert.match(reason ?? "", /^the TLS handshake failed/)
    })
  )

  it.effect("a head that contradicts itself, or is broken", () =>
    Effect.gen(function* () {
      for (const headers of [
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Content-Length: 2\r\nContent-Length: 3",
        "Content-Length: 2\r\nno header"
      ]) {
        const answer = `HTTP/1.1 200 OK\r\n${headers}\r\n\r\nok`
        const { url } = yield* loopbackSocket((socket) => socket.once("data", () => socket.end(answer)))
        assert.strictEqual(
          yield* reasonAt(url),
          "the answer is not HTTP/1.1: a header is malformed, or two headers give different lengths",
          headers
        )
      }
    })
  )

  it.effect("a status that is none, or only announces another", () =>
    Effect.gen(function* () {
      for (const [status, reason] of [
        ["099", "the answer is not HTTP/1.1"],
        ["101", "the answer is not HTTP/1.1"],
        ["103", "the connection was closed before an answer came"]
      ]) {
        const { url } = yield* loopbackSocket((socket) =>
          socket.once("data", () => socket.end(`HTTP/1.1 ${status} Odd\r\n\r\n`))
        )
        assert.strictEqual(yield* reasonAt(url), reason, status)
      }
    })
  )

  it.effect("no HTTP, or too much of it", () =>
    Effect.gen(function* () {
      const nonsense = yield* loopbackSocket((socket) =>
        socket.once("data", () => socket.end("220 mail\r\n"))
      )
      assert.strictEqual(yield* reasonAt(nonsense.url), "the answer is not HTTP/1.1")
      const talkative = yield* loopbackReceiver({
        answer: (response) => response.writeHead(200, { "X-Long": "x".repeat(17 * 1024) }).end()
      })
      assert.strictEqual(yield* reasonAt(talkative.url), "the headers of the answer are too long")
    })
  )
})

describe("a certificate", () => {
  const names: Array<string> = []
  const receiver = (tls = loopbackCertificate) =>
    loopbackReceiver({
      tls: {
        ...tls,
        SNICallback: (name, done) => {
          names.push(name)
          done(null)
        }
      }
    })
  const at = ({ port }: LoopbackReceiver, host: string) =>
    reasonAt(`https://${host}:${port}/`, { resolve: async () => ["127.0.0.1"] })

  it.effect("of a trusted authority and with the right name is good, and the name is asked for", () =>
    Effect.gen(function* () {
      yield* trusting(loopbackCertificate.cert)
      const { port, received } = yield* receiver()
      const transport = yield* transportWith()
      names.length = 0
      for (const host of ["localhost", "127.0.0.1"])
        assert.strictEqual((yield* transport.send(requestTo(`https://${host}:${port}/`))).status, 200)
      assert.deepStrictEqual(names, ["localhost"])
      assert.lengthOf(received, 2)
    })
  )

  it.effect("of nobody's authority is not", () =>
    Effect.gen(function* () {
      const self = yield* receiver()
      assert.strictEqual(yield* at(self, "localhost"), "the certificate is not signed by a known authority")
      const orphan = yield* receiver(orphanCertificate)
      assert.match(yield* at(orphan, "localhost"), /does not lead to a known authority/)
      assert.isEmpty([...self.received, ...orphan.received])
    })
  )

  it.effect("for another name is not, at any attempt", () =>
    Effect.gen(function* () {
      yield* trusting(loopbackCertificate.cert)
      const { port, received } = yield* receiver()
      const transport = yield* transportWith({ resolve: async () => ["127.0.0.1"] })
      yield* transport.send(requestTo(`https://localhost:${port}/`))
      for (let count = 0; count < 3; count += 1) {
        const failure = yield* Effect.flip(transport.send(requestTo(`https://hooks.example:${port}/`)))
        assert.instanceOf(failure, WebhookUnanswered)
        assert.strictEqual(failure.reason, "the certificate is not valid for hooks.example")
      }
      assert.lengthOf(received, 1)
    })
  )

  it.effect("that has expired is not", () =>
    Effect.gen(function* () {
      yield* trusting(expiredCertificate.cert)
      const expired = yield* receiver(expiredCertificate)
      assert.strictEqual(yield* at(expired, "localhost"), "the certificate has expired")
      assert.isEmpty(expired.received)
    })
  )

  it.effect("is verified even where the environment says not to", () =>
    Effect.gen(function* () {
      const self = yield* receiver()
      yield* environment({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })
      assert.match(yield* at(self, "localhost"), /known authority/)
      assert.isEmpty(self.received)
    })
  )
})

/** Sets variables of the environment for as long as the scope is open. */
const environment = (variables: { readonly [name: string]: string }) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = { ...process.env }
      Object.assign(process.env, variables)
      return before
    }),
    (before) =>
      Effect.sync(() => {
        for (const name of Object.keys(variables)) {
          const value = before[name]
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      })
  )

describe("connections", () => {
  /** Answers with as many bytes as the path says. */
  const receiver = loopbackReceiver({
    answer: (response, { path }) => response.end("x".repeat(Number(path.slice(1))))
  })

  it.effect("are used again, after bodies that are read to the end and need not be kept", () =>
    Effect.gen(function* () {
      const { connections, url } = yield* receiver
      const transport = yield* transportWith()
      for (const bytes of [0, 2, 3_000, 60_000, 0]) {
        yield* transport.send(requestTo(url + bytes))
        yield* freed
      }
      assert.strictEqual(connections(), 1)
    })
  )

  it.effect("are given up rather than read for a long body", () =>
    Effect.gen(function* () {
      const { closed, connections, url } = yield* receiver
      const transport = yield* transportWith()
      assert.lengthOf((yield* transport.send(requestTo(`${url}500000`))).bodyStart, 2_048)
      yield* closed(1)
      yield* transport.send(requestTo(url))
      assert.strictEqual(connections(), 2)
    })
  )

  it.effect("are opened anew where a receiver closes each", () =>
    Effect.gen(function* () {
      const { connections, received, url } = yield* loopbackReceiver({
        answer: (response) => response.writeHead(200, { Connection: "close" }).end()
      })
      const transport = yield* transportWith()
      for (let count = 0; count < 5; count += 1) yield* transport.send(requestTo(url))
      assert.deepStrictEqual([connections(), received.length], [5, 5])
    })
  )

  it.effect("carry one call at a time", () =>
    Effect.gen(function* () {
      const called = yield* Queue.unbounded<() => void>()
      const { connections, url } = yield* loopbackReceiver({
        answer: (response) => Queue.offerUnsafe(called, () => response.end())
      })
      const transport = yield* transportWith()
      const all = Array.from({ length: 10 }, () => transport.send(requestTo(url)))
      const sending = yield* Effect.forkScoped(Effect.all(all, { concurrency: "unbounded" }))
      const answers = yield* Effect.forEach(all, () => Queue.take(called))
      assert.strictEqual(connections(), all.length)
      for (const answer of answers) answer()
      yield* Fiber.join(sending)
    })
  )

  it.effect("lead to one address no more than there may be, under whatever names, and hold up no other", () =>
    Effect.gen(function* () {
      const called = yield* Queue.unbounded<() => void>()
      const slow = yield* loopbackReceiver({
        answer: (response) => Queue.offerUnsafe(called, () => response.end())
      })
      const elsewhere = yield* loopbackReceiver({ address: "127.0.0.2" })
      const transport = yield* transportWith({
        addressCallsMax: 3,
        resolve: async (name) => [name.startsWith("other") ? "127.0.0.2" : "127.0.0.1"]
      })
      const to = (name: string) => transport.send(requestTo(`http://${name}.example:${slow.port}/`))
      const sending = yield* Effect.forkScoped(
        Effect.forEach(["a", "b", "c"], to, { concurrency: "unbounded" })
      )
      const answers = yield* Effect.forEach(["a", "b", "c"], () => Queue.take(called))
      for (const name of ["a", "d", "e", "f"])
        assert.deepStrictEqual(yield* Effect.flip(to(name)), new WebhookHeldBack())
      const byAddress = yield* Effect.flip(transport.send(requestTo(slow.url)))
      assert.deepStrictEqual(byAddress, new WebhookHeldBack())
      assert.strictEqual(slow.connections(), 3)
      const other = requestTo(`http://other.example:${elsewhere.port}/`)
      assert.strictEqual((yield* transport.send(other)).status, 200)
      for (const answer of answers) answer()
      yield* Fiber.join(sending)
      assert.lengthOf(slow.received, 3)
    })
  )

  it.effect("go straight to the receiver, whatever proxies the environment names", () =>
    Effect.gen(function* () {
      const proxy = yield* loopbackReceiver()
      const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]
      const variables = Object.fromEntries(names.map((name) => [name, proxy.url]))
      yield* environment({ ...variables, NODE_USE_ENV_PROXY: "1" })
      const { received, url } = yield* receiver
      const transport = yield* transportWith()
      yield* transport.send(requestTo(url))
      assert.lengthOf(received, 1)
      assert.strictEqual(proxy.connections(), 0)
    })
  )

  it.effect("end with the scope, and so do the calls on them", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const transport = yield* Scope.provide(transportWith(), scope)
      const idle = yield* receiver
      yield* transport.send(requestTo(idle.url))
      const called = yield* Queue.unbounded<void>()
      const slow = yield* loopbackSocket((socket) => {
        socket.once("data", () => Queue.offerUnsafe(called, undefined))
      })
      const stopping = new WebhookUnanswered({ reason: "the sender is stopping" })
      const waiting = yield* Effect.forkScoped(Effect.flip(transport.send(requestTo(slow.url))))
      yield* Queue.take(called)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(yield* Fiber.join(waiting), stopping)
      yield* idle.closed(1)
      yield* slow.closed(1)
      const late = yield* Effect.flip(transport.send(requestTo(idle.url)))
      assert.deepStrictEqual(late, stopping)
      assert.strictEqual(idle.connections(), 1)
    })
  )

  it.effect("are not made for a call that was interrupted while its name was looked up", () =>
    Effect.gen(function* () {
      const { connections, received, url } = yield* receiver
      const asked = yield* Queue.unbounded<() => void>()
      const resolve = () =>
        new Promise<ReadonlyArray<string>>((found) => Queue.offerUnsafe(asked, () => found(["127.0.0.1"])))
      const transport = yield* transportWith({ resolve })
      const sending = yield* Effect.forkScoped(
        transport.send(requestTo(url.replace("127.0.0.1", "hooks.example")))
      )
      const found = yield* Queue.take(asked)
      yield* Fiber.interrupt(sending)
      found()
      const again = yield* Effect.forkScoped(transport.send(requestTo(url)))
      assert.strictEqual((yield* Fiber.join(again)).status, 200)
      assert.lengthOf(received, 1)
      assert.isAtMost(connections(), 2)
    })
  )
})
