import type { Hex } from "../hex.ts"
import type { Rpc } from "../rpc/Rpc.ts"

/** A network whose transfers of one token are read. */
export interface WatchedNetwork {
  readonly name: string
  readonly rpc: Rpc["Service"]
  readonly token: Hex
  /** Of the token on this network. */
  readonly decimals: number
  /** The depth at which a deposit is credited; 1 is the head block. */
  readonly confirmations: number
  /** How often it is looked at; a fraction of the time between blocks. */
  readonly pollMillis: number
}
