import { spawn } from "node:child_process"
import { KeyRefused, KeyService, KeyServiceUnavailable } from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"

/** How long a program may take to answer. */
const answerMillisMax = 30_000
/** Longer than any answer. */
const answerCharactersMax = 16_384

const decode = <A>(schema: Schema.Decoder<A>) => Schema.decodeUnknownOption(Schema.fromJsonString(schema))

const keyId = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,200}$/))
const asCurrent = decode(Schema.Struct({ keyId }))
const asWrapped = decode(Schema.Struct({ wrapped: Schema.String }))
const asKey = decode(Schema.Struct({ key: Schema.String }))
const asRefused = decode(Schema.Struct({ refused: Schema.String }))

type Request =
  | { readonly operation: "current" }
  | {
      readonly operation: "wrap"
      readonly keyId: string
      readonly key: string
      readonly context: string
    }
  | {
      readonly operation: "unwrap"
      readonly keyId: string
      readonly wrapped: string
      readonly context: string
    }

/**
 * The key service of an external program, for example one that calls a key management service. It is run for
 * each request, without a shell, reads one JSON object from its standard input and prints one.
 *
 * ```
 * {"operation":"current"}                                          → {"keyId":"…"}
 * {"operation":"wrap","keyId":"…","key":"<base64>","context":"…"}  → {"wrapped":"…"}
 * {"operation":"unwrap","keyId":"…","wrapped":"…","context":"…"}   → {"key":"<base64>"} or {"refused":"why"}
 * ```
 *
 * Any other result counts as unavailable. Its standard error goes to that of this process.
 */
export const make = Effect.fnUntraced(function* (command: readonly [string, ...ReadonlyArray<string>]) {
  const ask = <A>(
    request: Request,
    read: (answer: string) => Option.Option<A>
  ): Effect.Effect<A, KeyRefused | KeyServiceUnavailable> =>
    Effect.gen(function* () {
      const answer = yield* answerOf(command, JSON.stringify(request))
      const found = read(answer)
      if (Option.isSome(found)) return found.value
      const refused = asRefused(answer)
      if (Option.isSome(refused)) return yield* new KeyRefused({ reason: refused.value.refused })
      return yield* unavailable(`${command[0]} gave no answer to "${request.operation}"`)
    })
  const sure = <A>(asked: Effect.Effect<A, KeyRefused | KeyServiceUnavailable>) =>
    Effect.catchTag(asked, "KeyRefused", ({ reason }) => unavailable(reason))

  const current = yield* sure(ask({ operation: "current" }, asCurrent))
  return KeyService.of({
    keyId: current.keyId,
    wrap: (key, context) =>
      Effect.map(
        sure(
          ask(
            {
              operation: "wrap",
              keyId: current.keyId,
              key: Buffer.from(key).toString("base64"),
              context
            },
            asWrapped
          )
        ),
        ({ wrapped }) => wrapped
      ),
    unwrap: ({ context, keyId: named, wrapped }) =>
      Option.match(named, {
        onNone: () =>
          Effect.fail(new KeyRefused({ reason: "it was sealed with a master key that has no id" })),
        onSome: (id) =>
          Effect.map(
            ask({ operation: "unwrap", keyId: id, wrapped, context }, asKey),
            ({ key }) => new Uint8Array(Buffer.from(key, "base64"))
          )
      })
  })
})

const unavailable = (reason: string) => Effect.fail(new KeyServiceUnavailable({ reason }))

const answerOf = (
  [program, ...words]: readonly [string, ...ReadonlyArray<string>],
  request: string
): Effect.Effect<string, KeyServiceUnavailable> =>
  Effect.callback<string, KeyServiceUnavailable>((resume) => {
    const child = spawn(program, words, {
      stdio: ["pipe", "pipe", "inherit"],
      timeout: answerMillisMax,
      killSignal: "SIGKILL"
    })
    let answer = ""
    const failed = (reason: string) => resume(unavailable(`${program} ${reason}`))
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      answer += piece
      if (answer.length <= answerCharactersMax) return
      child.kill("SIGKILL")
      failed("printed too much")
    })
    child.on("error", (error) => failed(`cannot be run: ${error.message}`))
    // A program that ends without reading reports it by its exit status.
    child.stdin.on("error", () => undefined)
    child.on("close", (code, signal) =>
      code === 0 ? resume(Effect.succeed(answer)) : failed(`ended with ${signal ?? `status ${code}`}`)
    )
    child.stdin.end(`${request}\n`)
    return Effect.sync(() => void child.kill("SIGKILL"))
  })
