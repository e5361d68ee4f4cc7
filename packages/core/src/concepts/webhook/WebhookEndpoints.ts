import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { hmacKey } from "../../kernel/digest/sha256.ts"
import { claimsOf, type IdempotentRequest } from "../../kernel/idempotency/Idempotency.ts"
import { InvalidUrl, LimitReached, type NotFound, orNotFound } from "../../kernel/input/Refusals.ts"
import { type Claim, ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { AggregateWrite, ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import { Vault } from "../../kernel/ports/Vault.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { partner } from "../partner/Partner.ts"
import { Settings } from "../settings/Settings.ts"
import {
  firstRegistered,
  isDeleted,
  isSubscribed,
  type RegisteredEndpoint,
  registeredEndpoint,
  signingSecrets,
  WebhookEndpoint,
  type WebhookEndpointCommand,
  type WebhookEndpointEvent,
  type WebhookEndpointId,
  type WebhookOrder,
  type WebhookSwitch,
  type WebhookTarget,
  webhookEndpoint
} from "./WebhookEndpoint.ts"
import type { WebhookFamily } from "./WebhookEvents.ts"
import { deliverJob } from "./WebhookJobs.ts"
import { secretByteCount, secretOfHex, signingKey } from "./WebhookSecret.ts"
import type { SigningKeys } from "./WebhookSignature.ts"
import { checkWebhookUrl, explainUrlFault, webhookUrlKey } from "./WebhookUrl.ts"
import { webhookClaims, webhookPrefix } from "./webhookNames.ts"

/** A partner's choices for a new endpoint. */
export interface Registration {
  readonly partnerId: PartnerId
  readonly family: WebhookFamily
  readonly target: WebhookTarget
  readonly switch: WebhookSwitch
  readonly secret: string | undefined
}

/** An endpoint that exists once its write and its event are committed. */
export interface EndpointDraft {
  readonly endpoint: RegisteredEndpoint
  readonly secret: string
  readonly write: AggregateWrite
  readonly event: NewEvent
}

/** The result of a rotation: the new secret, shown once, and until when the old one signs beside it. */
export interface RotatedSecret {
  readonly secret: string
  readonly previousSecretExpiresAt: Instant
}

type Missing = NotFound | StoreUnavailable

/** Endpoints of all families: the common part of `Webhooks`, `TransitWebhooks` and KYC sessions. */
export class WebhookEndpoints extends Context.Service<
  WebhookEndpoints,
  {
    /** An endpoint that is not deleted. */
    readonly get: (partnerId: PartnerId, id: WebhookEndpointId) => Effect.Effect<RegisteredEndpoint, Missing>
    /** Checks the `url` of an untrusted request, if it is a text. */
    readonly checkUrl: (input: unknown) => Effect.Effect<void, InvalidUrl>
    /**
     * Fails with `ClaimTaken`, with its owner, if the claim is taken. Without a secret one is generated and
     * returned once.
     */
    readonly register: (
      request: Registration
    ) => Effect.Effect<
      { readonly endpoint: RegisteredEndpoint; readonly secret: string },
      ClaimTaken | InvalidUrl | StoreUnavailable
    >
    /**
     * The same for one of several endpoints of its family, up to a maximum. Concurrent registrations cannot
     * both pass with the same count. The record of an idempotent request is in the same commit.
     */
    readonly registerWithin: (
      max: number,
      request: Registration,
      idempotent: IdempotentRequest | undefined
    ) => Effect.Effect<
      { readonly endpoint: RegisteredEndpoint; readonly secret: string },
      ClaimTaken | InvalidUrl | LimitReached | StoreUnavailable
    >
    /** The same as part of another commit: an endpoint of the family `kyc`, without a claim of its own. */
    readonly draft: (request: Registration) => Effect.Effect<EndpointDraft, InvalidUrl>
    readonly change: (
      partnerId: PartnerId,
      id: WebhookEndpointId,
      target: Partial<WebhookTarget>,
      standing: Option.Option<WebhookSwitch>
    ) => Effect.Effect<RegisteredEndpoint, ClaimTaken | InvalidUrl | Missing>
    readonly rotateSecret: (
      partnerId: PartnerId,
      id: WebhookEndpointId
    ) => Effect.Effect<RotatedSecret, Missing>
    readonly remove: (partnerId: PartnerId, id: WebhookEndpointId) => Effect.Effect<void, Missing>
    /** The keys that sign now. */
    readonly signingKeys: (endpoint: RegisteredEndpoint) => Effect.Effect<SigningKeys, StoreUnavailable>
  }
>()("@quittance/core/concepts/webhook/WebhookEndpoints") {
  static readonly layer = Layer.effect(
    WebhookEndpoints,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return WebhookEndpoints.of({
        get: (partnerId, id) => Effect.map(readEndpoint(parts, partnerId, id), ({ state }) => state),
        checkUrl: (input) => checkUrl(parts, input),
        draft: (request) => draftEndpoint(parts, request),
        register: (request) => registerEndpoint(parts, request),
        registerWithin: (max, request, idempotent) => registerWithin(parts, max, request, idempotent),
        change: (partnerId, id, target, standing) => changeEndpoint(parts, partnerId, id, target, standing),
        rotateSecret: (partnerId, id) => rotateSecret(parts, partnerId, id),
        remove: (partnerId, id) => removeEndpoint(parts, partnerId, id),
        signingKeys: (endpoint) => keysOf(parts, endpoint)
      })
    })
  )
}

