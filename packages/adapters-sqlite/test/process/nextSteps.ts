/** The steps of the program of the next version: one more, with everything that a step can have. */
import * as today from "../../src/schema/steps.ts"
import { sampleStep } from "../schema/sampleStep.ts"

export const { firstVersion, versionAfter } = today
export const steps = [...today.steps, sampleStep(today.schemaVersion + 1)]
export const schemaVersion = versionAfter(steps)
