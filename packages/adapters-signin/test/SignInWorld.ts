import { it } from "@effect/vitest"
import { AesGcmVault, Ids, MemoryStore } from "@quittance/core"
import {
  ConsolePlace,
  codeAt,
  consolePlaceOf,
  Enrolments,
  PasswordHasher,
  Sessions,
  SignIns,
  type SignInUser,
  SignInUsers,
  StepUps
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { makeSignInHandler, type SignInHandler, SimplePasskeys } from "../src/index.ts"
import { SoftAuthenticator } from "./SoftAuthenticator.ts"

/** People of a deployment whose console is at one URL, in memory. */

export const start = Date.UTC(2026, 10, 27, 12)
export const origin = "https://pay.example"
export const client = { address: "192.0.2.1", agent: "Firefox" }
export const elsewhere = { address: "198.51.100.7", agent: "curl" }

export const anna: SignInUser = { id: "usr_anna", name: "Anna", account: "anna@shop.example", recoveries: 0 }
export const boris: SignInUser = {
  id: "usr_boris",
  name: "Boris",
  account: "boris@shop.example",
  recoveries: 0
}

/** Those who may sign in, which a test changes. */
export class People {
  readonly enabled = new Map([anna, boris].map((user) => [user.id, user]))

  readonly layer = Layer.succeed(
    SignInUsers,
    SignInUsers.of({
      find: (id) => Effect.sync(() => Option.fromUndefinedOr(this.enabled.get(id))),
      byEmail: (email) =>
        Effect.sync(() =>
          Option.fromUndefinedOr(
            [...this.enabled.values()].find(
              ({ account }) => account === email.normalize("NFKC").toLowerCase()
            )
          )
        )
    })
  )
}

/** Hashes in microseconds, and counts them: what takes its time is tried where it is the point. */
export class CountedHasher {
  count = 0
  readonly #of = (password: string): string => Buffer.from(`hash of ${password}`).toString("base64")

  readonly layer = Layer.succeed(
    PasswordHasher,
    PasswordHasher.of({
      hash: (password) =>
        Effect.sync(() => {
          this.count++
          return { algorithm: "scrypt", parameters: { N: 2, r: 1, p: 1 }, salt: "", hash: this.#of(password) }
        }),
      matches: (password, stored) =>
        Effect.sync(() => {
          this.count++
          return Option.exists(stored, ({ hash }) => hash === this.#of(password))
        }),
      isCurrent: () => true
    })
  )
}

const services = Layer.mergeAll(SignIns.layer, Sessions.layer, StepUps.layer, Enrolments.layer)

export const worldLayer = (
  people: People,
  hasher: Layer.Layer<PasswordHasher>,
  place = Result.getOrThrow(consolePlaceOf(origin))
) =>
  services.pipe(
    Layer.provideMerge(
      Layer.mergeAll(people.layer, hasher, SimplePasskeys.layer, Layer.succeed(ConsolePlace, place))
    ),
    Layer.provideMerge(
      Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")))
    )
  )

export type World = Layer.Success<ReturnType<typeof worldLayer>>

export interface Given {
  readonly people: People
  readonly hasher: CountedHasher
}

/** A test in a world of its own, whose clock stands still. */
export const inWorld = (
  name: string,
  test: (given: Given) => Generator<Effect.Effect<unknown, unknown, World>, unknown, never>
): void =>
  it.effect(name, () => {
    const given = { people: new People(), hasher: new CountedHasher() }
    return Effect.andThen(
      TestClock.setTime(start),
      Effect.gen(() => test(given))
    ).pipe(Effect.provide(worldLayer(given.people, given.hasher.layer)))
  })

/** A new passkey of the person. */
export const enrolled = Effect.fnUntraced(function* (user: SignInUser, name = "phone") {
  const enrolments = yield* Enrolments
  const authenticator = new SoftAuthenticator(origin)
  const enrolling = { user, holder: "link" }
  const { options, ticket } = yield* enrolments.beginPasskey(enrolling)
  yield* enrolments.finishPasskey(enrolling, { ticket, answer: authenticator.create(options), name })
  return authenticator
})

export const signedInWith = Effect.fnUntraced(function* (authenticator: SoftAuthenticator) {
  const signIns = yield* SignIns
  const { options, ticket } = yield* signIns.begin(client)
  return yield* signIns.finish({ ticket, answer: authenticator.get(options) }, client)
})

export const password = "correct horse battery"

/** The secret of an authenticator's codes in hex, from what it is given. */
const secretIn = (base32: string): string => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
  const bits = [...base32].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return (bits.match(/.{8}/g) ?? [])
    .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, "0"))
    .join("")
}

/** A password with an authenticator: what shows its codes, and the recovery codes. */
export const withPassword = Effect.fnUntraced(function* (user: SignInUser, given = password) {
  const enrolments = yield* Enrolments
  const enrolling = { user, holder: "link" }
  const { secret, ticket } = yield* enrolments.beginPassword(enrolling)
  const codeOf = (at: number): string => codeAt(secretIn(secret), Math.floor(at / 30_000))
  const recoveryCodes = yield* enrolments.finishPassword(enrolling, {
    ...{ ticket, password: given },
    code: codeOf(yield* Clock.currentTimeMillis)
  })
  return { codeOf, recoveryCodes }
})

/** Requests of a browser at the console, with the cookie that it was given last. */
export const browserOf = Effect.fnUntraced(function* <R>(handler: Effect.Effect<SignInHandler, never, R>) {
  const handle = yield* handler
  let cookie = ""
  return {
    get cookie() {
      return cookie
    },
    set cookie(value: string) {
      cookie = value
    },
    ask: Effect.fnUntraced(function* (
      path: string,
      body?: object | string,
      headers: { readonly [name: string]: string } = {}
    ) {
      const request = new Request(`${origin}/console${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          host: "pay.example",
          cookie,
          ...(body === undefined ? {} : { "sec-fetch-site": "same-origin" }),
          ...(typeof body === "object" ? { "content-type": "application/json" } : {}),
          ...headers
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
      const response = yield* handle(request, client)
      const set = response.headers.get("set-cookie")
      if (set !== null) cookie = set.split(";")[0] ?? ""
      const text = yield* Effect.promise(() => response.text())
      return {
        status: response.status,
        headers: response.headers,
        text,
        said: text.startsWith("{") ? JSON.parse(text) : {}
      }
    })
  }
})

export const browserAt = Effect.suspend(() => browserOf(makeSignInHandler))

type Browser = Effect.Success<typeof browserAt>

/** Signs in at the console. */
export const signInAt = Effect.fnUntraced(function* (browser: Browser, authenticator: SoftAuthenticator) {
  const { said } = yield* browser.ask("/session/passkey/begin", {})
  const answer = authenticator.get(said.options)
  return yield* browser.ask("/session/passkey/finish", { ticket: said.ticket, answer })
})

/** Proves an act anew. */
export const prove = Effect.fnUntraced(function* (
  browser: Browser,
  authenticator: SoftAuthenticator,
  act: string,
  subject: string
) {
  const { said } = yield* browser.ask("/session/step-up/begin", { act, subject })
  const answer = authenticator.get(said.options)
  return yield* browser.ask("/session/step-up/finish", { ticket: said.ticket, answer })
})
