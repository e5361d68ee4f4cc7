/** What the links of explorers begin with, by the network's name. */
export interface Explorers {
  readonly [network: string]: string
}

const ofMainChains: Explorers = {
  tron: "https://tronscan.org/#/transaction/",
  ethereum: "https://etherscan.io/tx/",
  bsc: "https://bscscan.com/tx/",
  polygon: "https://polygonscan.com/tx/"
}

/** Those of main chains and of the configuration. A sandbox has nothing on a main chain. */
export const explorersOf = (isSandbox: boolean, configured: Explorers = {}): Explorers =>
  isSandbox ? configured : { ...ofMainChains, ...configured }

const hashForm = /^(?:0x)?[0-9a-f]{64}$/i

/** A transaction's page at an explorer, if its network has one. */
export const explorerLink = (hash: string, network: string, explorers: Explorers): string | null => {
  const start = hashForm.test(hash) ? explorers[network] : undefined
  return start === undefined ? null : `${start}${hash}`
}
