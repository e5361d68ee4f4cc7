import { Worker } from "@quittance/core"
import { Effect } from "effect"
import type { Act } from "../Part.ts"

/** A process works off what is due. */
export const drain: Act = {
  name: "drain",
  effect: Effect.flatMap(Worker, (worker) => Effect.map(worker.drain, (count) => `${count} jobs`))
}
