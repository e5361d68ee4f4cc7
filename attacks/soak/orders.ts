import type { Book, Kind, Wanted } from "./Book.ts"
import type { Dice } from "./Dice.ts"
import { tronAddress } from "./outside/address.ts"
import type { Partner } from "./Partner.ts"

const networks = ["tron", "tron", "ethereum", "bsc"] as const

const usdt = (cents: number): bigint => BigInt(cents) * 10_000n

/** Something new that a client wants, by chance. */
export const newOrder = (kind: Kind, book: Book, dice: Dice, partner: Partner): Wanted => {
  const key = `${kind}-${dice.hex(8)}`
  const network = dice.oneOf(networks) ?? "tron"
  switch (kind) {
    case "payout": {
      const cents = dice.between(100, 2_000)
      const account = Buffer.from(dice.hex(20), "hex")
      const target = network === "tron" ? tronAddress(account) : `0x${account.toString("hex")}`
      const body = JSON.stringify({ amount: cents / 100, address: target, network })
      return book.want({ kind, partner, key, body, network, target, amountMinor: usdt(cents) })
    }
    case "cryptoInvoice": {
      const cents = dice.between(500, 50_000)
      const expiresInMinutes = dice.oneOf([5, 5, 5, 60])
      const body = JSON.stringify({ amount: cents / 100, network, externalId: key, expiresInMinutes })
      return book.want({ kind, partner, key, body, network, amountMinor: usdt(cents) })
    }
    case "invoice": {
      const currency = dice.oneOf(["USD", "EUR", "KZT"])
      const body = JSON.stringify({
        amount: dice.between(10_000, 90_000) / 100,
        currency,
        description: `order ${key}`
      })
      return book.want({ kind, partner, key, body })
    }
    case "batch": {
      const rows = Array.from(
        { length: dice.between(2, 30) },
        (_, row) => `${dice.between(100, 900)},USD,row ${row} of ${key},someone@soak.example`
      )
      return book.want({
        kind,
        partner,
        key,
        body: ["amount,currency,description,email", ...rows].join("\n")
      })
    }
    case "wallet": {
      const body = JSON.stringify({ label: key, network })
      return book.want({ kind, partner, key, body, network })
    }
  }
}
