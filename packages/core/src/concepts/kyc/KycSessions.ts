import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  canonicalJson,
  checkIdempotencyKey,
  claimsOf,
  fingerprintOf,
  type IdempotentRequest,
  idempotentRequest,
  makeIdempotency
} from "../../kernel/idempotency/Idempotency.ts"
import { existing } from "../../kernel/input/existing.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import {
  type IdempotencyConflict,
  InvalidUrl,
  type NotFound,
  orNotFound,
  ProviderMissing
} from "../../kernel/input/Refusals.ts"
import { BlobStore } from "../../kernel/ports/BlobStore.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { retainJob } from "../../kernel/work/Keeper.ts"
import { Settings } from "../settings/Settings.ts"
import { WebhookEndpoints } from "../webhook/WebhookEndpoints.ts"
import { makeWebhookRepeat } from "../webhook/WebhookRepeat.ts"
import { KycChecker } from "./KycChecker.ts"
import { makeApplyKyc } from "./KycCommits.ts"
import { makeFolderEraser } from "./KycEraser.ts"
import { kycExpiryJob } from "./KycJobs.ts"
import {
  type KycSessionRequest,
  kycLocaleOf,
  kycSessionDecoder,
  kycSessionForm,
  recipientIn
} from "./KycRequest.ts"
import { KycSession } from "./KycSession.ts"
import { kycSessionAsOf, openedKycSession, sessionAtCreation } from "./KycSessionAsOf.ts"
import type { KycOrder, KycSessionId } from "./KycSessionRecord.ts"
import { kycSession, type OpenedKycSession } from "./KycSessionRecord.ts"
import { kycJobs, kycSessionPrefix } from "./kycNames.ts"
import { Pictures } from "./Pictures.ts"

type Missing = NotFound | StoreUnavailable

/** The result of a creation: the session, and the secret of its own URL if it has one, returned once. */
export interface CreatedKycSession {
  readonly session: OpenedKycSession
  readonly secret: Option.Option<string>
}

/** The ports without which a session could not end. */
const providers = [KycChecker, BlobStore, Pictures] as const

/**
 * KYC sessions of a partner. Every session is shown at the current instant: a due one is expired, whether or
 * not that was recorded.
 */
export class KycSessions extends Context.Service<
  KycSessions,
  {
    /**
     * `input` is untrusted. With an `idempotencyKey` the same key and fields return the same session again,
     * as it was created; other fields are refused. Redacted data is not shown again; the secret is, for a
     * day.
     */
    readonly create: (
      partnerId: PartnerId,
      input: unknown,
      idempotencyKey?: string
    ) => Effect.Effect<
      CreatedKycSession & { readonly replayed: boolean },
      InvalidInput | InvalidUrl | IdempotencyConflict | ProviderMissing | StoreUnavailable
    >
    readonly get: (partnerId: PartnerId, id: KycSessionId) => Effect.Effect<OpenedKycSession, Missing>
    /** By the unguessable end of its verification URL. */
    readonly getByToken: (token: string) => Effect.Effect<OpenedKycSession, Missing>
    /**
     * Deletes the documents and all personal data; an unfinished session expires first, whatever it waits
     * for. The documents' key is destroyed before this returns, or soon afterwards if the blob store is
     * unreachable.
     */
    readonly redact: (partnerId: PartnerId, id: KycSessionId) => Effect.Effect<OpenedKycSession, Missing>
  }
>()("@quittance/core/concepts/kyc/KycSessions") {
  static readonly layer = Layer.effect(
    KycSessions,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return KycSessions.of({
        create: (partnerId, input, idempotencyKey) => createSession(parts, partnerId, input, idempotencyKey),
        get: (partnerId, id) => shownNow(existing(parts.states, kycSession, partnerId, id)),
        getByToken: (token) => shownNow(readByToken(parts, token)),
        redact: (partnerId, id) => redactSession(parts, partnerId, id)
      })
    })
  )
}

/** The services that KYC sessions use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  const settings = yield* Settings
  const missing: Array<string> = []
  for (const provider of providers) {
    const found = yield* Effect.serviceOption<unknown, unknown>(provider)
    if (Option.isNone(found)) missing.push(provider.key.replace(/^.*\//, ""))
  }
  return {
    settings,
    missing,
    ids: yield* Ids,
    states: yield* StateReader,
    endpoints: yield* WebhookEndpoints,
    runCommand: (yield* makeTransact).runCommand,
    apply: yield* makeApplyKyc,
    eraseFolder: yield* makeFolderEraser,
    once: yield* makeIdempotency,
    repeat: yield* makeWebhookRepeat,
    decode: kycSessionDecoder(settings)
  }
})
type Parts = Effect.Success<typeof makeParts>

const readByToken = ({ states }: Parts, token: string) =>
  Effect.flatMap(
    firstOf(states.indexed(kycSession, "by_token", { equal: [token] })),
    orNotFound("verification link", token)
  )

const shownNow = <E>(found: Effect.Effect<Versioned<OpenedKycSession>, E>) =>
  Effect.zipWith(found, Clock.currentTimeMillis, ({ state }, now) => kycSessionAsOf(state, now))

const asField =
  (field: string) =>
  ({ reason }: InvalidUrl) =>
    new InvalidUrl({ field, reason })

/** As with webhook registrations, a refused URL is reported before other faults of a request. */
const checkRecipient = ({ endpoints }: Parts, input: unknown): Effect.Effect<void, InvalidUrl> => {
  const given = recipientIn(typeof input === "object" && input !== null ? { ...input } : {})
  return given === undefined
    ? Effect.void
    : Effect.mapError(endpoints.checkUrl({ url: given.url }), asField(given.field))
}

