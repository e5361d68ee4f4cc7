import { type ChildProcess, fork } from "node:child_process"
import { setPriority } from "node:os"
import { BooksUnavailable, BooksVerifier, WallClock } from "@quittance/core/adapter"
import { Cause, Effect, Layer, Option, Schema } from "effect"
import { bookFiles } from "./bookFiles.ts"

/** More of them are in `quittance ledger verify`. */
const sentencesMax = 20
/** A ledger with faults names each. */
const outputBytesMax = 16 * 1024 * 1024
const Report = Schema.fromJsonString(Schema.Struct({ faults: Schema.Array(Schema.String) }))
const Told = Schema.Struct({ checkedCount: Schema.Int })

const reportIn = Schema.decodeUnknownOption(Report)
const toldIn = Schema.decodeUnknownOption(Told)

interface BooksOptions {
  /** The folder beside the store. */
  readonly folder: string
  /** The program whose `ledger verify` is run, with the environment of this process: by default this one. */
  readonly program?: string | undefined
  /** Requests come first, by default at 10 of 19. */
  readonly niceness?: number
}

/** How a process ended, with what it said. */
interface Ending {
  readonly output: string
  readonly why: string
}

/**
 * Runs `quittance ledger verify` on the same store, read only, in a process of its own. It ends with the server. The
 * last result is kept beside the store.
 */
export const booksVerifierLayer = ({ folder, niceness = 10, program = process.argv[1] }: BooksOptions) =>
  Layer.effect(
    BooksVerifier,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const files = bookFiles(folder)
      // Looked up where it is used: a sandbox, whose clock is moved, has its own way to the real time.
      const now = Effect.flatMap(WallClock, (clock) => clock.now)
      const tried = <A>(work: (at: number) => A) =>
        Effect.flatMap(now, (at) =>
          Effect.try({
            try: () => work(at),
            catch: (error) => new BooksUnavailable({ reason: wordsOf(error) })
          })
        )

      const verify = Effect.fnUntraced(function* (child: ChildProcess, startedAt: number) {
        let checkedCount = 0
        const note = () => files.note({ startedAt, checkedCount })
        child.on("message", (message) => {
          checkedCount = Option.getOrElse(toldIn(message), () => ({ checkedCount })).checkedCount
          note()
        })
        note()
        const { output, why } = yield* endingOf(child)
        const report = reportIn(output)
        const said = Option.match(report, { onNone: () => [why], onSome: ({ faults }) => faults })
        const endedAt = yield* now
        yield* Effect.sync(() =>
          files.end({
            ...{ startedAt, endedAt, checkedCount },
            faultCount: Option.isNone(report) ? null : said.length,
            sentences: said.slice(0, sentencesMax)
          })
        )
      })

      // Whoever asked may be gone before it has begun: then it begins all the same, or nothing of it is left.
      const begin = Effect.gen(function* () {
        const startedAt = yield* now
        if (program === undefined) return yield* new BooksUnavailable({ reason: "nobody knows its program" })
        if (yield* tried(files.take)) {
          const child = fork(program, ["ledger", "verify", "--json"], {
            stdio: ["ignore", "pipe", "pipe", "ipc"]
          })
          if (child.pid !== undefined)
            yield* Effect.ignore(Effect.try(() => setPriority(Number(child.pid), niceness)))
          yield* Effect.interruptible(verify(child, startedAt)).pipe(
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? Effect.void
                : Effect.logWarning("the result of a verification is lost", cause)
            ),
            Effect.ensuring(
              Effect.andThen(
                files.release,
                Effect.sync(() => void child.kill())
              )
            ),
            Effect.forkIn(scope, { startImmediately: true })
          )
        }
        return yield* tried(files.standing)
      }).pipe(Effect.uninterruptible)

      return BooksVerifier.of({ standing: tried(files.standing), begin })
    })
  )

const endingOf = (child: ChildProcess): Effect.Effect<Ending> =>
  Effect.callback<Ending>((resume) => {
    const heard = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.setEncoding("utf8").on("data", (text: string) => {
        if (heard[name].length < outputBytesMax) heard[name] += text
      })
    child.once("error", ({ message }) => resume(Effect.succeed({ output: "", why: message })))
    child.once("close", (status, signal) => {
      const how = signal === null ? `it ended with status ${status}` : `it was ended by ${signal}`
      const why = heard.stderr.trim().split("\n").at(-1) || how
      resume(Effect.succeed({ output: heard.stdout, why }))
    })
  })

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
