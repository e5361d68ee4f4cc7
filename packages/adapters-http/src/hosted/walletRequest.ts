import {
  type ChainNetworks,
  type IssuedCryptoInvoice,
  remainingMinor,
  scaleOf
} from "@quittance/core/adapter"

/**
 * What is still to be sent as a payment request that wallets of EVM networks read (EIP-681): the token, its chain, who
 * gets it and how many of its smallest units. `null` where the token's contract is not known to us, and on TRON: its
 * wallets have no such form in common, and some refuse an address with anything around it.
 */
export const walletRequest = (
  invoice: IssuedCryptoInvoice,
  { decimals, requestable }: ChainNetworks["Service"]
): string | null => {
  const { order } = invoice
  const token = requestable?.(order.network)
  if (token === undefined) return null
  const unit = 10n ** BigInt(decimals(order.network) - scaleOf[order.currency])
  const units = remainingMinor(invoice) * unit
  return `ethereum:${token.address}@${token.chainId}/transfer?address=${order.address}&uint256=${units}`
}
