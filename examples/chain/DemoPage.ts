import { readFile } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type AnvilNode, anvilAccounts, type DemoToken } from "@quittance/testing/chain"
import { type Invoice, type Payout, Refused, type Shop } from "./Shop.ts"

const minorPerUnit = 1_000_000

/** A page with buttons, for one person on this machine. It shows the latest invoice and the latest payout. */
export class DemoPage {
  readonly #node: AnvilNode
  readonly #token: DemoToken
  readonly #shop: Shop
  #invoice: Invoice | undefined
  #payout: Payout | undefined

  constructor(node: AnvilNode, token: DemoToken, shop: Shop) {
    this.#node = node
    this.#token = token
    this.#shop = shop
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
    try {
      // Another website that is open in the same browser must not press the buttons.
      if (!isOfThisPage(request)) answer(403, { error: "only the page itself may ask" })
      else if (request.url === "/" && request.method === "GET") await sendFile("page.html", response)
      else if (request.url === "/page.js" && request.method === "GET") await sendFile("page.js", response)
      else if (request.url === "/state" && request.method === "GET") answer(200, await this.#state())
      else if (request.method === "POST") {
        await this.#act(request.url ?? "", await amountIn(request))
        answer(200, await this.#state())
      } else answer(404, { error: "there is no such page" })
    } catch (error) {
      answer(error instanceof Refused ? 422 : 500, {
        error: error instanceof Error ? error.message : String(error)
      })
    }
  }

  async #act(path: string, amount: number): Promise<void> {
    if (path === "/invoices") this.#invoice = await this.#shop.createInvoice(amount)
    else if (path === "/payments") await this.#payInvoice()
    else if (path === "/payouts")
      this.#payout = await this.#shop.createPayout(amount, anvilAccounts.receiver.address)
    else throw new Refused(`there is no ${path}`)
  }

  /** What a customer does with a wallet of their own: sends the token to the invoice's address. */
  async #payInvoice(): Promise<void> {
    if (this.#invoice === undefined) throw new Refused("Create an invoice first.")
    const { address, expectedAmount } = this.#invoice
    await this.#token.transfer(address, BigInt(Math.round(expectedAmount * minorPerUnit)))
  }

  async #state() {
    if (this.#invoice !== undefined) this.#invoice = await this.#shop.invoice(this.#invoice.id)
    if (this.#payout !== undefined) this.#payout = await this.#shop.payout(this.#payout.id)
    return {
      invoice: this.#invoice,
      payout: this.#payout,
      available: await this.#shop.available(),
      block: Number(await this.#node.rpc("eth_blockNumber"))
    }
  }
}

const sendFile = async (name: "page.html" | "page.js", response: ServerResponse): Promise<void> => {
  const type = name === "page.js" ? "text/javascript" : "text/html"
  response
    .writeHead(200, { "content-type": `${type}; charset=utf-8` })
    .end(await readFile(new URL(name, import.meta.url)))
}

const isOfThisPage = ({ headers: { host, origin } }: IncomingMessage): boolean =>
  host?.startsWith("127.0.0.1:") === true && (origin === undefined || origin === `http://${host}`)

const amountIn = async (request: IncomingMessage): Promise<number> => {
  let body = ""
  for await (const piece of request) {
    body += piece
    if (body.length > 1_000) throw new Refused("That is too long.")
  }
  const amount = body === "" ? undefined : (JSON.parse(body) as { readonly amount?: unknown }).amount
  return typeof amount === "number" ? amount : Number.NaN
}
