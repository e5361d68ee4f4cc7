import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import { type ChainWallet, chainWallet, walletKeyContext } from "../concepts/chain/ChainWallet.ts"
import { type ApiKey, apiKey } from "../concepts/partner/ApiKey.ts"
import { type Credentials, credentials } from "../concepts/signin/Credential.ts"
import { codeSecretContext } from "../concepts/signin/signinNames.ts"
import { type RegisteredEndpoint, webhookEndpoint } from "../concepts/webhook/WebhookEndpoint.ts"
import { sealContext } from "../concepts/webhook/WebhookEndpoints.ts"
import type { Concept } from "../kernel/concept/Concept.ts"
import { BlobStore, type BlobStoreUnavailable } from "../kernel/ports/BlobStore.ts"
import { type DataKey, DataKeys } from "../kernel/ports/DataKeys.ts"
import { KeyService, type KeyServiceUnavailable } from "../kernel/ports/KeyService.ts"
import { StateReader } from "../kernel/ports/StateReader.ts"
import type { AggregateWrite, StoreUnavailable } from "../kernel/ports/Store.ts"
import { Vault, type VaultRefused } from "../kernel/ports/Vault.ts"
import type { Versioned } from "../kernel/ports/Versioned.ts"
import { makeTransact } from "../kernel/transact/Transact.ts"
import { writeOver } from "../kernel/transact/writeOver.ts"
import { addDataKey, wrappedFor } from "../kernel/vault/EnvelopeVault.ts"

/** How many values are sealed, and under which keys. */
export interface ResealReport {
  /** The current master key. */
  readonly keyId: string
  /** The number of data keys under each master key, at the end. */
  readonly dataKeys: { readonly [keyId: string]: number }
  /** Data keys that were wrapped again. */
  readonly rewrapped: number
  /** Secrets and document keys that were sealed again, or would be. */
  readonly resealed: number
  /** How many were checked. */
  readonly total: number
  /** What could not be decrypted, each in a few words. */
  readonly refused: ReadonlyArray<string>
}

/** `check` changes nothing. */
export type ResealPurpose = "reseal" | "check"

export type ResealFailure = BlobStoreUnavailable | KeyServiceUnavailable | StoreUnavailable

/**
 * Moves all sealed values to the current master key, while servers run: data keys are wrapped again, and
 * values sealed directly with a master key get the current form. Each step is a separate commit that yields
 * to a concurrent change of the same secret, so the next run finishes an interrupted one, and a second run
 * finds nothing to do.
 */
export class Resealing extends Context.Service<
  Resealing,
  {
    /** `progress` gets the number of secrets checked so far, about every hundred. */
    readonly run: (
      purpose: ResealPurpose,
      progress?: (looked: number) => Effect.Effect<void>
    ) => Effect.Effect<ResealReport, ResealFailure>
  }
>()("@quittance/core/store/Resealing") {
  static readonly layer = Layer.effect(
    Resealing,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Resealing.of({ run: (purpose, progress) => runResealing(parts, purpose, progress) })
    })
  )
}

/** The services that resealing uses, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    transact: (yield* makeTransact).transact,
    vault: yield* Vault,
    service: yield* KeyService,
    dataKeys: yield* DataKeys,
    states: yield* StateReader,
    blobs: yield* Effect.serviceOption(BlobStore),
    context: yield* Effect.context<KeyService | DataKeys>()
  }
})
type Parts = Effect.Success<typeof makeParts>

/** Wraps one data key at a time, unless another process did it meanwhile. Returns how many it did. */
const rewrapAll = Effect.fnUntraced(function* ({ context, dataKeys, service }: Parts) {
  const isCurrent = ({ keyId }: DataKey) => keyId === service.keyId
  const keys = yield* dataKeys.all
  // So that new values are not sealed under a key that the old master key could unwrap.
  if (!keys.slice(-1).every(isCurrent)) yield* Effect.provideContext(addDataKey, context)
  let rewrapped = 0
  for (const key of keys) {
    if (isCurrent(key)) continue
    const named = { keyId: Option.some(key.keyId), wrapped: key.wrapped, context: wrappedFor(key.id) }
    const bytes = yield* service.unwrap(named).pipe(
      Effect.asSome,
      Effect.catchTag("KeyRefused", () => Effect.succeedNone)
    )
    if (Option.isNone(bytes)) continue
    const wrapped = yield* service.wrap(bytes.value, wrappedFor(key.id))
    const next = { ...key, keyId: service.keyId, wrapped }
    if (yield* dataKeys.rewrap(next, key.wrapped)) rewrapped += 1
  }
  return rewrapped
})

/** The sealed secrets of one concept, and how a record of it gets them in the current form. */
interface Sealed<State> {
  readonly concept: Concept<State>
  readonly titleOf: (state: State) => string
  /** None if the record needs no change. */
  readonly renew: (
    vault: Vault["Service"],
    state: State
  ) => Effect.Effect<Option.Option<State>, VaultRefused | StoreUnavailable>
  readonly writeOf: (found: Versioned<State>, next: State) => AggregateWrite
  readonly hasSecret: (state: State) => boolean
}

const sealedKeys: Sealed<ApiKey> = {
  concept: apiKey,
  titleOf: ({ id }) => `API key ${id}`,
  renew: (vault, key) =>
    Effect.map(
      vault.renew(key.sealedSecret, key.id),
      Option.map((sealedSecret) => ({ ...key, sealedSecret }))
    ),
  writeOf: (found, next) => writeOver("ApiKey", found, next),
  // An operator key signs nothing, so nothing of it is sealed.
  hasSecret: ({ sealedSecret }) => sealedSecret !== ""
}

