import { fork } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { WallClock } from "@quittance/core/adapter"
import { Context, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { type Decoder, Decoding, type DecodingOptions, decoderBeside } from "../src/index.ts"
import type { Mood } from "./decoders/moody.ts"

const moody: Decoder<Mood, unknown> = decoderBeside("./decoders/moody", import.meta.url)

interface Decoded {
  readonly bytes: number
  readonly sum: number
  readonly pid: number
}

const decoding = (options: DecodingOptions = {}) =>
  Effect.map(Layer.build(Decoding.layer(options)), (context) => {
    const { decode } = Context.get(context, Decoding)
    const be = (mood: Mood["mood"], megabytes = 0, secondsMax = 10) =>
      decode({ decoder: moody, bytes: Uint8Array.of(1, 2, 3), options: { mood, megabytes }, secondsMax })
    const said = (mood: Mood["mood"], megabytes?: number, secondsMax?: number) =>
      Effect.match(be(mood, megabytes, secondsMax), {
        onSuccess: (answer) => (mood === "tell" ? "told" : String(answer)),
        onFailure: ({ _tag, message }) => `${_tag}: ${message}`
      })
    const tell = be("tell") as Effect.Effect<Decoded, never>
    return { decode, be, said, tell }
  })

const start = <A>(effect: Effect.Effect<A>) => Effect.forkChild(effect, { startImmediately: true })

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A process that has ended is there until its parent was told.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

/** Ends when the process has. */
const ended = (pid: number) =>
  Effect.repeat(
    Effect.andThen(
      Effect.sleep("2 millis"),
      Effect.sync(() => isAlive(pid))
    ),
    { until: (alive) => !alive }
  )

describe("a decoding process", () => {
  it.live("decodes file after file, and is another process than the server", () =>
    Effect.gen(function* () {
      const { decode, tell } = yield* decoding()
      const first = yield* tell
      assert.deepStrictEqual([first.bytes, first.sum], [3, 6])
      assert.notStrictEqual(first.pid, process.pid)
      assert.strictEqual((yield* tell).pid, first.pid)
      const large = new Uint8Array(10 * 2 ** 20).fill(1)
      const decoded = yield* decode({
        decoder: moody,
        bytes: large,
        options: { mood: "tell" },
        secondsMax: 20
      })
      assert.strictEqual((decoded as Decoded).sum, large.length)
      assert.strictEqual(large.length, 10 * 2 ** 20)
    })
  )

  for (const mood of ["hoard", "hoardWhileWaiting"] as const)
    it.live(`is ended when a file takes too much memory, and another takes its place: ${mood}`, () =>
      Effect.gen(function* () {
        const { said, tell } = yield* decoding({ memoryMegabytesMax: 100, processes: 1 })
        const { pid } = yield* tell
        assert.strictEqual(
          yield* said(mood, 4000),
          "DecodingTooCostly: decoding the file takes too much memory"
        )
        yield* ended(pid)
        assert.notStrictEqual((yield* tell).pid, pid)
      })
    )

  it.live("takes as much memory as it may", () =>
    Effect.gen(function* () {
      const { said } = yield* decoding({ memoryMegabytesMax: 400 })
      assert.strictEqual(yield* said("hoard", 200), "200")
    })
  )

  it.live("is ended when a file takes too much processor time", () =>
    Effect.gen(function* () {
      const { said } = yield* decoding({ processes: 1 })
      assert.strictEqual(
        yield* said("spin", 0, 0.2),
        "DecodingTooCostly: decoding the file takes too much time"
      )
      assert.strictEqual(yield* said("tell"), "told")
    })
  )

  it.live("loses no time that it waits", () =>
    Effect.gen(function* () {
      const { said } = yield* decoding({ processes: 1 })
      assert.strictEqual(yield* said("nap", 0, 0.2), "rested")
    })
  )

  it.live("is ended when it does not answer, which is no fault of the file", () =>
    Effect.gen(function* () {
      const build = Effect.provideService(decoding({ processes: 1, waitSecondsMax: 1e6 }), WallClock, {
        now: Effect.succeed(0),
        sleep: (millis) => (millis === 34_000 ? Effect.sleep("500 millis") : Effect.never)
      })
      const { said } = yield* build
      assert.strictEqual(yield* said("wait", 0, 1), "DecodingBusy: the machine has no time for it")
      assert.strictEqual(yield* said("tell"), "told")
    })
  )

  for (const [mood, reason] of [
    ["exit", "it ended with exit status 3"],
    ["crash", "it ended with SIGSEGV"],
    ["throw", "it does not like the file"]
  ] as const)
    it.live(`that breaks down costs its own file only: ${mood}`, () =>
      Effect.gen(function* () {
        const { said } = yield* decoding({ processes: 1 })
        for (let round = 0; round < 2; round++) {
          assert.strictEqual(yield* said(mood), `DecodingBroken: ${reason}`)
          assert.strictEqual(yield* said("tell"), "told")
        }
      })
    )

  it.live("that died between two files costs none", () =>
    Effect.gen(function* () {
      const { tell } = yield* decoding({ processes: 1 })
      const { pid } = yield* tell
      process.kill(pid, "SIGKILL")
      assert.notStrictEqual((yield* tell).pid, pid)
    })
  )

  it.live("in which too much was left over is replaced by a fresh one", () =>
    Effect.gen(function* () {
      const { be } = yield* decoding({ memoryMegabytesMax: 200, processes: 1 })
      const first = yield* be("leave", 1)
      assert.strictEqual(yield* be("leave", 150), first)
      yield* ended(Number(first))
      assert.notStrictEqual(yield* be("leave", 1), first)
    })
  )

  it.live("knows no secret of the server", () =>
    Effect.gen(function* () {
      process.env.DECODING_SECRET = "secret"
      const { be } = yield* decoding()
      const names = (yield* be("environment")) as ReadonlyArray<string>
      Reflect.deleteProperty(process.env, "DECODING_SECRET")
      assert.notInclude(names, "DECODING_SECRET")
      assert.notInclude(names, "HOME")
    })
  )
})

describe("several files", () => {
  it.live("are decoded at once by as many processes, and no more", () =>
    Effect.gen(function* () {
      const { said, tell } = yield* decoding({ processes: 2, waitingMax: 0 })
      const first = yield* start(said("wait"))
      const other = yield* tell
      assert.strictEqual((yield* tell).pid, other.pid)
      const second = yield* start(said("wait"))
      assert.strictEqual(yield* said("tell"), "DecodingBusy: too many at once")
      assert.isUndefined(first.pollUnsafe())
      assert.isUndefined(second.pollUnsafe())
    })
  )

  it.live("wait so long and no longer", () =>
    Effect.gen(function* () {
      const { said } = yield* decoding({ processes: 1, waitSecondsMax: 0.05 })
      yield* start(said("wait"))
      assert.strictEqual(yield* said("tell"), "DecodingBusy: no process has become free")
    })
  )

  it.live("give up their place in the queue with whoever waits for them", () =>
    Effect.gen(function* () {
      const { said } = yield* decoding({ processes: 1, waitingMax: 1 })
      const working = yield* start(said("nap"))
      const left = yield* start(said("exit"))
      yield* Fiber.interrupt(left)
      const waiting = yield* start(said("tell"))
      assert.strictEqual(yield* Fiber.join(working), "rested")
      assert.strictEqual(yield* Fiber.join(waiting), "told")
    })
  )

  it.live("keep the process that has begun, whoever still waits", () =>
    Effect.gen(function* () {
      const { said, tell } = yield* decoding({ processes: 1 })
      const { pid } = yield* tell
      const left = yield* start(said("nap"))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(left)
      assert.strictEqual((yield* tell).pid, pid)
    })
  )
})

describe("the processes", () => {
  it.live("end with their scope, whatever they do", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { said, tell } = yield* Scope.provide(decoding({ processes: 1 }), scope)
      const { pid } = yield* tell
      const working = yield* start(said("spin"))
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      yield* ended(pid)
      yield* Fiber.await(working)
    })
  )

  it.live("are looked at once in a while, however many have ended and were replaced", () =>
    Effect.gen(function* () {
      let looks = 0
      const looking = Effect.acquireUseRelease(
        Effect.sync(() => {
          looks += 1
        }),
        () => Effect.never,
        () =>
          Effect.sync(() => {
            looks -= 1
          })
      )
      const { said, tell } = yield* decoding({ idleSeconds: 1e6, processes: 1 }).pipe(
        Effect.updateService(WallClock, (clock) => ({
          ...clock,
          sleep: (millis) => (millis === 1e9 ? looking : clock.sleep(millis))
        }))
      )
      for (let count = 0; count < 3; count++)
        assert.match(yield* said("crash"), /^DecodingBroken: it ended with SIGSEGV/)
      yield* tell
      assert.strictEqual(looks, 1)
    })
  )

  it.live("end when they have nothing to do for a while", () =>
    Effect.gen(function* () {
      const { tell } = yield* decoding({ idleSeconds: 0.1 })
      const { pid } = yield* tell
      yield* ended(pid)
      assert.notStrictEqual((yield* tell).pid, pid)
    })
  )
})

