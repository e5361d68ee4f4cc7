import type { Step } from "./Step.ts"
import { step11 } from "./steps/step11.ts"
import { step12 } from "./steps/step12.ts"
import { step13 } from "./steps/step13.ts"
import { step14 } from "./steps/step14.ts"
import { step15 } from "./steps/step15.ts"
import { step16 } from "./steps/step16.ts"
import { step17 } from "./steps/step17.ts"

/** The version of a store without steps. Such stores call it 1, because their steps were to be counted from there. */
export const firstVersion = 10

/** What follows version 1, a step for each version. Append only. */
export const steps: ReadonlyArray<Step> = [step11, step12, step13, step14, step15, step16, step17]

/** The version after these steps. */
export const versionAfter = (taken: ReadonlyArray<Step>): number => taken.at(-1)?.version ?? firstVersion

/** The version that this program works with. */
export const schemaVersion = versionAfter(steps)
