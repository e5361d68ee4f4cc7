import { once } from "node:events"
import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { freePort } from "../src/start/freePort.ts"

const host = "127.0.0.1"

describe("the port of PORT=0", () => {
  it.effect("is none that the system gives to others before the server listens", () =>
    Effect.gen(function* () {
      for (let times = 0; times < 50; times++) {
        const port = yield* freePort(host)
        assert.isAtLeast(port, 1_024)
        assert.isBelow(port, 32_768)
      }
    })
  )

  it.effect("is one where nobody listens", () =>
    Effect.gen(function* () {
      const seeded = freePort(host).pipe(Random.withSeed("port"))
      const taken = yield* seeded
      const server = createServer().listen(taken, host)
      yield* Effect.promise(() => once(server, "listening"))
      assert.notStrictEqual(yield* seeded, taken)
      server.close()
    })
  )

  it.effect("leaves it to the server to refuse a host that is not of this machine", () =>
    Effect.gen(function* () {
      assert.isAbove(yield* freePort("192.0.2.1"), 0)
    })
  )
})
