import { addressBlock } from "@quittance/core/adapter"

/** The unit by which clients are counted: an IPv4 address by itself, an IPv6 address by its /64. */
export const clientNetwork = (address: string): string => addressBlock(address, 64)

/** The /48 of an IPv6 address: the block of one site, which contains 65 536 networks. */
export const clientSite = (address: string): string | undefined => {
  const site = addressBlock(address, 48)
  return site.endsWith("/48") ? site : undefined
}

/** How a client without a key is counted; unknown if the host provides no address. */
export interface Visitor {
  readonly address: string | undefined
  readonly site: string | undefined
}

export const visitorAt = (address: string): Visitor => ({
  address: address === "" ? undefined : clientNetwork(address),
  site: clientSite(address)
})
