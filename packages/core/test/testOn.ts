import { it } from "@effect/vitest"
import { Effect, type Scope } from "effect"

/** Says once what the tests of a file run on: each of them is a generator, and gets a deployment of its own. */
export const testOn =
  <R>(
    deployment: (test: Effect.Effect<unknown, unknown, R>) => Effect.Effect<unknown, unknown, Scope.Scope>
  ) =>
  (name: string, test: () => Generator<Effect.Effect<unknown, unknown, R>, unknown, never>): void =>
    it.effect(name, () => deployment(Effect.gen(test)))