/** The services that endpoints use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    ids: yield* Ids,
    vault: yield* Vault,
    states: yield* StateReader,
    runCommand: (yield* makeTransact).runCommand
  }
})
type Parts = Effect.Success<typeof makeParts>

const checked = ({ settings: { mode, webhook } }: Parts, url: string) =>
  Effect.mapError(
    Effect.fromResult(checkWebhookUrl(url, webhook)),
    (fault) => new InvalidUrl({ field: "url", reason: explainUrlFault(fault, url, webhook, mode) })
  )

const checkUrl = (parts: Parts, input: unknown) =>
  typeof input === "object" && input !== null && "url" in input && typeof input.url === "string"
    ? checked(parts, input.url)
    : Effect.void

const readEndpoint = ({ states }: Parts, partnerId: PartnerId, id: WebhookEndpointId) =>
  Effect.flatMap(states.get(webhookEndpoint, partnerId, id), (found) =>
    orNotFound("webhook", id)(Option.filter(found, ({ state }) => !isDeleted(state)))
  )

const newSecret = ({ ids }: Parts) => Effect.map(ids.token(secretByteCount), secretOfHex)

/** Builds an endpoint from a registration, and the secret sealed in it. */
const builtFrom = Effect.fnUntraced(function* (parts: Parts, request: Registration) {
  const { family, partnerId, target } = request
  yield* checked(parts, target.url)
  const createdAt = yield* Clock.currentTimeMillis
  const secret = request.secret ?? (yield* newSecret(parts))
  const order: WebhookOrder = { id: yield* parts.ids.prefixed(webhookPrefix), partnerId, family, createdAt }
  const sealedSecret = yield* parts.vault.seal(secret, sealContext(order.id))
  return { secret, order, target, sealedSecret, switch: request.switch }
})

const draftEndpoint = Effect.fnUntraced(function* (parts: Parts, request: Registration) {
  const { secret, ...registration } = yield* builtFrom(parts, request)
  const event: WebhookEndpointEvent = { _tag: "WebhookRegistered", ...registration }
  const endpoint = firstRegistered(registration)
  const write: AggregateWrite = { _tag: "WebhookEndpoint", state: endpoint, expectedVersion: 0 }
  const { createdAt: at, id: subjectId, partnerId } = endpoint.order
  return { endpoint, secret, write, event: { partnerId, subjectId, version: 1, at, event } }
})

/** Additional writes for a new endpoint, loaded again for each attempt. */
type Beside = Effect.Effect<ReadonlyArray<AggregateWrite>, LimitReached | StoreUnavailable>

const registerBeside = Effect.fnUntraced(function* (
  parts: Parts,
  request: Registration,
  beside: Beside,
  idempotent?: IdempotentRequest
) {
  const { secret, ...registration } = yield* builtFrom(parts, request)
  const { order, target } = registration
  const { partnerId, createdAt } = order
  const load = Effect.map(beside, (others) => ({ state: WebhookEndpoint.initial, version: 0, others }))
  const { state } = yield* parts
    .runCommand({
      machine: WebhookEndpoint,
      command: { _tag: "Register", ...registration },
      partnerId,
      subjectId: order.id,
      at: createdAt,
      load,
      commit: ({ loaded, next }) => ({
        aggregates: [
          { _tag: "WebhookEndpoint", state: registeredEndpoint(next), expectedVersion: 0 },
          ...loaded.others
        ],
        claims: [...endpointClaims(order, target.url), ...claimsOf(idempotent, order.id)]
      })
    })
    .pipe(Effect.catchTag("WebhookEndpointCommandRefused", Effect.die))
  return { endpoint: registeredEndpoint(state), secret }
})

const registerEndpoint = Effect.fn("WebhookEndpoints.register")((parts: Parts, request: Registration) =>
  Effect.catchTag(registerBeside(parts, request, Effect.succeed([])), "LimitReached", Effect.die)
)

