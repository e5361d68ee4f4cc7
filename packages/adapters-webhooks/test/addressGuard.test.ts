import { networkInterfaces } from "node:os"
import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import {
  receiverUnreachable,
  type WebhookRequest,
  WebhookTransport,
  WebhookUnanswered
} from "@quittance/core/adapter"
import { everyAddress, hasIpv6, loopbackReceiver } from "@quittance/testing"
import { Context, Effect, Layer } from "effect"
import { UndiciTransport, type UndiciTransportOptions } from "../src/index.ts"
import { resolveBySystem } from "../src/resolveName.ts"

/**
 * Calls go to public addresses only, whatever a URL or a name says. For most tests loopback stands for what is public.
 */

const transportWith = (options: UndiciTransportOptions) =>
  Effect.map(Layer.build(UndiciTransport.layer(options)), (context) => Context.get(context, WebhookTransport))

const requestTo = (url: string): WebhookRequest => ({ url, headers: {}, body: "{}" })

const unreachable = (detail: string) => new WebhookUnanswered({ reason: receiverUnreachable, detail })

const notPublic = unreachable("the address is not public: webhooks go to public addresses only")

/** Why a call got no answer. */
const failureOf = (transport: WebhookTransport["Service"], url: string) =>
  Effect.map(Effect.flip(transport.send(requestTo(url))), (failure) => {
    assert.instanceOf(failure, WebhookUnanswered)
    return failure
  })

/** A resolver that gives these answers in turn, the last one again and again. */
const resolving = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  const asked: Array<string> = []
  const resolve = async (name: string): Promise<ReadonlyArray<string>> => {
    asked.push(name)
    return answers[Math.min(asked.length, answers.length) - 1] ?? []
  }
  return { asked, resolve }
}

/** An address or two of every block that is not globally reachable. */
const special = {
  "this network": ["0.0.0.0", "0.255.255.255"],
  "this machine": ["127.0.0.1", "127.255.255.254", "::1"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "fc00::1", "fd12:3456::1"],
  "link-local": ["169.254.169.254", "fe80::1", "febf::1"],
  "shared, of carriers": ["100.64.0.1", "100.127.255.255"],
  "protocol assignments": ["192.0.0.1", "192.0.0.170"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  benchmarking: ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  reserved: ["240.0.0.1", "255.255.255.254"],
  broadcast: ["255.255.255.255"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  unspecified: ["::"],
  "IPv4 in IPv6": [
    "::ffff:8.8.8.8",
    "::ffff:10.0.0.1",
    "::ffff:0:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1"
  ],
  discarding: ["100::1"]
}

const literal = (address: string): string => (address.includes(":") ? `[${address}]` : address)

describe("an address that is not public is refused", () => {
  for (const [block, addresses] of Object.entries(special)) {
    it.effect(`in a URL: ${block}`, () =>
      Effect.gen(function* () {
        const { asked, resolve } = resolving(["8.8.8.8"])
        const transport = yield* transportWith({ resolve })
        for (const address of addresses)
          assert.deepStrictEqual(
            yield* Effect.flip(transport.send(requestTo(`https://${literal(address)}/`))),
            notPublic,
            address
          )
        assert.isEmpty(asked)
      })
    )

    it.effect(`behind a name: ${block}`, () =>
      Effect.gen(function* () {
        for (const address of addresses) {
          const transport = yield* transportWith({ resolve: async () => [address] })
          const failure = yield* Effect.flip(transport.send(requestTo("https://hooks.example/")))
          assert.deepStrictEqual(failure, notPublic, address)
        }
      })
    )
  }

  it.effect("in every spelling that a URL allows", () =>
    Effect.gen(function* () {
      const transport = yield* transportWith({})
      const spellings = ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "127.0.0.1.", "１２７.0.0.1"]
      for (const host of [...spellings, "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]"])
        assert.deepStrictEqual(
          yield* Effect.flip(transport.send(requestTo(`https://${host}/`))),
          notPublic,
          host
        )
    })
  )

  it.effect("where somebody listens, without a connection", () =>
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver({ address: everyAddress })
      const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
        addresses.map(({ address }) => address)
      )
      assert.include(own, "127.0.0.1")
      for (const address of ["0.0.0.0", "::", "::ffff:127.0.0.1", ...own]) {
        const transport = yield* transportWith({ resolve: async () => [address] })
        for (const host of ["hooks.example", ...(address.includes("%") ? [] : [literal(address)])]) {
          const failure = yield* Effect.flip(transport.send(requestTo(`https://${host}:${receiver.port}/`)))
          assert.deepStrictEqual(failure, notPublic, `${host}: ${address}`)
        }
      }
      assert.strictEqual(receiver.connections(), 0)
    })
  )

  it.effect("behind a name that the system knows", () =>
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver({ address: everyAddress })
      const transport = yield* transportWith({ resolve: resolveBySystem })
      const failure = yield* Effect.flip(transport.send(requestTo(`https://localhost:${receiver.port}/`)))
      assert.deepStrictEqual(failure, notPublic)
      assert.strictEqual(receiver.connections(), 0)
    })
  )
})

