import { html } from "@quittance/adapters-http/pages"
import { address, type Cell } from "./Cell.ts"
import type { Look } from "./Look.ts"

/** Those of main chains. A sandbox has nothing there. */
const ofMainChains: Look["explorers"] = {
  tron: "https://tronscan.org/#/transaction/",
  ethereum: "https://etherscan.io/tx/",
  bsc: "https://bscscan.com/tx/",
  polygon: "https://polygonscan.com/tx/"
}

export const explorersOf = (isSandbox: boolean, configured: Look["explorers"] = {}): Look["explorers"] =>
  isSandbox ? configured : { ...ofMainChains, ...configured }

const hashForm = /^(?:0x)?[0-9a-f]{64}$/i

/** A transaction, whole, with the way to an explorer, if its network has one. */
export const transaction = (hash: string | null, network: string): Cell => ({
  ...address(hash),
  shown: (look) => {
    const whole = address(hash).shown(look)
    const explorer = hashForm.test(hash ?? "") ? look.explorers[network] : undefined
    return explorer === undefined
      ? whole
      : html`${whole} <a href="${explorer}${hash}" rel="noreferrer noopener" target="_blank">${look.words.frame.explorer}</a>`
  }
})
