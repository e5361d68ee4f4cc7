/** A transfer as the bank keeps it. One that was withdrawn before its order is kept too: it stays unsent. */
interface Transfer {
  readonly status: "sent" | "refused" | "withdrawn"
  readonly number: string
}

/** What a transfer is ordered with. */
export interface BankOrder {
  readonly amountMinor: bigint
  readonly address: string
  readonly network: string
  /** The customer's own text, shown on statements. */
  readonly label: string
}

/** A line of a statement. */
export interface SentTransfer extends BankOrder {
  readonly name: string
  readonly at: number
}

export interface BankAnswer {
  readonly status: number
  readonly transfer?: Transfer
}

/**
 * A pretend bank, spoken to as over HTTP. Its clients name their transfers, which every processing side must
 * offer:
 *
 * - `PUT /transfers/{name}` orders it: 201 sent, 200 known before, 422 refused, 410 withdrawn
 * - `GET /transfers/{name}` shows it: 200, or 404
 * - `DELETE /transfers/{name}` withdraws it for good: 204, or 409 when it was sent
 *
 * An answer can get lost on the way back, as on every network. The transfer is made all the same.
 */
export class Bank {
  readonly log: Array<string> = []
  readonly #transfers = new Map<string, Transfer>()
  /** The transfers that left, in their order. */
  readonly #sent: Array<SentTransfer> = []
  #lost = false

  loseNextAnswer(): void {
    this.#lost = true
  }

  /** How many transfers of that name, or with that label, left the bank. */
  sentCount(nameOrLabel: string): number {
    return this.#sent.filter(({ label, name }) => name === nameOrLabel || label === nameOrLabel).length
  }

  /** Every transfer as those who got it see it, with what the bank names it by. */
  received() {
    return this.#sent.map(({ address, amountMinor, name, network }) => ({
      reference: name,
      hash: this.#transfers.get(name)?.number ?? "",
      network,
      address,
      amountMinor
    }))
  }

  /** `GET /statement?since=`: what left since then. */
  async statement(since: number): Promise<ReadonlyArray<SentTransfer>> {
    return this.#sent.filter(({ at }) => at >= since)
  }

  async request(method: "PUT" | "GET" | "DELETE", path: string, order?: BankOrder): Promise<BankAnswer> {
    const name = path.replace("/transfers/", "")
    const answer = this.#answer(method, name, order)
    const lost = this.#lost
    this.#lost = false
    this.log.push(`${method} ${lost ? "answer lost" : answer.status}`)
    if (lost) throw new Error("the connection to the bank broke")
    return answer
  }

  #answer(method: "PUT" | "GET" | "DELETE", name: string, order?: BankOrder): BankAnswer {
    const known = this.#transfers.get(name)
    switch (method) {
      case "PUT": {
        if (known !== undefined) return { status: statusOfKnown(known), transfer: known }
        if (order === undefined || order.amountMinor > 1_000_000_000n)
          return { status: 422, transfer: this.#keep(name, "refused") }
        this.#sent.push({ ...order, name, at: Date.now() })
        return { status: 201, transfer: this.#keep(name, "sent") }
      }
      case "GET":
        return known === undefined ? { status: 404 } : { status: 200, transfer: known }
      case "DELETE":
        if (known?.status === "sent") return { status: 409, transfer: known }
        return { status: 204, transfer: known ?? this.#keep(name, "withdrawn") }
    }
  }

  #keep(name: string, status: Transfer["status"]): Transfer {
    const transfer = { status, number: `bank-${this.#transfers.size + 1}` }
    this.#transfers.set(name, transfer)
    return transfer
  }
}

const statusOfKnown = ({ status }: Transfer): number =>
  status === "sent" ? 200 : status === "refused" ? 422 : 410
