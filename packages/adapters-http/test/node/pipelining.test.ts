import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Deferred, Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import type { ApiRequest } from "../../src/index.ts"
import { assertRefused, listen, ok, open, received, serving } from "./TestServer.ts"

const get = (path: string, ...lines: ReadonlyArray<string>): string =>
  [`GET ${path} HTTP/1.1`, "Host: x", ...lines, "\r\n"].join("\r\n")

const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** The paths that answers tell, in their order. */
const pathsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/"path":"([^"]*)"/g)].map(([, path]) => path ?? "")

/** Notes what is in the making at once, and answers the path and the length of the body after a while. */
const echo = (millis: number) => {
  const seen = { now: 0, most: 0, begun: 0 }
  const app = serving((request: ApiRequest) =>
    Effect.gen(function* () {
      seen.now += 1
      seen.begun += 1
      seen.most = Math.max(seen.most, seen.now)
      if (millis > 0) yield* Effect.sleep(millis)
      const body = yield* Effect.orElseSucceed(request.readBody(1024 * 1024), () => new Uint8Array())
      seen.now -= 1
      return ok({ path: request.path, bytes: body.length })
    })
  )
  return { app, seen }
}

describe("requests sent ahead on one connection", () => {
  it("are made one at a time and answered in their order", async () => {
    const { app, seen } = echo(1)
    await using server = await listen(app)
    const socket = await open(server.port)
    const paths = Array.from({ length: 50 }, (_, index) => `/${index}`)
    socket.write(paths.map((path) => get(path)).join("") + get("/last", "Connection: close"))
    assert.deepStrictEqual(pathsIn(await received(socket)), [...paths, "/last"])
    assert.strictEqual(seen.most, 1)
  })

  it("keep their bodies while they wait", async () => {
    const { app } = echo(5)
    await using server = await listen(app)
    const socket = await open(server.port)
    const bodies = ["x".repeat(10), "", "y".repeat(200_000), "z".repeat(300_000), "w"]
    socket.write(
      bodies.map((body) => post(`/${body.length}`, body)).join("") + get("/0", "Connection: close")
    )
    const text = await received(socket)
    for (const { length } of bodies) assert.include(text, `"path":"/${length}","bytes":${length}`)
    assert.deepStrictEqual(pathsIn(text), ["/10", "/0", "/200000", "/300000", "/1", "/0"])
  })

  it("are all answered however many they are, when their client reads", async () => {
    const { app, seen } = echo(0)
    await using server = await listen(app)
    const socket = await open(server.port)
    const count = 20_000
    socket.write(get("/a").repeat(count) + get("/z", "Connection: close"))
    const paths = pathsIn(await received(socket))
    assert.strictEqual(paths.length, count + 1)
    assert.strictEqual(paths.at(-1), "/z")
    assert.strictEqual(seen.most, 1)
  })

  it("are not read from the socket while one is in the making", async () => {
    const begun = Deferred.makeUnsafe<void>()
    const goOn = Deferred.makeUnsafe<void>()
    await using server = await listen(
      serving(() =>
        Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(goOn)), Effect.as(ok()))
      )
    )
    const socket = await open(server.port)
    const answers = received(socket)
    socket.write(get("/").repeat(1_000_000))
    await Effect.runPromise(Deferred.await(begun))
    await sleep(200)
    // Node takes 64 KiB at a time; the rest stays with the sender, but for what the kernel holds for both.
    assert.isAbove(socket.writableLength, 0)
    socket.destroy()
    Deferred.doneUnsafe(goOn, Effect.void)
    await answers
  })

  it("leave the loop to others between two of them", async () => {
    const { app } = echo(0)
    await using server = await listen(app)
    const socket = await open(server.port)
    let answered = 0
    socket.on("data", (bytes) => {
      answered += pathsIn(bytes.toString("latin1")).filter((path) => path === "/a").length
    })
    socket.write(get("/a").repeat(20_000))
    await once(socket, "data")
    const other = await fetch(`${server.url}/other`)
    assert.strictEqual(other.status, 200)
    await other.text()
    assert.isBelow(answered, 20_000)
    socket.destroy()
  })

  it("stop where an answer is the last of its connection", async () => {
    const { app, seen } = echo(0)
    await using server = await listen(app)
    const socket = await open(server.port)
    socket.write(get("/a") + get("/b", "Connection: close") + get("/c").repeat(10))
    assert.deepStrictEqual(pathsIn(await received(socket)), ["/a", "/b"])
    assert.strictEqual(seen.begun, 2)
  })

  it("wait behind a stream and are never begun", async () => {
    const begun: Array<string> = []
    const endless = Stream.concat(Stream.make("data: 1\n\n"), Stream.never)
    const server = await listen(
      serving((request) => {
        begun.push(request.path)
        return Effect.succeed(request.path === "/events" ? { status: 200, headers: {}, body: endless } : ok())
      })
    )
    const socket = await open(server.port)
    const text = received(socket)
    socket.write(get("/events") + get("/b"))
    await once(socket, "data")
    await server.close()
    assert.include(await text, "data: 1")
    assert.deepStrictEqual(begun, ["/events"])
  })

  it("are answered before what is no HTTP behind them is refused", async () => {
    const { app } = echo(1)
    await using server = await listen(app)
    const socket = await open(server.port)
    socket.write(`${get("/a")}${get("/b")}NONSENSE\r\n\r\n`)
    const text = await received(socket)
    assert.deepStrictEqual(pathsIn(text), ["/a", "/b"])
    assertRefused(text.slice(text.indexOf("HTTP/1.1 400")), 400, "not a well-formed HTTP/1.1 request")
  })
})
