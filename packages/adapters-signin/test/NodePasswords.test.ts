import { assert, describe, it } from "@effect/vitest"
import { PasswordHasher } from "@quittance/core/adapter"
import { Effect, Exit, Option } from "effect"
import { NodePasswords, type NodePasswordsOptions } from "../src/index.ts"

const on = <A, E>(
  options: NodePasswordsOptions,
  test: (hasher: PasswordHasher["Service"]) => Effect.Effect<A, E>
) => Effect.provide(Effect.flatMap(PasswordHasher, test), NodePasswords.layer(options))

describe("passwords", () => {
  for (const [algorithm, other] of [
    ["argon2id", "scrypt"],
    ["scrypt", "argon2id"]
  ] as const)
    it.effect(`hashed with ${algorithm} are known where new ones are hashed with ${other}`, () =>
      Effect.gen(function* () {
        const password = "пароль 密码 🗝️"
        const hash = yield* on({ algorithm }, (hasher) => hasher.hash(password))
        yield* on({ algorithm: other }, (hasher) =>
          Effect.gen(function* () {
            assert.deepStrictEqual([hash.algorithm, hasher.isCurrent(hash)], [algorithm, false])
            assert.isTrue(yield* hasher.matches(password, Option.some(hash)))
            assert.isFalse(yield* hasher.matches(`${password} `, Option.some(hash)))
          })
        )
        yield* on({ algorithm }, (hasher) =>
          Effect.sync(() => {
            assert.isTrue(hasher.isCurrent(hash))
            const weaker = { ...hash.parameters, [Object.keys(hash.parameters)[0] ?? ""]: 2 }
            assert.isFalse(hasher.isCurrent({ ...hash, parameters: weaker }))
          })
        )
      })
    )

  it.effect("of nobody match nothing, and two hashes of one password differ", () =>
    on({ algorithm: "argon2id" }, (hasher) =>
      Effect.gen(function* () {
        assert.isFalse(yield* hasher.matches("", Option.none()))
        const [one, two] = yield* Effect.all([hasher.hash("same"), hasher.hash("same")])
        assert.notStrictEqual(one.hash, two.hash)
      })
    )
  )

  it.effect("wait in a short line, and beyond it are refused at once", () =>
    on({ algorithm: "argon2id", concurrency: 1, waitingMax: 1 }, (hasher) =>
      Effect.gen(function* () {
        const tries = yield* Effect.all(
          [1, 2, 3, 4].map(() => Effect.exit(hasher.matches("x", Option.none()))),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(tries.map(Exit.isSuccess), [true, true, false, false])
        assert.isFalse(yield* hasher.matches("x", Option.none()))
      })
    )
  )
})
