import {
  type Deed,
  type Forgotten,
  type LiveNetwork,
  makeOutgoing,
  minorOf,
  type TokenTransfer,
  valueOf
} from "@quittance/adapters-evm/parts"
import {
  ChainWallets,
  chainTransaction,
  formatMinor,
  lookOf,
  type OpenTransaction,
  readBackId,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"

/** A transfer out of a wallet, and where it is. */
interface Outgoing {
  readonly transfer: TokenTransfer
  readonly blockNumber: number
}

/** Whether the journal knows a transaction: it signed it, or recorded its outcome. */
export const makeIsKnown = Effect.gen(function* () {
  const states = yield* StateReader
  const wallets = yield* ChainWallets
  return Effect.fnUntraced(function* (network: string, hash: string) {
    const isOpen = ({ forms }: OpenTransaction): boolean => forms.some((form) => form.hash === hash)
    const settled = states.indexed(chainTransaction, "by_hash", { equal: [network, hash], limit: 1 })
    if ((yield* settled).length > 0 || (yield* wallets.open(network)).some(isOpen)) return true
    // It may have got its outcome between the two reads.
    return (yield* settled).length > 0
  })
})

/**
 * What a wallet of TRON paid without the journal's knowledge. Transactions have no numbers, so only the token's
 * transfers are found; a transaction that moved none of the token is not a payout. A transfer that equals a signed,
 * open payout is left to the sender: it is that payout's outcome, once the payout's own transaction can never be
 * carried out.
 */
export const forgottenTransfers = (network: LiveNetwork): Forgotten =>
  Effect.fnUntraced(function* (wallet, finalBlock) {
    const { executionOf, name, rpc, token } = network
    const { address, nextNonce } = wallet
    const wallets = yield* ChainWallets
    const isKnown = yield* makeIsKnown
    const found: Array<Outgoing> = []
    const open: Array<string> = []
    const outgoing = yield* makeOutgoing(network, [wallet], { comparedAt: 0 })
    const head = yield* rpc.head("latest")
    yield* outgoing(0, head.number, (transfer, blockNumber) =>
      Effect.map(isKnown(name, transfer.txHash), (known) => {
        if (!known) found.push({ transfer, blockNumber })
      })
    )
    const signed = Map.groupBy(
      (yield* wallets.open(name)).filter((each) => each.wallet === address),
      ({ order }) => lookOf(order)
    )
    const deeds: Array<Deed> = []
    for (const [hash, transfers] of Map.groupBy(found, ({ transfer }) => transfer.txHash)) {
      const [{ blockNumber, transfer }, ...others] = transfers as [Outgoing, ...Array<Outgoing>]
      const { recipient, value } = transfer
      const amountMinor = minorOf(value, token.decimals)
      const payment = others.length === 0 ? { recipient, amountMinor } : { recipient: "", amountMinor: 0n }
      const did = `moves ${transfers
        .map(
          (each) =>
            `${formatMinor(minorOf(each.transfer.value, token.decimals), "USDT")} USDT to ${each.transfer.recipient}`
        )
        .join(", ")}`
      if (blockNumber > finalBlock) {
        open.push(
          `transaction ${hash} of wallet ${address} ${did}; this store does not know it, and it is not final yet: reconcile again later`
        )
        continue
      }
      const own = signed.get(lookOf(payment))?.shift()
      if (own !== undefined) {
        open.push(
          `transaction ${hash} of wallet ${address} ${did}, like payout ${own.order.payoutId}, which is signed: it counts as its outcome once the transactions signed here have expired`
        )
        continue
      }
      const execution = Option.getOrUndefined(yield* executionOf(hash))
      const block = Option.getOrUndefined(yield* rpc.block(blockNumber))
      if (execution === undefined || block === undefined) {
        open.push(
          `no node says what transaction ${hash} of wallet ${address} cost, and nothing after it is read back`
        )
        break
      }
      deeds.push({
        wallet: address,
        nonce: nextNonce + deeds.length,
        at: block.timestamp,
        transactionIndex: deeds.length,
        outcome: { _tag: "completed", hash, blockNumber, costWei: execution.costWei, reason: "" },
        order: {
          ...{
            id: readBackId(name, hash),
            partnerId: name,
            payoutId: "",
            payoutPartnerId: "",
            sendBefore: Option.none()
          },
          ...{ purpose: others.length === 0 ? "payout" : "other", ...payment },
          ...{ contract: "", data: "", createdAt: block.timestamp }
        },
        isPayment: others.length === 0 && valueOf(amountMinor, token.decimals) === value,
        did
      })
    }
    return { wallet, deeds, open }
  })
