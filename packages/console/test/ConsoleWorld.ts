import { it } from "@effect/vitest"
import { SimplePasskeys } from "@quittance/adapters-signin"
import {
  AesGcmVault,
  defaultSettings,
  Ids,
  MemoryStore,
  Operations,
  Quittance,
  Settings,
  type SettingsShape
} from "@quittance/core"
import {
  actingAs,
  ConsolePlace,
  codeAt,
  consolePlaceOf,
  Enrolments,
  Invitations,
  LinkEnrolments,
  PasswordHasher,
  type Role,
  Sessions,
  SignInLinks,
  SignIns,
  SignInUsers,
  StepUps,
  Users,
  WebhookTransport
} from "@quittance/core/adapter"
import { Clock, Context, type Duration, Effect, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { ConsoleDeployment, makeConsole } from "../src/index.ts"

/** A sandbox in memory with a console, and people at it. */

export const start = Date.UTC(2026, 10, 27, 12)
export const origin = "https://pay.example"
const client = { address: "192.0.2.1", agent: "Firefox" }

/** Whoever is called by webhooks: answers with this status, and keeps what it was sent. */
export class Receiver extends Context.Service<
  Receiver,
  { status: number; answer: string; readonly bodies: Array<string> }
>()("@quittance/console/test/Receiver") {}

const transport = Layer.effect(
  WebhookTransport,
  Effect.map(Receiver, (receiver) =>
    WebhookTransport.of({
      send: ({ body }) =>
        Effect.sync(() => {
          receiver.bodies.push(body)
          return { status: receiver.status, retryAfter: Option.none(), bodyStart: receiver.answer }
        })
    })
  )
).pipe(Layer.provideMerge(Layer.sync(Receiver, () => ({ status: 200, answer: "ok", bodies: [] }))))

/** Hashes in no time: what takes its time is tried where it is the point. */
const quickHasher = Layer.succeed(
  PasswordHasher,
  PasswordHasher.of({
    hash: (password) =>
      Effect.succeed({
        ...{ algorithm: "scrypt", parameters: { N: 2, r: 1, p: 1 }, salt: "" },
        hash: Buffer.from(password).toString("base64")
      }),
    matches: (password, stored) =>
      Effect.succeed(Option.exists(stored, ({ hash }) => hash === Buffer.from(password).toString("base64"))),
    isCurrent: () => true
  })
)

const worldWith = <Provided>(
  providers: Layer.Layer<Provided>,
  consoleUrl = origin,
  settings = defaultSettings
) =>
  Layer.mergeAll(
    SignIns.layer,
    Sessions.layer,
    StepUps.layer,
    Enrolments.layer,
    LinkEnrolments.layer,
    SignInLinks.layer
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        SignInUsers.layer,
        SimplePasskeys.layer,
        quickHasher,
        Layer.succeed(ConsolePlace, Result.getOrThrow(consolePlaceOf(consoleUrl)))
      )
    ),
    Layer.provideMerge(Quittance.layerSandbox),
    Layer.provideMerge(
      Layer.mergeAll(
        MemoryStore.layer,
        Ids.layer,
        AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")),
        transport,
        providers
      )
    ),
    Layer.provide(Layer.succeed(Settings, { ...settings, consoleUrl }))
  )
export const worldLayer = worldWith(Layer.empty)
export type World = Layer.Success<typeof worldLayer>

/** Lets time pass for all clocks of the world. */
export class Time extends Context.Service<
  Time,
  { readonly pass: (duration: Duration.Input) => Effect.Effect<void> }
>()("@quittance/console/test/Time") {}

/** What is sent after this is not of the same click. */
export const clickOver = Effect.flatMap(Time, ({ pass }) => pass("11 seconds"))

/** A server of which nothing is to be said, that serves its documents. */
export const quietDeployment = ConsoleDeployment.of({
  reasons: Effect.succeed([]),
  backupFaults: Effect.succeed([]),
  subscriberFaults: Effect.succeed([]),
  hasDocs: true,
  explorers: {},
  versions: []
})

type Test = (
  name: string,
  test: () => Generator<Effect.Effect<unknown, unknown, World | Time>, unknown, never>
) => void

/** A test in a world of its own, whose clock stands still and which has these providers. */
export const inWorldWith =
  <Provided>(providers: Layer.Layer<Provided>, consoleUrl = origin, settings?: SettingsShape): Test =>
  (name, test) =>
    it.effect(name, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        // The sandbox has a clock of its own, which follows this one.
        const pass = yield* TestClock.testClockWith((clock) => Effect.succeed(clock.adjust))
        return yield* Effect.gen(test).pipe(
          Effect.provideService(Time, { pass }),
          Effect.provide(worldWith(providers, consoleUrl, settings))
        )
      })
    )

