import type { Html } from "@quittance/adapters-http/pages"
import type { OperationName } from "@quittance/core/adapter"
import { actLink } from "../look/parts.ts"
import type { Seen } from "./Seen.ts"

/** The way to an act below the base, for who may do it. */
export const actFor = (
  { base, may }: Seen,
  operation: OperationName,
  to: string,
  verb: string,
  kind?: "first" | "second"
): Html | null => (may(operation) ? actLink(`${base}${to}`, verb, kind) : null)
