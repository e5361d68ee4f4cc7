import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import {
  afterwards,
  answeringWith,
  closedPort,
  loopbackSocket,
  provisionalAnswers,
  repeatingWithoutEnd
} from "@quittance/testing"
import { Effect } from "effect"
import { Rpc } from "../../src/rpc/Rpc.ts"
import type { RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { web3Signer } from "../../src/send/web3Signer.ts"

/** What nodes and signers may say on real connections. */

const answerOf = (result: unknown, id = 1): string => {
  const body = JSON.stringify({ jsonrpc: "2.0", id, result })
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** The first request to a node asks for its chain. */
const chainAt = (url: string, options: Partial<Parameters<typeof Rpc.make>[0]> = {}) =>
  Effect.flatMap(Rpc.make({ urls: [url], chainId: 1, ...options }), (rpc) =>
    Effect.flip(rpc.balance("0x00", "latest"))
  )

const shownBy = ({ kind, method, reason }: RpcUnavailable) => `${kind} ${method}: ${reason}`

describe("a node", () => {
  for (const [name, provisional] of Object.entries(provisionalAnswers))
    it.effect(`may say ${name} before its answer`, () =>
      Effect.gen(function* () {
        for (const pace of ["at once", "byte by byte"] as const) {
          const node = yield* loopbackSocket(answeringWith(provisional + answerOf("0x5"), pace))
          assert.strictEqual(
            shownBy(yield* chainAt(node.url)),
            "wrongChain eth_chainId: it is chain 5, not 1",
            pace
          )
        }
      })
    )

  it.live("that only announces its answer is given up in time", () =>
    Effect.forEach(
      ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"],
      (provisional) =>
        Effect.gen(function* () {
          const node = yield* loopbackSocket(repeatingWithoutEnd(provisional))
          const failure = yield* chainAt(node.url, { answerMillisMax: 100 })
          assert.strictEqual(shownBy(failure), "timeout eth_chainId: no answer in 100 ms")
          yield* node.closed(1)
        })
    )
  )

  it.effect("that ends after announcing its answer was cut off", () =>
    Effect.gen(function* () {
      const node = yield* loopbackSocket((socket) =>
        socket.once("data", () => socket.end("HTTP/1.1 100 Continue\r\n\r\n"))
      )
      const failure = yield* chainAt(node.url)
      assert.strictEqual(
        shownBy(failure),
        "cutOff eth_chainId: the connection ended before the answer did (ECONNRESET)"
      )
    })
  )

  it.effect("that ends in the middle of its answer was cut off", () =>
    Effect.gen(function* () {
      const node = yield* loopbackSocket((socket) =>
        socket.once("data", () => socket.end(answerOf("0x5").slice(0, -3)))
      )
      assert.strictEqual((yield* chainAt(node.url)).kind, "cutOff")
    })
  )

  it.effect("that nobody runs is unreachable", () =>
    Effect.gen(function* () {
      const failure = yield* chainAt(`http://127.0.0.1:${yield* closedPort}`)
      assert.strictEqual(shownBy(failure), "unreachable eth_chainId: no connection (ECONNREFUSED)")
    })
  )

  it.effect("with a status that is none is named with it", () =>
    Effect.gen(function* () {
      for (const [status, shown] of [
        ["503 Busy", "status eth_chainId: status 503"],
        ["302 Found\r\nLocation: http://127.0.0.1/", "status eth_chainId: status 302"],
        ["204 No Content", "status eth_chainId: status 204"]
      ]) {
        const node = yield* loopbackSocket(
          answeringWith(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`, "at once")
        )
        assert.strictEqual(shownBy(yield* chainAt(node.url)), shown)
      }
    })
  )

  it.effect("may compress its answer, and is asked on one connection", () =>
    Effect.gen(function* () {
      const asked: Array<string | undefined> = []
      let connections = 0
      const server = createServer((request, response) => {
        asked.push(request.headers["content-length"])
        const pieces: Array<Buffer> = []
        request.on("data", (piece: Buffer) => pieces.push(piece))
        request.on("end", () => {
          const { id, method } = JSON.parse(Buffer.concat(pieces).toString())
          const result = method === "eth_chainId" ? "0x1" : "0x7b"
          response
            .writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" })
            .end(gzipSync(JSON.stringify({ jsonrpc: "2.0", id, result })))
        })
      })
      server.on("connection", () => (connections += 1))
      yield* Effect.promise(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)))
      afterwards(() => void server.close())
      const { port } = server.address() as AddressInfo
      const rpc = yield* Rpc.make({ urls: [`http://127.0.0.1:${port}`], chainId: 1 })
      assert.strictEqual(yield* rpc.balance("0x00", "latest"), 123n)
      assert.strictEqual(yield* rpc.balance("0x00", "latest"), 123n)
      assert.strictEqual(connections, 1)
      assert.lengthOf(asked, 3)
      for (const length of asked) assert.isAbove(Number(length), 0)
    })
  )
})

describe("a signer", () => {
  for (const [name, provisional] of Object.entries(provisionalAnswers))
    it.effect(`may say ${name} before its answer`, () =>
      Effect.gen(function* () {
        const account = `0x${"ab".repeat(20)}`
        const node = yield* loopbackSocket(answeringWith(provisional + answerOf([account]), "at once"))
        const signer = yield* web3Signer(node.url)
        assert.deepStrictEqual(yield* signer.accounts, [account])
      })
    )
})
