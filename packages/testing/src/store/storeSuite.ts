import { Ids, type StorePorts } from "@quittance/core"
import { Layer } from "effect"
import { type CheckGroup, type Checks, runSuite } from "../Suite.ts"
import { claimChecks } from "./claimSuite.ts"
import { commitChecks } from "./commitSuite.ts"
import { jobChecks } from "./jobSuite.ts"
import { limitChecks } from "./limitSuite.ts"
import { workQueueChecks } from "./workQueueSuite.ts"

/** Every check of every storage port, by subject. */
export const storeChecks = {
  commits: commitChecks,
  limits: limitChecks,
  claims: claimChecks,
  jobs: jobChecks,
  "work queue": workQueueChecks
} satisfies { readonly [subject: string]: Checks<StorePorts | Ids> }

const groups: ReadonlyArray<CheckGroup<StorePorts | Ids>> = Object.entries(storeChecks).map(
  ([subject, checks]) => ({ subject, checks })
)

/**
 * Proves that an adapter keeps every promise of every storage port. All checks run on one build of the layer, one after
 * the other; nobody else may claim jobs on that store meanwhile. There is nothing to opt out of.
 */
export const storeSuite = (name: string, layer: Layer.Layer<StorePorts, unknown>): void =>
  runSuite(`storage ports (${name})`, Layer.merge(layer, Ids.layer), groups)
