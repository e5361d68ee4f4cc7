import type { StoreUnavailable } from "@quittance/core"
import { Context, Effect, type Option } from "effect"

/** A key of the deployment's operator, as far as a request is admitted by it. */
export interface OperatorKey {
  readonly id: string
  /** CIDR blocks; empty means from anywhere. */
  readonly allowedIps: ReadonlyArray<string>
}

/** Finds the operator key that is this text: known, of this mode, not revoked, not expired. There are none unless provided. */
export const OperatorKeys = Context.Reference<
  (key: string) => Effect.Effect<Option.Option<OperatorKey>, StoreUnavailable>
>("@quittance/adapters-http/access/OperatorKeys", { defaultValue: () => () => Effect.succeedNone })
