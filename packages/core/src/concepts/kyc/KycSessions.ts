import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  checkIdempotencyKey,
  claimsOf,
  type IdempotentRequest,
  idempotentRequest,
  makeIdempotency
} from "../../kernel/idempotency/Idempotency.ts"
import { canonicalJson, fingerprintOf } from "../../kernel/idempotency/RequestForm.ts"
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
      const settings = yield* Settings
      const ids = yield* Ids
      const states = yield* StateReader
      const byToken = (token: string) => firstOf(states.indexed(kycSession, "by_token", { equal: [token] }))
      const endpoints = yield* WebhookEndpoints
      const { runCommand } = yield* makeTransact
      const apply = yield* makeApplyKyc
      const eraseFolder = yield* makeFolderEraser
      const once = yield* makeIdempotency
      const repeat = yield* makeWebhookRepeat
      const decode = kycSessionDecoder(settings)
      const missing: Array<string> = []
      for (const provider of providers) {
        const found = yield* Effect.serviceOption<unknown, unknown>(provider)
        if (Option.isNone(found)) missing.push(provider.key.replace(/^.*\//, ""))
      }

      const asField =
        (field: string) =>
        ({ reason }: InvalidUrl) =>
          new InvalidUrl({ field, reason })

      /** As with webhook registrations, a refused URL is reported before other faults of a request. */
      const checkRecipient = (input: unknown): Effect.Effect<void, InvalidUrl> => {
        const given = recipientIn(typeof input === "object" && input !== null ? { ...input } : {})
        return given === undefined
          ? Effect.void
          : Effect.mapError(endpoints.checkUrl({ url: given.url }), asField(given.field))
      }

      const recipientOf = Effect.fnUntraced(function* (partnerId: PartnerId, request: KycSessionRequest) {
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

      const create = Effect.fn("KycSessions.create")(function* (
        partnerId: PartnerId,
        input: unknown,
        idempotencyKey?: string
      ) {
        yield* checkIdempotencyKey(idempotencyKey)
        yield* checkRecipient(input)
        const request = yield* Effect.fromResult(decode(input))
        const idempotent = idempotentRequest(idempotencyKey, kycSessionForm, partnerId, request)
        const { replayed, value } = yield* once(idempotent, open(partnerId, request, idempotent), (id) =>
          replay(partnerId, id)
        )
        return { ...value, replayed }
      })

      /** The answer to the creation. */
      const replay = Effect.fnUntraced(function* (partnerId: PartnerId, id: KycSessionId) {
        const found = yield* states.get(kycSession, partnerId, id)
        const { state } = yield* Effect.orDie(orNotFound("KYC session", id)(found))
        const { recipient } = state.order
        const secret = Option.isNone(recipient)
          ? Option.none()
          : yield* repeat.firstSecret(partnerId, recipient.value.endpointId)
        return { session: sessionAtCreation(state), secret }
      })

      const open = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        request: KycSessionRequest,
        idempotent: IdempotentRequest | undefined
      ) {
        const [absent] = missing
        if (absent !== undefined) return yield* new ProviderMissing({ provider: absent })
        const own = yield* recipientOf(partnerId, request)
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
            jobs: [
              kycExpiryJob(partnerId, id, order.expiresAt),
              retainJob(kycJobs.retain, partnerId, createdAt)
            ]
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

      const shown = <E>(found: Effect.Effect<Versioned<OpenedKycSession>, E>) =>
        Effect.zipWith(found, Clock.currentTimeMillis, ({ state }, now) => kycSessionAsOf(state, now))

      const redact = Effect.fn("KycSessions.redact")(function* (partnerId: PartnerId, id: KycSessionId) {
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

      return KycSessions.of({
        create,
        get: (partnerId, id) => shown(existing(states, kycSession, partnerId, id)),
        getByToken: (token) => shown(Effect.flatMap(byToken(token), orNotFound("verification link", token))),
        redact
      })
    })
  )
}
