import { explorerLink, html } from "@quittance/adapters-http/pages"
import { address, type Cell } from "./Cell.ts"

/** A transaction, whole, with the way to an explorer; in a sandbox there is nothing to see there. */
export const transaction = (hash: string | null, network: string): Cell => ({
  ...address(hash),
  shown: (look) => {
    const whole = address(hash).shown(look)
    const explorer = hash === null ? null : explorerLink(hash, network, { sandbox: look.isSandbox })
    return explorer === null
      ? whole
      : html`${whole} <a href="${explorer}" rel="noreferrer noopener" target="_blank">${look.words.frame.explorer}</a>`
  }
})
