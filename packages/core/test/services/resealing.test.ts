import { assert, describe, it } from "@effect/vitest"
import {
  AesGcmVault,
  ApiKeys,
  EnvelopeVault,
  Ids,
  LocalKeyService,
  MemoryStore,
  Quittance,
  StoreUnavailable
} from "@quittance/core"
import {
  ChainWallets,
  concepts,
  DataKeys,
  emptyMemoryState,
  KeyService,
  type MemoryState,
  OperatorKeys,
  Resealing,
  StateReader,
  Store,
  Vault,
  WebhookEndpoints,
  walletKeyContext,
  webhookEndpoint as webhookEndpoints
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"

const key = (byte: string): string => btoa(byte.repeat(32))
const [first, second, third] = [key("1"), key("2"), key("3")]

/** Everything over one state, as a process with these master keys; `vault` in place of the store's own. */
const process = (
  state: MemoryState,
  [current = "", ...previous]: ReadonlyArray<string>,
  vault: Layer.Layer<Vault, unknown, KeyService | DataKeys> = EnvelopeVault.layer
) =>
  Layer.fresh(
    Layer.mergeAll(Resealing.layer, WebhookEndpoints.layer, Quittance.layer).pipe(
      Layer.provideMerge(vault),
      Layer.provideMerge(
        Layer.mergeAll(MemoryStore.layerOver(state), Ids.layer, LocalKeyService.layer(current, previous))
      )
    )
  )

const target = { url: "https://shop.example/hook", events: [] }

/** A key, an endpoint with a secret that was rotated, and a wallet. */
const filled = Effect.gen(function* () {
  const made = yield* Effect.flatMap(ApiKeys, (keys) => keys.create({ partner: "shop" }))
  const endpoints = yield* WebhookEndpoints
  const { partnerId } = made
  const { endpoint } = yield* endpoints.register({
    partnerId,
    family: "fiat",
    target,
    switch: "enabled",
    secret: undefined
  })
  yield* endpoints.rotateSecret(partnerId, endpoint.order.id)
  const wallets = yield* ChainWallets
  const vault = yield* Vault
  const sealedKey = yield* vault.seal("0xprivate", walletKeyContext("ethereum", "0xwallet"))
  yield* wallets.addWallet({ address: "0xwallet", partnerId: "ethereum", sealedKey, nextNonce: 0 })
  // Its key is outside, so there is nothing to seal, as with an operator key.
  yield* wallets.addWallet({ address: "0xoutside", partnerId: "bsc", sealedKey: "", nextNonce: 0 })
  yield* OperatorKeys.use((keys) => keys.create({}))
  return { made, partnerId, endpointId: endpoint.order.id }
})

type Filled = Effect.Success<typeof filled>

/** Whether the secrets can be used: the key of a request, and the two keys that sign a webhook. */
const served = Effect.fnUntraced(function* ({ endpointId, made, partnerId }: Filled) {
  const found = yield* Effect.flatMap(ApiKeys, (keys) => keys.byPublicKey(made.publicKey))
  const endpoints = yield* WebhookEndpoints
  const signing = yield* endpoints.signingKeys(yield* endpoints.get(partnerId, endpointId))
  const [wallet] = yield* Effect.flatMap(ChainWallets, (wallets) => wallets.wallets("ethereum"))
  const vault = yield* Vault
  const walletKey = yield* vault.open(wallet?.sealedKey ?? "", walletKeyContext("ethereum", "0xwallet"))
  return { secret: Option.map(found, ({ secret }) => secret), signing: signing.length, walletKey }
})

const asBefore = ({ made }: Filled) => ({
  secret: Option.some(made.secret),
  signing: 2,
  walletKey: "0xprivate"
})

const reseal = Effect.flatMap(Resealing, (resealing) => resealing.run("reseal"))
const check = Effect.flatMap(Resealing, (resealing) => resealing.run("check"))

/** As a store was sealed before there were data keys. */
const direct = AesGcmVault.layer(first)

describe("a reseal", () => {
  it.effect("brings secrets of the form before and data keys under the new master key", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      const old = yield* Effect.provide(filled, process(state, [first], direct))
      const both = process(state, [second, first])
      const before = yield* Effect.provide(check, both)
      assert.deepStrictEqual([before.resealed, before.total], [3, 3])
      assert.deepStrictEqual(yield* Effect.provide(served(old), both), asBefore(old))
      const report = yield* Effect.provide(reseal, both)
      assert.deepStrictEqual([report.resealed, report.total, report.refused.length], [3, 3, 0])
      assert.deepStrictEqual(yield* Effect.provide(served(old), process(state, [second])), asBefore(old))
      const again = yield* Effect.provide(reseal, process(state, [second]))
      assert.deepStrictEqual([again.resealed, again.rewrapped], [0, 0])
      assert.deepStrictEqual(Object.keys(again.dataKeys), [again.keyId])

      const report2 = yield* Effect.provide(reseal, process(state, [third, second]))
      assert.deepStrictEqual([report2.resealed, report2.rewrapped], [0, 1])
      assert.deepStrictEqual(yield* Effect.provide(served(old), process(state, [third])), asBefore(old))
    })
  )

  it.effect("makes a data key of its own, so that nothing new is sealed under one of before", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      yield* Effect.provide(filled, process(state, [first]))
      yield* Effect.provide(reseal, process(state, [second, first]))
      const [one, two, ...rest] = [...state.dataKeys.keys()]
      assert.deepStrictEqual(rest, [])
      const sealed = yield* Effect.provide(
        Effect.flatMap(Vault, (vault) => vault.seal("secret", "context")),
        process(state, [second])
      )
      assert.include(sealed, `v2.${two}.`)
      assert.notInclude(sealed, `v2.${one}.`)
    })
  )

  it.effect("that is cut off after any step leaves everything usable, and the next run finishes it", () =>
    Effect.gen(function* () {
      for (let steps = 0; steps < 7; steps++) {
        const state = emptyMemoryState()
        const old = yield* Effect.provide(filled, process(state, [first], direct))
        // A data key under the old master key as well.
        yield* Effect.provide(check, process(state, [first]))
        let left = steps
        const dying = <A, E>(write: Effect.Effect<A, E>) =>
          Effect.suspend(
            (): Effect.Effect<A, E | StoreUnavailable> =>
              left-- > 0
                ? write
                : Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "dead" }))
          )
        const cut = Effect.gen(function* () {
          const [store, keys] = [yield* Store, yield* DataKeys]
          return yield* reseal.pipe(
            Effect.provide(Layer.fresh(Resealing.layer)),
            Effect.provideService(Store, { ...store, commit: (commit) => dying(store.commit(commit)) }),
            Effect.provideService(DataKeys, {
              ...keys,
              add: (each) => dying(keys.add(each)),
              rewrap: (each, before) => dying(keys.rewrap(each, before))
            })
          )
        })
        const exit = yield* Effect.exit(Effect.provide(cut, process(state, [second, first])))
        assert.strictEqual(exit._tag, steps < 5 ? "Failure" : "Success", `${steps} steps`)
        const both = process(state, [second, first])
        assert.deepStrictEqual(yield* Effect.provide(served(old), both), asBefore(old))
        const report = yield* Effect.provide(reseal, both)
        assert.deepStrictEqual(report.refused, [])
        assert.deepStrictEqual(yield* Effect.provide(served(old), process(state, [second])), asBefore(old))
      }
    })
  )

  it.effect("does not undo a rotation that comes between its reading and its writing", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      const old = yield* Effect.provide(filled, process(state, [first], direct))
      const both = process(state, [second, first])
      const rotated = yield* Effect.gen(function* () {
        const endpoints = yield* WebhookEndpoints
        const vault = yield* Vault
        const secrets: Array<string> = []
        const busy = Vault.of({
          ...vault,
          renew: Effect.fnUntraced(function* (sealed, context) {
            const renewed = yield* vault.renew(sealed, context)
            if (secrets.length === 0 && context.startsWith("webhook/")) {
              const next = yield* Effect.orDie(endpoints.rotateSecret(old.partnerId, old.endpointId))
              secrets.push(next.secret)
            }
            return renewed
          })
        })
        const report = yield* reseal.pipe(
          Effect.provide(Layer.fresh(Resealing.layer)),
          Effect.provideService(Vault, busy)
        )
        assert.deepStrictEqual(report.refused, [])
        return secrets[0]
      }).pipe(Effect.provide(both))
      const kept = yield* Effect.gen(function* () {
        const states = yield* StateReader
        const { state: endpoint } = Option.getOrThrow(
          yield* states.get(webhookEndpoints, old.partnerId, old.endpointId)
        )
        const vault = yield* Vault
        return yield* vault.open(endpoint.sealedSecret, `webhook/${old.endpointId}`)
      }).pipe(Effect.provide(process(state, [second])))
      assert.strictEqual(kept, rotated)
    })
  )

  it.effect("is not noticed by a process that serves with both keys, nor by its new secrets", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      const old = yield* Effect.provide(filled, process(state, [first], direct))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* served(old), asBefore(old))
        yield* Effect.provide(reseal, process(state, [second, first]))
        assert.deepStrictEqual(yield* served(old), asBefore(old))
        // Sealed by a process that has the new master key only.
        const made = yield* Effect.provide(
          Effect.flatMap(ApiKeys, (keys) => keys.create({ partner: "shop" })),
          process(state, [second])
        )
        const other = { ...old, made }
        assert.deepStrictEqual(yield* served(other), asBefore(other))
      }).pipe(Effect.provide(process(state, [second, first])))
    })
  )

  it.effect("names what it cannot open, and leaves it as it was", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      const { made } = yield* Effect.provide(filled, process(state, [third], AesGcmVault.layer(third)))
      const report = yield* Effect.provide(reseal, process(state, [second, first]))
      assert.strictEqual(report.refused.length, 3)
      assert.include(report.refused[0], made.id)
      assert.strictEqual(report.resealed, 0)
    })
  )
})

