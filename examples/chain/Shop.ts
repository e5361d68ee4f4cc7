import { createHash, createHmac, randomUUID } from "node:crypto"

/** The API's answer was no; its sentence says why. */
export class Refused extends Error {}

export interface Key {
  readonly publicKey: string
  readonly secret: string
}

export interface Invoice {
  readonly id: string
  readonly address: string
  readonly expectedAmount: number
  readonly status: string
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly paymentLink: string
}

export interface Payout {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly fee: number
}

/** A client of the API, as the server of a shop is one. Its key stays with it. */
export class Shop {
  readonly #url: string
  readonly #key: Key
  readonly #network: string

  constructor(url: string, key: Key, network: string) {
    this.#url = url
    this.#key = key
    this.#network = network
  }

  async createInvoice(amount: number): Promise<Invoice> {
    const wish = { amount, network: this.#network, externalId: randomUUID() }
    return (await this.#call<{ readonly invoice: Invoice }>("POST", "invoices", wish)).invoice
  }

  async invoice(id: string): Promise<Invoice> {
    return (await this.#call<{ readonly invoice: Invoice }>("GET", `invoices/${id}`)).invoice
  }

  async createPayout(amount: number, address: string): Promise<Payout> {
    const wish = { amount, address, network: this.#network }
    // A client that repeats a request sends the same key again. This one never repeats.
    return (await this.#call<{ readonly payout: Payout }>("POST", "payouts", wish, randomUUID())).payout
  }

  async payout(id: string): Promise<Payout> {
    return (await this.#call<{ readonly payout: Payout }>("GET", `payouts/${id}`)).payout
  }

  /** What the shop may pay out. */
  async available(): Promise<number> {
    const { balance } = await this.#call<{ readonly balance: { readonly available: number } }>(
      "GET",
      "balance"
    )
    return balance.available
  }

  async #call<Answer>(method: string, resource: string, wish?: object, idempotencyKey = ""): Promise<Answer> {
    const path = `/api/v2/crypto/${resource}`
    const body = wish === undefined ? "" : JSON.stringify(wish)
    const timestamp = String(Date.now())
    const bodyHash = body === "" ? "" : createHash("sha256").update(body).digest("hex")
    const signature = createHmac("sha256", this.#key.secret)
      .update(`${method}${path}${timestamp}${bodyHash}${idempotencyKey}`)
      .digest("hex")
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        "x-api-key": this.#key.publicKey,
        "x-timestamp": timestamp,
        "x-signature": signature,
        "content-type": "application/json",
        ...(idempotencyKey === "" ? {} : { "x-idempotency-key": idempotencyKey })
      },
      ...(body === "" ? {} : { body })
    })
    const answer = (await response.json()) as Answer & { readonly error?: { readonly message: string } }
    if (!response.ok) throw new Refused(answer.error?.message ?? `status ${response.status}`)
    return answer
  }
}
