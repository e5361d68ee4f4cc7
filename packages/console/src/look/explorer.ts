import { type Html, html } from "@quittance/adapters-http/pages"
import type { Cell } from "./Cell.ts"
import type { Look } from "./Look.ts"

/** Where transactions of public networks can be looked at, by the network's name. */
const explorers: { readonly [network: string]: string } = {
  tron: "https://tronscan.org/#/transaction/",
  ethereum: "https://etherscan.io/tx/",
  bsc: "https://bscscan.com/tx/",
  polygon: "https://polygonscan.com/tx/"
}

const hashForm = /^(?:0x)?[0-9a-f]{64}$/i

/** A transaction, whole, with the way to an explorer; in a sandbox there is nothing to see there. */
export const transaction = (hash: string, network: string): Cell => ({
  shown: ({ isSandbox, words }: Look): Html => {
    const explorer = isSandbox || !hashForm.test(hash) ? undefined : explorers[network]
    return explorer === undefined
      ? html`<code class="address">${hash}</code>`
      : html`<code class="address">${hash}</code> <a href="${explorer}${hash}" rel="noreferrer noopener" target="_blank">${words.frame.explorer}</a>`
  },
  csv: () => hash
})