describe("a process whose server is killed", () => {
  for (const mood of ["tell", "spin"] as const)
    it.live(`ends as well: ${mood}`, () =>
      Effect.gen(function* () {
        const server = fork(join(import.meta.dirname, "process/host.ts"), [mood], {
          execArgv: ["--conditions=source"]
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => server.kill("SIGKILL")))
        const pid = yield* Effect.promise(
          () => new Promise<number>((decoded) => server.once("message", (said) => decoded(Number(said))))
        )
        assert.isTrue(isAlive(pid))
        server.kill("SIGKILL")
        yield* ended(pid)
      })
    )

  it.live("ends although the server was gone before it looked", () =>
    Effect.gen(function* () {
      // Of a process that is not its parent.
      const child = fork(join(import.meta.dirname, "../src/child.ts"), ["0"], {
        execArgv: ["--conditions=source"],
        serialization: "advanced"
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
      const signal = Effect.promise(
        () => new Promise<string | null>((known) => child.once("exit", (_, by) => known(by)))
      )
      const bounds = { memoryBytesMax: 2 ** 30, millisMax: 600_000 }
      child.send({ decoder: moody.file?.href, byteLength: 0, options: { mood: "spin" }, ...bounds })
      assert.strictEqual(yield* signal, "SIGKILL")
    })
  )
})

/** What an effect logs, beside what it gives. */
const logged = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => lines.push(String(message)))
    return [yield* Effect.provide(self, Logger.layer([logger])), lines] as const
  })

describe("in a bundle", () => {
  it.live("files are refused at once and the log says what to do", () =>
    Effect.gen(function* () {
      const { decode } = yield* decoding()
      const missing = decoderBeside("./decoders/missing", import.meta.url)
      const refused = Effect.flip(
        decode({ decoder: missing, bytes: new Uint8Array(), options: undefined, secondsMax: 1 })
      )
      const [{ message }, lines] = yield* logged(refused)
      assert.match(message, /keep these packages out of the bundle/)
      assert.match(lines.join(), /^a file could not be decoded: .*keep these packages out of the bundle/)
      assert.isUndefined(decoderBeside("./decoders/moody", undefined).file)
    })
  )
})
