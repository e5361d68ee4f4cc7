import type { Step } from "../Step.ts"

/** A store knows where its server's links lead. */
export const step15: Step = {
  version: 15,
  columns: { meta: ['public_url text COLLATE "C"'] }
}
