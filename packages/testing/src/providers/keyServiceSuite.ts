import { assert } from "@effect/vitest"
import { KeyService, type WrappedKey } from "@quittance/core/adapter"
import { Effect, type Layer, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** Master keys: whoever has the same key unwraps what was wrapped, in its own context. Nobody else can. */

const dataKey = Uint8Array.from({ length: 32 }, (_, index) => 7 * index + 1)

const wrapped = Effect.fnUntraced(function* (context: string) {
  const { keyId, wrap } = yield* KeyService
  const named: WrappedKey = { keyId: Option.some(keyId), wrapped: yield* wrap(dataKey, context), context }
  return named
})

const unwrap = (key: WrappedKey) => Effect.flatMap(KeyService, (service) => service.unwrap(key))

const refused = (key: WrappedKey) =>
  Effect.map(Effect.flip(unwrap(key)), ({ _tag }) => assert.strictEqual(_tag, "KeyRefused"))

/** `again` is the same master key in another process, `otherKey` another master key. */
export const keyServiceChecks = (
  again: Layer.Layer<KeyService, unknown>,
  otherKey: Layer.Layer<KeyService, unknown>
) =>
  ({
    "what was wrapped is unwrapped, also by another process with the same master key": Effect.gen(
      function* () {
        const key = yield* wrapped("context")
        assert.deepStrictEqual(new Uint8Array(yield* unwrap(key)), dataKey)
        const elsewhere = yield* Effect.provide(unwrap(key), again)
        assert.deepStrictEqual(new Uint8Array(elsewhere), dataKey)
      }
    ),

    "another context is refused": Effect.gen(function* () {
      const key = yield* wrapped("data key 1")
      for (const context of ["data key 2", "", "data key 1 "]) yield* refused({ ...key, context })
    }),

    "another master key is refused, and has another id": Effect.gen(function* () {
      const key = yield* wrapped("context")
      yield* Effect.provide(refused(key), otherKey)
      const other = yield* Effect.provide(KeyService, otherKey)
      assert.notStrictEqual(Option.getOrThrow(key.keyId), other.keyId)
      yield* refused({ ...key, keyId: Option.some(other.keyId) })
    }),

    "what was changed or cut is refused": Effect.gen(function* () {
      const key = yield* wrapped("context")
      const half = key.wrapped.slice(0, key.wrapped.length / 2)
      for (const text of [half, "", "not wrapped", `${key.wrapped}${key.wrapped}`])
        yield* refused({ ...key, wrapped: text })
    }),

    "a key id stays, can be printed, and two wrappings of a key do not look alike": Effect.gen(function* () {
      const { keyId } = yield* KeyService
      assert.match(keyId, /^[\x21-\x7e]{1,200}$/)
      const elsewhere = yield* Effect.provide(KeyService, again)
      assert.strictEqual(elsewhere.keyId, keyId)
      const [one, two] = [yield* wrapped("context"), yield* wrapped("context")]
      assert.notStrictEqual(one.wrapped, two.wrapped)
    })
  }) satisfies Checks<KeyService>

/** Proves a `KeyService`. */
export const keyServiceSuite = (
  name: string,
  layer: Layer.Layer<KeyService, unknown>,
  again: Layer.Layer<KeyService, unknown>,
  otherKey: Layer.Layer<KeyService, unknown>
): void => suiteOf<KeyService>("key service", keyServiceChecks(again, otherKey))(name, layer)