export const inWorld = inWorldWith(Layer.empty)

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const hexOf = (secret: string): string =>
  (
    [...secret]
      .map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0"))
      .join("")
      .match(/.{8}/g) ?? []
  )
    .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, "0"))
    .join("")

/** Whom a link invites: to a partner in a role, or to the operators. */
export interface Invited {
  readonly name: string
  readonly partner?: string
  readonly role?: Role
}

/** A new person with a password, and what shows the codes for it. */
export const joined = Effect.fnUntraced(function* ({ name, partner, role }: Invited) {
  const invitations = yield* Invitations
  const users = yield* Users
  const { partners } = yield* Operations
  if (partner !== undefined) yield* partners.ensure(partner)
  const email = `${encodeURIComponent(name).replaceAll("%", "")}@shop.example`
  const to = partner === undefined ? { operator: true } : { partner, role: role ?? "owner" }
  const { token } = yield* actingAs("operator:root", invitations.create({ ...to, name, email }))
  const id = yield* users.newId
  yield* users.accept(token, { _tag: "New", id })
  const enrolments = yield* Enrolments
  const found = yield* Effect.flatMap(SignInUsers, (all) => all.find(id))
  const enrolling = { user: Option.getOrThrow(found), holder: "link" }
  const { secret, ticket } = yield* enrolments.beginPassword(enrolling)
  const codeNow = Effect.map(Clock.currentTimeMillis, (now) => shownFor(secret, now))
  const password = "correct horse battery"
  yield* enrolments.finishPassword(enrolling, { ticket, password, code: yield* codeNow })
  /** A code that was not used yet: the clock goes on. */
  const time = yield* Time
  const code = Effect.andThen(time.pass("30 seconds"), codeNow)
  const signIns = yield* SignIns
  const { cookie } = yield* signIns.withPassword({ email, password, code: yield* code }, client)
  return {
    cookie: `__Host-quittance=${cookie}`,
    id,
    email,
    password,
    code,
    browser: yield* browserWith(`__Host-quittance=${cookie}`)
  }
})

/** What an authenticator shows for this secret, as a page tells it. */
export const shownFor = (secret: string, at: number): string => codeAt(hexOf(secret), Math.floor(at / 30_000))

/** A browser without scripts: it keeps its cookie, and sends forms as they stand. */
export const browserWith = Effect.fnUntraced(function* (first = "") {
  const handle = yield* makeConsole
  const { host } = new URL((yield* ConsolePlace).origin)
  let cookie = first
  const ask = Effect.fnUntraced(function* (path: string, fields?: Fields | FormData, headers: Headers = {}) {
    const request = new Request(new URL(path.startsWith("/") ? path : `/console/${path}`, origin), {
      method: fields === undefined ? "GET" : "POST",
      headers: {
        accept: "text/html",
        cookie,
        host,
        ...(fields === undefined
          ? {}
          : {
              "sec-fetch-site": "same-origin",
              // That of a form with files has the boundary of its parts.
              ...(fields instanceof FormData ? {} : { "content-type": "application/x-www-form-urlencoded" })
            }),
        ...headers
      },
      ...(fields === undefined ? {} : { body: fields instanceof FormData ? fields : encoded(fields) })
    })
    const response = yield* handle(request, client)
    const set = response.headers.get("set-cookie")
    if (set !== null) cookie = set.split(";")[0] ?? ""
    const text = yield* Effect.promise(() => response.text())
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get("location") ?? ""
    }
  })
  return {
    get: (path: string) => ask(path),
    /** The events of a page as they come, each its data; the stream ends when the page cannot change any more. */
    events: Effect.fnUntraced(function* (path: string) {
      const request = new Request(new URL(`/console/${path}/events`, origin), { headers: { cookie } })
      const { body, status } = yield* handle(request, client)
      return {
        status,
        reader: (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
      }
    }),
    /** Sends a form with these fields as they stand. */
    post: (path: string, fields: Fields | FormData, headers?: Headers) => ask(path, fields, headers),
    /** Opens the form of a path and sends it with these fields, as a person would. */
    submit: Effect.fnUntraced(function* (path: string, fields: Fields) {
      const { status, text } = yield* ask(path)
      assert.strictEqual(status, 200, text)
      return yield* ask(path, { nonce: nonceIn(text), ...fields })
    })
  }
})

type Headers = { readonly [name: string]: string }

type Fields = { readonly [name: string]: string | ReadonlyArray<string> }

const encoded = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      (typeof value === "string" ? [value] : value).map((each) => [name, each])
    )
  ).toString()

/** The nonce of the form on a page. */
export const nonceIn = (page: string): string => /name="nonce" value="([^"]+)"/.exec(page)?.[1] ?? ""

/** The text of a page's content, as somebody reads it. */
export const contentOf = (page: string): string =>
  (/<main[^>]*>([\s\S]*)<\/main>/.exec(page)?.[1] ?? page)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