const recipientOf = Effect.fnUntraced(function* (
  { endpoints }: Parts,
  partnerId: PartnerId,
  request: KycSessionRequest
) {
  const given = recipientIn(request)
  if (given === undefined) return undefined
  return yield* Effect.mapError(
    endpoints.draft({
      partnerId,
      family: "kyc",
      target: { url: given.url, events: [] },
      switch: "enabled",
      secret: undefined
    }),
    asField(given.field)
  )
})

const createSession = Effect.fn("KycSessions.create")(function* (
  parts: Parts,
  partnerId: PartnerId,
  input: unknown,
  idempotencyKey?: string
) {
  yield* checkIdempotencyKey(idempotencyKey)
  yield* checkRecipient(parts, input)
  const request = yield* Effect.fromResult(parts.decode(input))
  const idempotent = idempotentRequest(idempotencyKey, kycSessionForm, partnerId, request)
  const { replayed, value } = yield* parts.once(
    idempotent,
    openSession(parts, partnerId, request, idempotent),
    (id) => replayCreation(parts, partnerId, id)
  )
  return { ...value, replayed }
})

/** The answer to the creation. */
const replayCreation = Effect.fnUntraced(function* (
  { repeat, states }: Parts,
  partnerId: PartnerId,
  id: KycSessionId
) {
  const found = yield* states.get(kycSession, partnerId, id)
  const { state } = yield* Effect.orDie(orNotFound("KYC session", id)(found))
  const { recipient } = state.order
  const secret = Option.isNone(recipient)
    ? Option.none()
    : yield* repeat.firstSecret(partnerId, recipient.value.endpointId)
  return { session: sessionAtCreation(state), secret }
})

const openSession = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  request: KycSessionRequest,
  idempotent: IdempotentRequest | undefined
) {
  const { ids, missing, runCommand, settings } = parts
  const [absent] = missing
  if (absent !== undefined) return yield* new ProviderMissing({ provider: absent })
  const own = yield* recipientOf(parts, partnerId, request)
  const createdAt = yield* Clock.currentTimeMillis
  const id = yield* ids.prefixed(kycSessionPrefix)
  const metadata = JSON.stringify(request.metadata ?? {})
  const order: KycOrder = {
    id,
    partnerId,
    token: yield* ids.linkToken,
    level: request.level,
    locale: kycLocaleOf(request.locale),
    redirectUrl: Option.fromNullishOr(request.redirectUrl),
    metadata,
    person: fingerprintOf({
      partnerId,
      person: metadata === "{}" ? id : canonicalJson(request.metadata ?? {})
    }),
    recipient: Option.map(Option.fromUndefinedOr(own), ({ endpoint }) => ({
      endpointId: endpoint.order.id,
      url: endpoint.target.url
    })),
    createdAt,
    expiresAt: createdAt + settings.kyc.lifeMillis
  }
  const { state } = yield* runCommand({
    machine: KycSession,
    command: { _tag: "Create", order },
    partnerId,
    subjectId: id,
    at: createdAt,
    load: Effect.succeed({ state: KycSession.initial, version: 0 }),
    commit: ({ next }) => ({
      aggregates: [
        { _tag: "KycSession", state: openedKycSession(next), expectedVersion: 0 },
        ...(own === undefined ? [] : [own.write])
      ],
      events: own === undefined ? [] : [own.event],
      claims: claimsOf(idempotent, id),
      jobs: [kycExpiryJob(partnerId, id, order.expiresAt), retainJob(kycJobs.retain, partnerId, createdAt)]
    })
  }).pipe(
    Effect.catchTags({
      KycCommandRefused: Effect.die,
      KycStepRefused: Effect.die
    })
  )
  const secret = Option.map(Option.fromUndefinedOr(own), (draft) => draft.secret)
  return { session: openedKycSession(state), secret }
})

const redactSession = Effect.fn("KycSessions.redact")(function* (
  { apply, eraseFolder }: Parts,
  partnerId: PartnerId,
  id: KycSessionId
) {
  const at = yield* Clock.currentTimeMillis
  const session = yield* apply(partnerId, id, { _tag: "Redact", at }).pipe(
    Effect.catchTags({
      KycCommandRefused: Effect.die,
      KycStepRefused: Effect.die
    })
  )
  // If this fails, the session's job does it.
  yield* Effect.ignore(eraseFolder(session))
  return session
})
