import { once } from "node:events"
import type { Socket } from "node:net"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Deferred, Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { listen, ok, open, received, serving } from "./TestServer.ts"

const get = (path = "/"): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Opens a connection from another of this machine's addresses, which stands for another client. */
const openFrom = async (localAddress: string, port: number): Promise<Socket> => {
  const socket = connect({ port, host: "127.0.0.1", localAddress })
  await once(socket, "connect")
  return socket
}

const isClosed = (socket: Socket): boolean => socket.destroyed || socket.readableEnded

/** Notes the end of a connection, which is only seen when it is read. */
const watched = (socket: Socket): Socket => socket.on("error", () => {}).resume()

/** More than the kernel keeps for both ends. */
const large = "x".repeat(16 * 1024 * 1024)
const largeAnswer = { status: 200, headers: {}, body: large }

describe("a client that does not read", () => {
  it("is closed when its time to read is up, though it stays connected", async () => {
    const answer = { status: 200, headers: {}, body: "x".repeat(16 * 1024) }
    await using server = await listen(
      serving(() => Effect.succeed(answer)),
      { writeMillis: 50 }
    )
    const socket = await open(server.port)
    const text = received(socket)
    socket.pause()
    socket.write(get().repeat(2_000))
    // Half a second is what its length is given.
    await sleep(1_200)
    socket.resume()
    assert.isBelow((await text).length, 2_000 * answer.body.length)
  })

  it("has time for a large answer as long as its length is given", async () => {
    await using server = await listen(
      serving(() => Effect.succeed(largeAnswer)),
      { writeMillis: 50 }
    )
    const socket = await open(server.port)
    const text = received(socket)
    socket.pause()
    socket.write(get().replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
    await sleep(300)
    socket.resume()
    assert.isAbove((await text).length, large.length)
  })

  it("is closed in the middle of a stream", async () => {
    const ended = Deferred.makeUnsafe<void>()
    const body = Stream.make("x".repeat(64 * 1024)).pipe(
      Stream.forever,
      Stream.ensuring(Deferred.succeed(ended, undefined))
    )
    await using server = await listen(
      serving(() => Effect.succeed({ status: 200, headers: {}, body })),
      { writeMillis: 50 }
    )
    const socket = await open(server.port)
    socket.on("error", () => {})
    socket.pause()
    socket.write(get())
    await Effect.runPromise(Deferred.await(ended))
    socket.destroy()
  })

  it("gives way when answers that are not read hold too much memory, the one that holds most first", async () => {
    await using server = await listen(
      serving(({ path }) =>
        Effect.succeed({ ...largeAnswer, body: large + "x".repeat(Number(path.slice(1))) })
      ),
      { heldBytesMax: 48 * 1024 * 1024 }
    )
    const sockets: Array<Socket> = []
    for (const [address, more] of [
      ["127.0.0.2", 0],
      ["127.0.0.3", 1_000_000],
      ["127.0.0.4", 0]
    ] as const) {
      const socket = await openFrom(address, server.port)
      socket.on("error", () => {})
      socket.pause()
      socket.write(get(`/${more}`))
      sockets.push(socket)
      await sleep(100)
    }
    const lengths = await Promise.all(
      sockets.map((socket) => {
        const text = received(socket)
        // The server keeps the connection of an answer that was read.
        socket.on("data", function (this: Socket) {
          if (this.bytesRead > large.length) this.destroy()
        })
        socket.resume()
        return text
      })
    )
    assert.deepStrictEqual(
      lengths.map(({ length }) => length >= large.length),
      [true, false, true]
    )
  })

  it("gives way when requests that wait hold too much memory, and others are served", async () => {
    await using server = await listen(
      serving(({ path }) => (path === "/stuck" ? Effect.never : Effect.succeed(ok()))),
      { heldBytesMax: 1024 * 1024, shutdownMillis: 50 }
    )
    const many = await openFrom("127.0.0.2", server.port)
    const closed = received(many)
    const few = await openFrom("127.0.0.3", server.port)
    const answer = once(few, "data")
    many.write(get("/stuck") + get().repeat(1_000))
    few.write(get() + get())
    await closed
    await answer
    assert.isFalse(isClosed(few))
    few.destroy()
  })
})

describe("a client that sends slowly", () => {
  it("gives way when bodies that are still coming hold too much memory, and others are served", async () => {
    await using server = await listen(
      serving((request) => Effect.as(Effect.ignore(request.readBody(1024 * 1024)), ok())),
      { heldBytesMax: 1024 * 1024 }
    )
    const slow: Array<Socket> = []
    for (let index = 0; index < 12; index++) {
      const socket = watched(await openFrom("127.0.0.2", server.port))
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n${"x".repeat(100_000)}`)
      slow.push(socket)
      await sleep(10)
    }
    const other = await openFrom("127.0.0.3", server.port)
    const answer = once(other, "data")
    other.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n`)
    for (let index = 0; index < 4; index++) {
      other.write("x".repeat(50_000))
      await sleep(10)
    }
    assert.match(String((await answer)[0]), /^HTTP\/1\.1 200 /)
    const left = slow.filter((socket) => !isClosed(socket))
    assert.isBelow(left.length, slow.length)
    assert.isAbove(left.length, 0)
    for (const socket of [...left, other]) socket.destroy()
  })
})

describe("a connection that says nothing more", () => {
  it.each([
    ["silent from the beginning", ""],
    ["with half a header", "GET / HTTP/1.1\r\nHost: x\r\n"],
    ["with half a request line", "GE"],
    ["with half a header after an answer", `${get()}GET / HT`]
  ])("is closed on both sides though its client keeps it open: %s", async (_name, text) => {
    await using server = await listen(
      serving(() => Effect.succeed(ok())),
      { headersMillis: 100, closeMillis: 50, keepAliveMillis: 60_000 }
    )
    // Half open, the client would see an end but no close.
    const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true })
    await once(socket, "connect")
    if (text !== "") socket.write(text)
    watched(socket)
    if (!socket.readableEnded) await once(socket, "end")
    await sleep(400)
    // The other end is gone: what is sent is answered by a reset, which the next write meets.
    const closed = new Promise((resolve) => socket.once("close", resolve))
    socket.write("x")
    await sleep(50)
    socket.write("x")
    await closed
  })

  it("is closed when the rest of an answered request's body does not come in time", async () => {
    await using server = await listen(
      serving(() => Effect.succeed(ok())),
      { headersMillis: 100, requestMillis: 150, keepAliveMillis: 60_000 }
    )
    const socket = await open(server.port)
    const text = received(socket)
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
    const drip = setInterval(() => socket.writable && socket.write(" "), 20)
    assert.match(await text, /^HTTP\/1\.1 200 /)
    clearInterval(drip)
  })

  it("is closed when it was idle for too long", async () => {
    await using server = await listen(
      serving(() => Effect.succeed(ok())),
      { keepAliveMillis: 50 }
    )
    const socket = await open(server.port)
    const text = received(socket)
    socket.write(get())
    assert.match(await text, /^HTTP\/1\.1 200 /)
  })
})

