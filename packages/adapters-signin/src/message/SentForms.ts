import { createHash } from "node:crypto"
import { Clock, Effect, Exit } from "effect"
import type { Answer } from "./answers.ts"
import type { RequestFields } from "./RequestFields.ts"
import type { SignInFailure } from "./SignInFault.ts"

/**
 * A form that comes again while it is being done, or right after, as by a double click, is the same request: it is done
 * once, and whoever sent it gets what it led to. A browser shows the second answer only, and the second request may
 * carry the cookie of before the first.
 */

/** How long after its answer a form counts as sent by the same click. */
const keptMillis = 10_000

const keptMax = 500

interface SentForm {
  readonly cookie: string | undefined
  readonly path: string
  readonly request: RequestFields
}

/** All that a form is, with its codes and who sent it; undefined for what is no form with a nonce. */
export const formNamed = ({ cookie, path, request: { fields, form } }: SentForm): string | undefined => {
  if (form !== "form" || cookie === undefined || typeof fields.nonce !== "string") return undefined
  const digest = createHash("sha256").update(JSON.stringify([cookie, path]))
  for (const [name, value] of Object.entries(fields)) {
    const bytes = value instanceof Uint8Array ? value : undefined
    digest.update(JSON.stringify([name, bytes === undefined ? value : bytes.length]))
    if (bytes !== undefined) digest.update(bytes)
  }
  return digest.digest("hex")
}

/** Of what was refused for how things stand, a repetition is a try of its own. */
const isKept = (exit: Exit.Exit<Answer, SignInFailure>): boolean =>
  Exit.isSuccess(exit) && (exit.value.status ?? 200) <= 400

export const makeSentForms = () => {
  const sent = new Map<string, { readonly answer: Effect.Effect<Answer, SignInFailure>; until: number }>()

  const forget = (now: number): void => {
    for (const [name, { until }] of sent) if (now >= until || sent.size > keptMax) sent.delete(name)
  }

  return Effect.fnUntraced(function* (
    name: string | undefined,
    handled: Effect.Effect<Answer, SignInFailure>
  ): Effect.fn.Return<Answer, SignInFailure> {
    if (name === undefined) return yield* handled
    forget(yield* Clock.currentTimeMillis)
    const before = sent.get(name)
    if (before !== undefined) return yield* before.answer
    // It goes on for the second when who sent the first has left.
    const form = { answer: yield* Effect.cached(handled), until: Number.POSITIVE_INFINITY }
    sent.set(name, form)
    return yield* Effect.onExit(
      form.answer,
      Effect.fnUntraced(function* (exit) {
        if (isKept(exit)) form.until = (yield* Clock.currentTimeMillis) + keptMillis
        else sent.delete(name)
      })
    )
  })
}
