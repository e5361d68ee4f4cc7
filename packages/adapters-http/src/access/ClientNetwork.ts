import { addressBlock } from "@quittance/core"

/** Whose address it is, for whatever is counted by client: one of IPv4 by itself, one of IPv6 by its /64. */
export const clientNetwork = (address: string): string => addressBlock(address, 64)

/** The /48 that an address of IPv6 lies in: what a provider gives a site, and who rents one has 65 536 networks. */
export const clientSite = (address: string): string | undefined => {
  const site = addressBlock(address, 48)
  return site.endsWith("/48") ? site : undefined
}

/** By what a client is counted that has no key; nothing of it is known where the host tells no address. */
export interface Visitor {
  readonly address: string | undefined
  readonly site: string | undefined
}

export const visitorAt = (address: string): Visitor => ({
  address: address === "" ? undefined : clientNetwork(address),
  site: clientSite(address)
})