describe("what a concept seals", () => {
  it("is renewed by a reseal, or its secrets are lost with the old master key", () => {
    const sealing = concepts.filter((each) => {
      const fields =
        "order" in each ? Object.assign({}, each.recorded, ...Object.values(each.states)) : each.changing
      return JSON.stringify(Object.keys(fields)).includes('"sealed')
    })
    assert.deepStrictEqual(
      sealing.map(({ name }) => name),
      ["WebhookEndpoint", "ApiKey", "ChainWallet", "Credentials"]
    )
  })
})

describe("a vault", () => {
  it.effect("without the master key of a data key is not built, and says which one it needs", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      yield* Effect.provide(filled, process(state, [first]))
      const failure = yield* Effect.flip(Effect.provide(check, process(state, [second])))
      const [held] = state.dataKeys.values()
      const { keyId } = yield* LocalKeyService.make(second)
      assert.strictEqual(
        failure instanceof Error && failure.message,
        `the master key ${held?.keyId} is needed to open what is sealed, and the configured one is ${keyId}`
      )
    })
  )

  it.effect("asks the key service when it is built, and for no secret after that", () =>
    Effect.gen(function* () {
      const state = emptyMemoryState()
      let asked = 0
      const counting = Layer.effect(
        KeyService,
        Effect.map(LocalKeyService.make(first), (service) => ({
          ...service,
          unwrap: (wrapped: Parameters<typeof service.unwrap>[0]) => {
            asked += 1
            return service.unwrap(wrapped)
          }
        }))
      )
      const layer = EnvelopeVault.layer.pipe(
        Layer.provide(Layer.merge(counting, MemoryStore.layerOver(state)))
      )
      yield* Effect.gen(function* () {
        const vault = yield* Vault
        for (let each = 0; each < 10; each++)
          yield* vault.open(yield* vault.seal("secret", "context"), "context")
      }).pipe(Effect.provide(layer))
      assert.strictEqual(asked, 1)
    })
  )
})
