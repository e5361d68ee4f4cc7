import type { Step } from "../Step.ts"

/** A store knows where its server's links lead. */
export const step16: Step = {
  version: 16,
  columns: { meta: ["public_url TEXT"] }
}
