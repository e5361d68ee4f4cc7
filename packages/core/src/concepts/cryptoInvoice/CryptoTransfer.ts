import { Option, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import { added, count, instant, money, optional, packed, text } from "../../kernel/concept/Field.ts"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import type { TokenAmount } from "../../kernel/money/TokenAmount.ts"
import { transferClaimKey } from "../chain/chainNames.ts"
import type { TransferNamed } from "../chain/Transfer.ts"

/**
 * A transfer to the address of a crypto invoice, recorded once per network, transaction and log index. It is
 * written by the commits of its invoice, and changes only together with the invoice's own state.
 *
 *     seen ⇄ dropped
 *      │ ↖
 *      ↓   ╲
 *     credited → reversed → seen
 */

/** See `cryptoTransferId`. */
export type CryptoTransferId = string

/** The stored fields of a transfer. */
export const cryptoTransfer = concept({
  name: "CryptoTransfer",
  noun: "transfer",
  table: "crypto_transfers",
  order: {
    id: text,
    partnerId: text,
    invoiceId: text,
    network: text,
    /** Unique per network, with its log index, by a claim. */
    txHash: text,
    logIndex: count
  },
  recorded: {
    /** Rounded down. */
    amountMinor: money,
    /**
     * What the network's own units have beyond that, as in `TokenAmount`. None if there is nothing, and of a transfer
     * that was recorded before rests were.
     */
    rest: added(
      13,
      optional(
        packed<bigint>(Schema.BigInt, { pack: (rest) => String(rest), unpack: (text) => BigInt(text) })
      )
    ),
    confirmations: count,
    /** When the network first showed it (the block time if there is one). */
    seenAt: instant,
    /** None if it was not credited since it was seen, or before these instants were recorded. */
    creditedAt: added(13, optional(instant))
  },
  states: {
    /** In transit. */
    seen: {},
    /** Final: its net amount is in the balance. */
    credited: {
      /** The fee charged when it was credited. */
      feeMinor: money
    },
    /** Removed by a reorganisation before it was credited. */
    dropped: {},
    /** Removed by a reorganisation after it was credited, and written off. */
    reversed: {}
  },
  indexes: {
    /** For the newest transfers of an invoice. */
    by_invoice: { on: ["partnerId", "invoiceId", "seenAt", "id"] }
  }
})

/** Fixed when the transfer is first seen. */
export interface CryptoTransferOrder extends OrderOf<typeof cryptoTransfer> {}

/** A transfer that was seen. */
export type CryptoTransfer = StateOf<typeof cryptoTransfer>

export const amountOfTransfer = ({
  amountMinor,
  rest
}: Pick<CryptoTransfer, "amountMinor" | "rest">): TokenAmount => ({
  amountMinor,
  rest: Option.getOrElse(rest, () => 0n)
})

/** The invoice at whose address a transfer arrives. */
interface Target {
  readonly id: string
  readonly partnerId: string
  readonly network: string
}

/**
 * The id of the invoice and a digest of the transfer's name: a command finds its transfer without a search. The
 * name itself may hold anything that a network calls a hash.
 */
export const cryptoTransferId = (
  { id, network }: Target,
  { logIndex, txHash }: TransferNamed
): CryptoTransferId => `${id}-${sha256Hex(transferClaimKey(network, txHash, logIndex)).slice(0, 32)}`

/** Whether an id is that of a transfer of this invoice. */
export const isTransferOf = (invoiceId: string, id: CryptoTransferId): boolean =>
  id.startsWith(`${invoiceId}-`)

export const cryptoTransferOrder = (
  invoice: Target,
  { logIndex, txHash }: TransferNamed
): CryptoTransferOrder => ({
  id: cryptoTransferId(invoice, { logIndex, txHash }),
  partnerId: invoice.partnerId,
  invoiceId: invoice.id,
  network: invoice.network,
  txHash,
  logIndex
})

/** Whether the network still shows it as recorded, so that no command is needed. */
export const isSettled = ({ _tag }: CryptoTransfer, shown: { readonly dropped: boolean }): boolean => {
  switch (_tag) {
    case "seen":
      return false
    case "credited":
      return !shown.dropped
    case "dropped":
    case "reversed":
      return shown.dropped
  }
}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly CryptoTransfer: CryptoTransfer
  }
}
