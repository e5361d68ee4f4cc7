/** A transfer as the bank keeps it. One that was withdrawn before its order is kept too: it stays unsent. */
interface Transfer {
  readonly status: "sent" | "refused" | "withdrawn"
  readonly reference: string
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
  /** The names of the transfers that left, in their order. */
  readonly #sent: Array<string> = []
  #lost = false

  loseNextAnswer(): void {
    this.#lost = true
  }

  /** How many transfers of that name left the bank. */
  sentCount(name: string): number {
    return this.#sent.filter((each) => each === name).length
  }

  async request(method: "PUT" | "GET" | "DELETE", path: string, amount = "0"): Promise<BankAnswer> {
    const name = path.replace("/transfers/", "")
    const answer = this.#answer(method, name, amount)
    const lost = this.#lost
    this.#lost = false
    this.log.push(`${method} ${lost ? "answer lost" : answer.status}`)
    if (lost) throw new Error("the connection to the bank broke")
    return answer
  }

  #answer(method: "PUT" | "GET" | "DELETE", name: string, amount: string): BankAnswer {
    const known = this.#transfers.get(name)
    switch (method) {
      case "PUT": {
        if (known !== undefined) return { status: statusOfKnown(known), transfer: known }
        if (Number(amount) > 1000) return { status: 422, transfer: this.#keep(name, "refused") }
        this.#sent.push(name)
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
    const transfer = { status, reference: `bank-${this.#transfers.size + 1}` }
    this.#transfers.set(name, transfer)
    return transfer
  }
}

const statusOfKnown = ({ status }: Transfer): number =>
  status === "sent" ? 200 : status === "refused" ? 422 : 410
