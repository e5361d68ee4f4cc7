import { explorerLink, type Html, html } from "@quittance/adapters-http/pages"
import type { Cell } from "./Cell.ts"
import type { Look } from "./Look.ts"

/** A transaction, whole, with the way to an explorer; in a sandbox there is nothing to see there. */
export const transaction = (hash: string, network: string): Cell => ({
  shown: ({ isSandbox, words }: Look): Html => {
    const explorer = explorerLink(hash, network, { sandbox: isSandbox })
    return explorer === null
      ? html`<code class="address">${hash}</code>`
      : html`<code class="address">${hash}</code> <a href="${explorer}" rel="noreferrer noopener" target="_blank">${words.frame.explorer}</a>`
  },
  csv: () => hash
})
