import type { FoundTransfer } from "@quittance/core/adapter"
import type { Block } from "../rpc/ChainData.ts"
import type { TokenTransfer } from "./TokenTransfer.ts"

/** A transfer to an address of this store. */
export interface OwnTransfer {
  readonly found: FoundTransfer
  readonly key: string
}

/** A block whose transfers were read. */
export interface ReadBlock extends Block {
  /** All transfers of the token in it. */
  readonly keys: ReadonlySet<string>
  readonly own: ReadonlyArray<OwnTransfer>
}

/**
 * Distinguishes a transfer, with the content of its log, from all others in its block. Its position may be wrong
 * where a log was left out.
 */
export const keyOf = ({ logIndex, recipient, txHash, value }: TokenTransfer): string =>
  `${logIndex} ${txHash} ${recipient} ${value}`
