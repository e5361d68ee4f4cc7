import { assert } from "@effect/vitest"
import { Ids } from "@quittance/core"
import { Vault } from "@quittance/core/adapter"
import { Effect, type Layer } from "effect"
import { anyText } from "../generators/textGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"

/** Secrets at rest: a sealed secret can be opened with its own key in its own context, and in no other way. */

const refused = (sealed: string, context: string) =>
  Effect.flatMap(Vault, (vault) =>
    Effect.map(Effect.flip(vault.open(sealed, context)), ({ _tag }) =>
      assert.strictEqual(_tag, "VaultRefused")
    )
  )

/** `otherKey` is a vault of the same kind under another key. */
export const vaultChecks = (otherKey: Layer.Layer<Vault, unknown>) =>
  ({
    "what was sealed is opened in its context": Effect.gen(function* () {
      const vault = yield* Vault
      yield* forAll(anyText(500), (secret) =>
        Effect.gen(function* () {
          const context = `context of ${secret}`
          assert.strictEqual(yield* vault.open(yield* vault.seal(secret, context), context), secret)
        })
      )
    }),

    "another context is refused": Effect.gen(function* () {
      const vault = yield* Vault
      const sealed = yield* vault.seal("secret", "key_1")
      for (const context of ["key_2", "", "key_1 ", "KEY_1"]) yield* refused(sealed, context)
    }),

    "another key is refused": Effect.gen(function* () {
      const vault = yield* Vault
      const sealed = yield* vault.seal("secret", "context")
      yield* Effect.provide(refused(sealed, "context"), otherKey)
    }),

    "a sealed value that was changed or cut anywhere is refused": Effect.gen(function* () {
      const vault = yield* Vault
      const sealed = yield* vault.seal("a secret of some length", "context")
      const opened = Effect.fnUntraced(function* (damaged: string) {
        const exit = yield* Effect.exit(vault.open(damaged, "context"))
        return exit._tag === "Success"
      })
      // Text encodings of bytes may have several spellings of their end, which are the same bytes.
      for (let at = 0; at < sealed.length - 4; at++) {
        const other = sealed.charAt(at) === "A" ? "B" : "A"
        assert.isFalse(yield* opened(sealed.slice(0, at) + other + sealed.slice(at + 1)), `character ${at}`)
        assert.isFalse(yield* opened(sealed.slice(0, at)), `the first ${at} characters`)
      }
      for (const garbage of ["", " ", "not sealed", "💸", `${sealed}${sealed}`])
        yield* refused(garbage, "context")
    }),

    "a sealed value does not show its secret, nor that two are the same": Effect.gen(function* () {
      const vault = yield* Vault
      const ids = yield* Ids
      const secret = yield* ids.token(16)
      const [one, two] = [yield* vault.seal(secret, "context"), yield* vault.seal(secret, "context")]
      assert.notInclude(one, secret)
      assert.notStrictEqual(one, two)
    })
  }) satisfies Checks<Vault | Ids>

/** Proves a `Vault`. `otherKey` is a vault of the same kind under another key. */
export const vaultSuite = (
  name: string,
  layer: Layer.Layer<Vault, unknown>,
  otherKey: Layer.Layer<Vault, unknown>
): void => suiteOf<Vault>("vault", vaultChecks(otherKey))(name, layer)