describe("room for connections", () => {
  const connectionsMax = 16

  const answerOn = async (socket: Socket): Promise<string> => {
    const answer = once(socket, "data")
    socket.write(get())
    return String((await answer)[0]).slice(0, 12)
  }

  it("is for everybody while there is some: nothing is closed", async () => {
    await using server = await listen(
      serving(() => Effect.succeed(ok())),
      { connectionsMax }
    )
    const sockets: Array<Socket> = []
    for (let index = 0; index < 12; index++) sockets.push(watched(await open(server.port)))
    for (const socket of sockets) assert.strictEqual(await answerOn(socket), "HTTP/1.1 200")
    for (const socket of sockets) socket.destroy()
  })

  it("is left by who has most of it when it is scarce, its idle ones first", async () => {
    await using server = await listen(
      serving(() => Effect.succeed(ok())),
      { connectionsMax }
    )
    const few: Array<Socket> = []
    for (const address of ["127.0.0.3", "127.0.0.4"]) few.push(watched(await openFrom(address, server.port)))
    const many: Array<Socket> = []
    for (let index = 0; index < 40; index++) many.push(watched(await openFrom("127.0.0.2", server.port)))
    const late = watched(await openFrom("127.0.0.5", server.port))
    for (const socket of [...few, late]) assert.strictEqual(await answerOn(socket), "HTTP/1.1 200")
    await sleep(50)
    const left = many.filter((socket) => !isClosed(socket))
    assert.isAtMost(left.length, connectionsMax)
    // Those that came last are kept.
    assert.deepStrictEqual(left, many.slice(-left.length))
    for (const socket of [...few, ...many, late]) socket.destroy()
  })

  it("is left by slow bodies of one address before requests of others", async () => {
    await using server = await listen(
      serving((request) => Effect.as(Effect.ignore(request.readBody(1_000)), ok())),
      { connectionsMax }
    )
    const slow: Array<Socket> = []
    for (let index = 0; index < 12; index++) {
      const socket = watched(await openFrom("127.0.0.2", server.port))
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
      slow.push(socket)
      await sleep(5)
    }
    for (const address of ["127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7"]) {
      const socket = watched(await openFrom(address, server.port))
      assert.strictEqual(await answerOn(socket), "HTTP/1.1 200")
    }
    await sleep(50)
    assert.isAtLeast(slow.filter(isClosed).length, 5)
    for (const socket of slow) socket.destroy()
  })

  it("is never taken from a request that is in the making: newcomers are closed then", async () => {
    const goOn = Deferred.makeUnsafe<void>()
    await using server = await listen(
      serving(() => Effect.as(Deferred.await(goOn), ok())),
      { connectionsMax }
    )
    const sockets: Array<Socket> = []
    for (let index = 0; index < connectionsMax; index++) {
      const socket = await open(server.port)
      socket.write(get())
      sockets.push(socket)
      await sleep(5)
    }
    const refused = await open(server.port)
    assert.strictEqual(await received(refused), "")
    const answers = sockets.map((socket) => once(socket, "data"))
    Deferred.doneUnsafe(goOn, Effect.void)
    for (const answer of answers) assert.include(String((await answer)[0]), "HTTP/1.1 200")
    for (const socket of sockets) socket.destroy()
  })

  it("has no share for a trusted proxy, whose idle connections give way as all others do", async () => {
    await using server = await listen(
      serving(() => Effect.succeed(ok())),
      {
        connectionsMax,
        trustedProxies: ["127.0.0.2"]
      }
    )
    const client = watched(await openFrom("127.0.0.3", server.port))
    for (let index = 0; index < 11; index++) watched(await openFrom("127.0.0.2", server.port))
    const late = watched(await openFrom("127.0.0.2", server.port))
    assert.strictEqual(await answerOn(late), "HTTP/1.1 200")
    await sleep(50)
    assert.isTrue(isClosed(client), "it was idle for longest")
  })
})
