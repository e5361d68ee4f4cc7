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
  chainTransaction,
  ChainWallets,
  formatMinor,
  lookOf,
  type OpenTransaction,
  readBackId,
  StateReader
} from "@quittance/core"
import { Effect, Option } from "effect"

/** A transfer out of a wallet, and where it is. */
interface Outgoing {
  readonly transfer: TokenTransfer
  readonly blockNumber: number
}

/** Whether the journal knows a transaction: it signed it, or recorded what became of it. */
export const makeIsKnown = Effect.gen(function* () {
  const states = yield* StateReader
  const wallets = yield* ChainWallets
  return Effect.fnUntraced(function* (network: string, hash: string) {
    const isOpen = ({ forms }: OpenTransaction): boolean => forms.some((form) => form.hash === hash)
    const settled = states.indexed(chainTransaction, "by_hash", { equal: [network, hash], limit: 1 })
    if ((yield* settled).length > 0 || (yield* wallets.open(network)).some(isOpen)) return true
    // It may have got its outcome between the two looks.
    return (yield* settled).length > 0
  })
})

/**
 * What a wallet of TRON paid and the journal does not know. There are no numbers of transactions, so only what the token says is found;
 * what moved none of it is no payout. What does the same as a payout that is signed and open is left to the work of the wallets: it is
 * that payout's outcome, once its own transaction can never be carried out any more.
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
          `transaction ${hash} of wallet ${address} ${did}, as payout ${own.order.payoutId} that is signed: it counts as its outcome when what is signed here has expired`
        )
        continue
      }
      const execution = Option.getOrUndefined(yield* executionOf(hash))
      const block = Option.getOrUndefined(yield* rpc.block(blockNumber))
      if (execution === undefined || block === undefined) {
        open.push(
          `no node says what transaction ${hash} of wallet ${address} cost, and nothing is read back from there on`
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
          ...{ id: readBackId(name, hash), partnerId: name, payoutId: "", payoutPartnerId: "" },
          ...{ purpose: others.length === 0 ? "payout" : "other", ...payment },
          ...{ contract: "", data: "", createdAt: block.timestamp }
        },
        isPayment: others.length === 0 && amountMinor > 0n && valueOf(amountMinor, token.decimals) === value,
        did
      })
    }
    return { wallet, deeds, open }
  })
