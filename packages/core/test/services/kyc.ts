import { createHash } from "node:crypto"
import { assert } from "@effect/vitest"
import {
  type GivenSettings,
  KycSessions,
  KycUploads,
  Sandbox,
  SandboxClock,
  type SettingsShape
} from "@quittance/core"
import {
  blobIdsOf,
  checkIdOf,
  type DocumentChoice,
  type JobKind,
  type KycOrder,
  type KycSessionId,
  type KycStep,
  type KycVerdict,
  kycSession as kycSessions,
  nextStep,
  type OpenedKycSession,
  type Picture,
  StateReader,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { testOn } from "../testOn.ts"
import { type Deployment, type DeploymentOptions, deployed } from "./Deployment.ts"
import { jpegOf, KycOutside, kycOutside, withoutDigest } from "./KycOutside.ts"

/** What partners and persons do with KYC sessions in tests. */

type Providers = KycOutside["Service"]["providers"]

/** Runs a test in a deployment of its own, with an outside world of its own; `front` may stand in front of it. */
export const kycDeployed =
  (
    options: DeploymentOptions = {},
    front: (providers: Providers) => NonNullable<DeploymentOptions["kyc"]> = (providers) => providers
  ) =>
  <A, E>(test: Effect.Effect<A, E, Deployment | KycOutside | Scope.Scope>): Effect.Effect<A, unknown> =>
    Effect.flatMap(kycOutside, (outside) =>
      deployed({ kyc: front(outside.providers), ...options })(
        Effect.provideService(test, KycOutside, outside)
      )
    )

/** A test in a deployment with a checker, documents and pictures. */
export const test = testOn(kycDeployed())
export const testIn = (options: DeploymentOptions) => testOn(kycDeployed(options))

/** The sandbox on the test's own clock. */
export const sandboxLayer = Sandbox.layer.pipe(
  Layer.provide(
    Layer.succeed(SandboxClock, {
      advance: (millis) => Effect.andThen(TestClock.adjust(millis), Clock.currentTimeMillis)
    })
  )
)

export const kycSettings = (kyc: Partial<SettingsShape["kyc"]>): GivenSettings => ({ kyc })

/** Creates a session: of the level basic, unless chosen otherwise. */
export const openKyc = Effect.fnUntraced(function* (partnerId: string, fields: object = {}) {
  const sessions = yield* KycSessions
  const { session } = yield* sessions.create(partnerId, { level: "basic", ...fields })
  return session.order
})

/** As it is shown now. */
export const readKyc = ({ id, partnerId }: KycOrder) =>
  Effect.flatMap(KycSessions, (sessions) => sessions.get(partnerId, id))

export const redactKyc = ({ id, partnerId }: KycOrder) =>
  Effect.flatMap(KycSessions, (sessions) => sessions.redact(partnerId, id))

/** As it was last committed, whatever the clock says. */
export const recordedKyc = ({ id, partnerId }: KycOrder) =>
  Effect.flatMap(StateReader, (states) =>
    Effect.map(
      Effect.flatMap(states.get(kycSessions, partnerId, id), Effect.fromOption),
      ({ state }) => state
    )
  )

/** A picture that resembles no other one, by its name. */
export const pictureOf = (name: string, chosen: Partial<Picture> = {}): Picture => ({
  width: 1200,
  height: 800,
  sharpness: 300,
  brightness: 120,
  fingerprint: createHash("sha256").update(name).digest("hex"),
  ...chosen
})

/** The same picture, saved anew: so many bits of its fingerprint differ, each in a part of its own. */
export const savedAnew = (picture: Picture, bits: number): Picture => ({
  ...picture,
  fingerprint: [...picture.fingerprint]
    .map((digit, place) =>
      place % 4 === 0 && place < bits * 4 ? (Number.parseInt(digit, 16) ^ 1).toString(16) : digit
    )
    .join("")
})

export const upload = ({ token }: KycOrder, step: KycStep, file: Uint8Array, choice?: DocumentChoice) =>
  Effect.flatMap(KycUploads, (uploads) => uploads.submit(token, step, file, choice))

/** The person shows what is asked for in a step: a picture that nobody showed before, unless chosen otherwise. */
export const showStep = Effect.fnUntraced(function* (order: KycOrder, step: KycStep, picture?: Picture) {
  const { check } = yield* readKyc(order)
  return yield* upload(order, step, jpegOf(picture ?? pictureOf(`${order.id} ${step} ${check}`)))
})

/** Two persons show the same picture at once: when the second is taken, the first is still being written. */
export const showAtOnce = Effect.fnUntraced(function* (
  [one, other]: readonly [KycOrder, KycOrder],
  step: KycStep,
  picture: Picture
) {
  const { writing } = yield* KycOutside
  const services = yield* Effect.context<Deployment>()
  writing.meanwhile = Effect.suspend(() => {
    writing.meanwhile = Effect.void
    return Effect.orDie(Effect.asVoid(Effect.provide(showStep(other, step, picture), services)))
  })
  return yield* showStep(one, step, picture)
})

/** The person shows everything that is asked for. */
export const showAll = Effect.fnUntraced(function* (order: KycOrder) {
  let session = yield* readKyc(order)
  for (let step = nextStep(session); step !== undefined; step = nextStep(session))
    session = yield* showStep(order, step)
  return session
})

/** A session whose person showed everything. */
export const shownKyc = Effect.fnUntraced(function* (partnerId: string, fields: object = {}) {
  const order = yield* openKyc(partnerId, fields)
  yield* showAll(order)
  return order
})

/** What a test knows a check by: the session and the number. */
export const checkNumbered = ({ id }: Pick<KycOrder, "id">, check = 1): string => `${id}-${check}`

/** What the checker knows a check of these documents by. */
export const checkIdNow = (order: KycOrder, check = 1) =>
  Effect.map(recordedKyc(order), ({ documents }) => checkIdOf(order.id, check, documents))

export const passed: KycVerdict = { _tag: "Passed" }
export const refusedWith = (...reasons: ReadonlyArray<string>): KycVerdict => ({
  _tag: "Refused",
  reasons,
  course: "retry"
})
export const refusedFinally: KycVerdict = { _tag: "Refused", reasons: ["suspected_fraud"], course: "final" }

/** The checker comes to its verdict, and tells nobody. */
export const verdictIs = (order: KycOrder, verdict: KycVerdict, check = 1) =>
  Effect.map(KycOutside, ({ verdicts }) => void verdicts.set(checkNumbered(order, check), verdict))

/** What the checker was asked so far, of all sessions. */
export const asked = Effect.map(KycOutside, ({ calls }) => calls.map(({ name }) => name))

/** The checks that the checker has, each as often as it began one. */
export const checksBegun = Effect.map(KycOutside, ({ opened }) =>
  opened.map(({ checkId }) => withoutDigest(checkId))
)

/** Names of what lies in the folder of a session. */
export const blobsOf = ({ id, partnerId }: { readonly id: KycSessionId; readonly partnerId: string }) =>
  Effect.flatMap(KycOutside, ({ blobs }) => blobs.list({ partnerId, ownerId: id }))

/** What lies in the folder of a session is what the session mentions, and nothing else. */
export const blobsAreItsOwn = Effect.fnUntraced(function* (order: KycOrder) {
  const { documents } = yield* recordedKyc(order)
  assert.deepStrictEqual([...(yield* blobsOf(order))].sort(), documents.flatMap(blobIdsOf).sort())
})

export const jobDueAt = Effect.fnUntraced(function* (kind: JobKind) {
  const queue = yield* WorkQueue
  return Option.fromUndefinedOr((yield* queue.nextDue).get(kind))
})

/** The state's name, as committed. */
export const tagOf = (order: KycOrder) => Effect.map(recordedKyc(order), ({ _tag }: OpenedKycSession) => _tag)

/** The upload is refused, nothing of it stays and the session is as before, but that a bad picture is counted. */
export const leavesNothing = Effect.fnUntraced(function* (order: KycOrder, step: KycStep, file: Uint8Array) {
  const before = yield* recordedKyc(order)
  const error = yield* Effect.flip(upload(order, step, file))
  const { discarded } = yield* recordedKyc(order)
  assert.deepStrictEqual(yield* recordedKyc(order), { ...before, discarded })
  yield* blobsAreItsOwn(order)
  return error
})
