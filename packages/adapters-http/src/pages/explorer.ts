/** Where transactions of public networks can be looked at, by the network's name. */
const explorers: { readonly [network: string]: string } = {
  tron: "https://tronscan.org/#/transaction/",
  ethereum: "https://etherscan.io/tx/",
  bsc: "https://bscscan.com/tx/",
  polygon: "https://polygonscan.com/tx/"
}

const hashForm = /^(?:0x)?[0-9a-f]{64}$/i

/** A transaction's page there; none in a sandbox, whose networks nobody else sees. */
export const explorerLink = (hash: string, network: string, { sandbox }: { readonly sandbox: boolean }) => {
  const explorer = sandbox || !hashForm.test(hash) ? undefined : explorers[network]
  return explorer === undefined ? null : `${explorer}${hash}`
}