const registerWithin = Effect.fn("WebhookEndpoints.registerWithin")(
  (parts: Parts, max: number, request: Registration, idempotent: IdempotentRequest | undefined) => {
    const { states } = parts
    const { family, partnerId } = request
    // The partner is written too: of two concurrent registrations, one finds it changed and counts again.
    const counted = Effect.gen(function* () {
      const owner = yield* states.get(partner, partnerId, partnerId)
      const registered = yield* states.indexed(webhookEndpoint, "registered", { equal: [partnerId, family] })
      if (registered.length >= max) return yield* new LimitReached({ what: "webhooks", max })
      return Option.match(owner, {
        onNone: () => [],
        onSome: (found): ReadonlyArray<AggregateWrite> => [writeOver("Partner", found, found.state)]
      })
    })
    return registerBeside(parts, request, counted, idempotent)
  }
)

const applyCommand = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId,
  command: Extract<WebhookEndpointCommand, { readonly at: Instant }>
) {
  const { state } = yield* parts
    .runCommand({
      machine: WebhookEndpoint,
      command,
      partnerId,
      subjectId: id,
      at: command.at,
      load: readEndpoint(parts, partnerId, id),
      commit: ({ loaded, next, previous }) => {
        const [before, after] = [registeredEndpoint(previous), registeredEndpoint(next)]
        const held = endpointClaims(before.order, before.target.url)
        const wanted = isDeleted(after) ? [] : endpointClaims(after.order, after.target.url)
        const keeps = held[0]?.key === wanted[0]?.key
        return {
          aggregates: [writeOver("WebhookEndpoint", loaded, after)],
          claims: keeps ? [] : wanted,
          erasures: keeps ? [] : held.map((claim) => ({ _tag: "Claim", claim })),
          // The endpoint's own job gives up its waiting deliveries, and cancels those of other events.
          jobs: takesAll(before, after) ? [] : [deliverJob(partnerId, id, command.at)]
        }
      }
    })
    .pipe(Effect.catchTag("WebhookEndpointCommandRefused", Effect.die))
  return registeredEndpoint(state)
})

const changeEndpoint = Effect.fn("WebhookEndpoints.change")(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId,
  target: Partial<WebhookTarget>,
  standing: Option.Option<WebhookSwitch>
) {
  if (target.url !== undefined) yield* checked(parts, target.url)
  const at = yield* Clock.currentTimeMillis
  return yield* applyCommand(parts, partnerId, id, { _tag: "Change", target, switch: standing, at })
})

const rotateSecret = Effect.fn("WebhookEndpoints.rotateSecret")(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId
) {
  const at = yield* Clock.currentTimeMillis
  const secret = yield* newSecret(parts)
  const sealedSecret = yield* parts.vault.seal(secret, sealContext(id))
  const signsUntil = at + parts.settings.webhook.secretOverlapMillis
  yield* applyCommand(parts, partnerId, id, { _tag: "RotateSecret", sealedSecret, signsUntil, at }).pipe(
    Effect.catchTag("ClaimTaken", Effect.die)
  )
  return { secret, previousSecretExpiresAt: signsUntil }
})

const removeEndpoint = Effect.fn("WebhookEndpoints.remove")(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId
) {
  const at = yield* Clock.currentTimeMillis
  yield* Effect.catchTag(applyCommand(parts, partnerId, id, { _tag: "Delete", at }), "ClaimTaken", Effect.die)
})

const keyOf = ({ vault }: Parts, sealed: string, id: WebhookEndpointId) =>
  Effect.flatMap(
    Effect.catchTag(vault.open(sealed, sealContext(id)), "VaultRefused", Effect.die),
    (secret) => {
      const key = signingKey(secret)
      return key === undefined
        ? Effect.die(new Error(`webhook ${id} has no key`))
        : Effect.succeed(hmacKey(key))
    }
  )

const keysOf = Effect.fnUntraced(function* (parts: Parts, endpoint: RegisteredEndpoint) {
  const at = yield* Clock.currentTimeMillis
  const { id } = endpoint.order
  const [newest, ...older] = signingSecrets(endpoint, at)
  const keys: SigningKeys = [
    yield* keyOf(parts, newest, id),
    ...(yield* Effect.forEach(older, (sealed) => keyOf(parts, sealed, id)))
  ]
  return keys
})

/** Whether an endpoint still takes every event that it took before. */
const takesAll = (before: RegisteredEndpoint, after: RegisteredEndpoint): boolean =>
  after._tag === "enabled" &&
  (after.target.events.length === 0 ||
    (before.target.events.length > 0 && before.target.events.every((type) => isSubscribed(after, type))))

/** The context in which the secrets of an endpoint are sealed. */
export const sealContext = (id: WebhookEndpointId): string => `webhook/${id}`

/**
 * The key that must be unique: the URL in the fiat group, the account in the transit group. An endpoint of a
 * KYC session has none.
 */
export const endpointClaims = (order: WebhookOrder, url: string): ReadonlyArray<Claim> => {
  switch (order.family) {
    case "fiat":
      return [ownClaim(order, webhookClaims.url, webhookUrlKey(url))]
    case "transit":
      return [ownClaim(order, webhookClaims.transit, "")]
    case "kyc":
      return []
  }
}
