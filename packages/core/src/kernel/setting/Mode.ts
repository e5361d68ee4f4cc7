import { Schema } from "effect"

/** Whether money is real. */
export const Mode = Schema.Literals(["sandbox", "live"])
export type Mode = typeof Mode.Type
