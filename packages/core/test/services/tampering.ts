import { assert } from "@effect/vitest"
import { Auditor } from "@quittance/core"
import type { MemoryState } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Deployment, type DeploymentOptions, Memory, testIn } from "./Deployment.ts"

/** What somebody may do to a store behind our back, and that the audit says it. */

/** `Names` are of what lives in the store. */
export type Tamper<Names> = (state: MemoryState, names: Names) => void

/** What is done to the store, and what the audit then says. */
export interface Tampering<Names> {
  readonly [what: string]: readonly [Tamper<Names>, RegExp]
}

export const verified = Effect.flatMap(Auditor, (auditor) => auditor.verify)

export const removeFrom = <A>(map: Map<string, A>, matches: (value: A) => boolean): void => {
  const found = [...map].filter(([, value]) => matches(value))
  assert.lengthOf(found, 1)
  for (const [key] of found) map.delete(key)
}

export const changeOnly = <A>(
  map: Map<string, { readonly state: A; readonly version: number }>,
  isMeant: (state: A) => boolean,
  change: (state: A) => A
): void => {
  const found = [...map].filter(([, { state }]) => isMeant(state))
  assert.lengthOf(found, 1)
  for (const [key, { state, version }] of found) map.set(key, { version, state: change(state) })
}

/** Registers a test for each way to tamper with what lived: the audit has to say it. */
export const noticing = <Names>(
  lived: Effect.Effect<Names, unknown, Deployment>,
  tampering: Tampering<Names>,
  options: DeploymentOptions = {}
): void => {
  for (const [what, [tamper, said]] of Object.entries(tampering)) {
    testIn(options)(`notices that ${what}`, function* () {
      tamper(yield* Memory, yield* lived)
      const { faults } = yield* verified
      assert.isTrue(
        faults.some((fault) => said.test(fault)),
        faults.join("\n")
      )
    })
  }
}
