import { html } from "@quittance/adapters-http/pages"
import { address, type Cell } from "./Cell.ts"

/** Where transactions of public networks can be looked at, by the network's name. */
const explorers: { readonly [network: string]: string } = {
  tron: "https://tronscan.org/#/transaction/",
  ethereum: "https://etherscan.io/tx/",
  bsc: "https://bscscan.com/tx/",
  polygon: "https://polygonscan.com/tx/"
}

const hashForm = /^(?:0x)?[0-9a-f]{64}$/i

/** A transaction, whole, with the way to an explorer; in a sandbox there is nothing to see there. */
export const transaction = (hash: string | null, network: string): Cell => ({
  ...address(hash),
  shown: (look) => {
    const whole = address(hash).shown(look)
    const explorer = look.isSandbox || !hashForm.test(hash ?? "") ? undefined : explorers[network]
    return explorer === undefined
      ? whole
      : html`${whole} <a href="${explorer}${hash}" rel="noreferrer noopener" target="_blank">${look.words.frame.explorer}</a>`
  }
})