const renewEndpoint = Effect.fnUntraced(function* (vault: Vault["Service"], endpoint: RegisteredEndpoint) {
  const place = sealContext(endpoint.order.id)
  const secret = yield* vault.renew(endpoint.sealedSecret, place)
  const retiring = Option.isNone(endpoint.retiring)
    ? Option.none()
    : yield* vault.renew(endpoint.retiring.value.sealedSecret, place)
  if (Option.isNone(secret) && Option.isNone(retiring)) return Option.none()
  return Option.some({
    ...endpoint,
    sealedSecret: Option.getOrElse(secret, () => endpoint.sealedSecret),
    retiring: Option.map(endpoint.retiring, (before) => ({
      ...before,
      sealedSecret: Option.getOrElse(retiring, () => before.sealedSecret)
    }))
  })
})

const sealedEndpoints: Sealed<RegisteredEndpoint> = {
  concept: webhookEndpoint,
  titleOf: ({ order }) => `webhook ${order.id}`,
  renew: renewEndpoint,
  writeOf: (found, next) => writeOver("WebhookEndpoint", found, next),
  hasSecret: () => true
}

const sealedWallets: Sealed<ChainWallet> = {
  concept: chainWallet,
  titleOf: ({ address, partnerId }) => `the key of wallet ${address} on ${partnerId}`,
  renew: (vault, wallet) =>
    Effect.map(
      vault.renew(wallet.sealedKey, walletKeyContext(wallet.partnerId, wallet.address)),
      Option.map((sealedKey) => ({ ...wallet, sealedKey }))
    ),
  writeOf: (found, next) => writeOver("ChainWallet", found, next),
  // The keys of the others are outside.
  hasSecret: ({ sealedKey }) => sealedKey !== ""
}

const sealedCodeSecrets: Sealed<Credentials> = {
  concept: credentials,
  titleOf: ({ partnerId }) => `the codes of user ${partnerId}`,
  renew: (vault, state) =>
    Option.isNone(state.sealedCodeSecret)
      ? Effect.succeedNone
      : Effect.map(
          vault.renew(state.sealedCodeSecret.value, codeSecretContext(state.partnerId)),
          Option.map((secret) => ({ ...state, sealedCodeSecret: Option.some(secret) }))
        ),
  writeOf: (found, next) => writeOver("Credentials", found, next),
  hasSecret: ({ sealedCodeSecret }) => Option.isSome(sealedCodeSecret)
}

/**
 * Renews a record, and reads it again if it changed meanwhile. Returns whether there was anything to
 * renew.
 */
const renewRecord = <State>(
  { states, transact, vault }: Parts,
  { concept, renew, writeOf }: Sealed<State>,
  owner: { readonly partnerId: string; readonly id: string },
  purpose: ResealPurpose
): Effect.Effect<boolean, VaultRefused | StoreUnavailable> =>
  transact(
    Effect.gen(function* () {
      const found = yield* states.get(concept, owner.partnerId, owner.id)
      if (Option.isNone(found)) return { answer: false }
      const { state, version } = found.value
      const next = yield* renew(vault, state)
      if (Option.isNone(next)) return { answer: false }
      if (purpose === "check") return { answer: true }
      const { id: subjectId, partnerId } = owner
      const at = yield* Clock.currentTimeMillis
      const event = { _tag: "SecretResealed" } as const
      return {
        commit: {
          aggregates: [writeOf(found.value, next.value)],
          events: [{ partnerId, subjectId, version: version + 1, at, event }]
        },
        answer: true
      }
    })
  )

/** Takes down what became of one secret. */
type Note = (found: "resealed" | "kept" | "refused", name: string) => Effect.Effect<void>

const resealAll = <State>(parts: Parts, sealed: Sealed<State>, purpose: ResealPurpose, note: Note) =>
  Stream.runForEach(Stream.filter(parts.states.all(sealed.concept), sealed.hasSecret), (state) =>
    renewRecord(parts, sealed, sealed.concept.nameOf(state), purpose).pipe(
      Effect.map((isRenewed) => (isRenewed ? ("resealed" as const) : ("kept" as const))),
      Effect.catchTag("VaultRefused", () => Effect.succeed("refused" as const)),
      Effect.flatMap((found) => note(found, sealed.titleOf(state)))
    )
  )

const runResealing = Effect.fn("Resealing.run")(function* (
  parts: Parts,
  purpose: ResealPurpose,
  progress: (looked: number) => Effect.Effect<void> = () => Effect.void
) {
  const { blobs, dataKeys, service } = parts
  const rewrapped = purpose === "check" ? 0 : yield* rewrapAll(parts)
  const refused: Array<string> = []
  let [total, resealed] = [0, 0]
  const note: Note = Effect.fnUntraced(function* (found, name) {
    total += 1
    if (found === "resealed") resealed += 1
    if (found === "refused") refused.push(name)
    if (total % 100 === 0) yield* progress(total)
  })
  yield* resealAll(parts, sealedKeys, purpose, note)
  yield* resealAll(parts, sealedEndpoints, purpose, note)
  yield* resealAll(parts, sealedWallets, purpose, note)
  yield* resealAll(parts, sealedCodeSecrets, purpose, note)
  if (Option.isSome(blobs))
    yield* Stream.runForEach(blobs.value.reseal(purpose), ({ folder, found }) =>
      note(found, `documents of ${folder.ownerId}`)
    )

  const left: { [keyId: string]: number } = {}
  for (const { id, keyId } of yield* dataKeys.all) {
    left[keyId] = (left[keyId] ?? 0) + 1
    if (purpose === "reseal" && keyId !== service.keyId)
      refused.push(`data key ${id}, which needs the master key ${keyId}`)
  }
  return { keyId: service.keyId, dataKeys: left, rewrapped, resealed, total, refused }
})