describe("for development", () => {
  it.effect("this machine may be called, by any of its names, and nothing else that is not public", () =>
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver({ address: everyAddress })
      const transport = yield* transportWith({ allowLoopback: true })
      for (const host of ["127.0.0.1", "localhost", "2130706433", ...(hasIpv6 ? ["[::1]"] : [])])
        assert.strictEqual((yield* transport.send(requestTo(`http://${host}:${receiver.port}/`))).status, 200)
      const forbidden = Object.entries(special).filter(([block]) => block !== "this machine")
      for (const address of forbidden.flatMap(([, addresses]) => addresses))
        assert.deepStrictEqual(
          yield* Effect.flip(transport.send(requestTo(`http://${literal(address)}:${receiver.port}/`))),
          notPublic,
          address
        )
    })
  )

  it.effect("TLS may be left out, and otherwise not", () =>
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver()
      const transport = yield* transportWith({ resolve: async () => ["127.0.0.1"] })
      for (const host of ["127.0.0.1", "hooks.example"]) {
        const { reason } = yield* failureOf(transport, `http://${host}:${receiver.port}/`)
        assert.strictEqual(reason, "the URL must start with https://")
      }
      assert.strictEqual(receiver.connections(), 0)
    })
  )
})

describe("a name", () => {
  /** Says which address of this machine it was reached at. */
  const receiverAnywhere = loopbackReceiver({
    address: everyAddress,
    answer: (response, { path }) =>
      response
        .writeHead(200, path === "/last" ? { Connection: "close" } : {})
        .end(response.socket?.localAddress?.replace("::ffff:", ""))
  })

  /** Leads to this machine although it is none of its addresses, as an address inside our network would. */
  const inside = "0.0.0.0"
  const outside = hasIpv6 ? "::1" : "127.0.0.2"

  it.effect("with public and other addresses is called at the public ones only", () =>
    Effect.gen(function* () {
      const receiver = yield* receiverAnywhere
      const { resolve } = resolving([inside, "10.0.0.1", outside, "::", inside])
      const transport = yield* transportWith({ allowLoopback: true, resolve })
      const answer = yield* transport.send(requestTo(`http://hooks.example:${receiver.port}/`))
      assert.strictEqual(answer.bodyStart, outside)
      assert.strictEqual(receiver.connections(), 1)
    })
  )

  it.effect(
    "that answers otherwise at the second question is asked once, and called where it led first",
    () =>
      Effect.gen(function* () {
        const receiver = yield* receiverAnywhere
        const { asked, resolve } = resolving([outside], [inside])
        const transport = yield* transportWith({ allowLoopback: true, resolve })
        const answer = yield* transport.send(requestTo(`http://hooks.example:${receiver.port}/`))
        assert.strictEqual(answer.bodyStart, outside)
        assert.deepStrictEqual(asked, ["hooks.example"])
      })
  )

  it.effect("that has turned inwards is called on the connection that it has, and on no new one", () =>
    Effect.gen(function* () {
      const receiver = yield* receiverAnywhere
      const { asked, resolve } = resolving([outside], [inside])
      const transport = yield* transportWith({ allowLoopback: true, resolve })
      const call = (path: string) =>
        transport.send(requestTo(`http://hooks.example:${receiver.port}/${path}`))
      assert.strictEqual((yield* call("first")).bodyStart, outside)
      // A connection is free for the next call when the event loop has come round.
      yield* Effect.promise(() => setImmediate().then(() => setImmediate()))
      assert.strictEqual((yield* call("last")).bodyStart, outside)
      assert.lengthOf(asked, 1)
      yield* receiver.closed(1)
      for (let count = 0; count < 3; count += 1)
        assert.deepStrictEqual(yield* Effect.flip(call("never")), notPublic)
      assert.lengthOf(asked, 4)
      assert.strictEqual(receiver.connections(), 1)
    })
  )

  it.effect("shares no connection with another name of the same receiver", () =>
    Effect.gen(function* () {
      const receiver = yield* receiverAnywhere
      const { asked, resolve } = resolving([outside], [inside])
      const transport = yield* transportWith({ allowLoopback: true, resolve })
      yield* transport.send(requestTo(`http://one.example:${receiver.port}/`))
      const failure = yield* Effect.flip(transport.send(requestTo(`http://two.example:${receiver.port}/`)))
      assert.deepStrictEqual(failure, notPublic)
      assert.deepStrictEqual(asked, ["one.example", "two.example"])
    })
  )

  it.effect("that resolves to nothing, or to what is no address, is not called", () =>
    Effect.gen(function* () {
      const reasonOf = (resolve: () => Promise<ReadonlyArray<string>>) =>
        Effect.flatMap(transportWith({ resolve }), (transport) =>
          failureOf(transport, "https://hooks.example/")
        )
      const unknown = unreachable("the name hooks.example does not resolve")
      assert.deepStrictEqual(yield* reasonOf(async () => []), unknown)
      const failing = () =>
        Promise.reject(Object.assign(new Error("secret.internal"), { code: "ECONNREFUSED" }))
      assert.deepStrictEqual(yield* reasonOf(failing), unknown)
      for (const nonsense of ["", "localhost", "8.8.8", "8.8.8.8:80", "fe80::1%eth0"])
        assert.deepStrictEqual(yield* reasonOf(async () => [nonsense]), notPublic)
    })
  )
})
