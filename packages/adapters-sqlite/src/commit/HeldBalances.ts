import type { AccountName, BookCurrency, PartnerId } from "@quittance/core/adapter"
import type Database from "better-sqlite3"

interface HeldBalance {
  readonly key: readonly [partnerId: PartnerId, currency: BookCurrency, account: AccountName]
  minor: bigint
  isMoved: boolean
}

/**
 * The balances that a group of commits looks at and moves. Payouts of one partner move the same three accounts, so each
 * is read once for the group, and written once, just before the group is committed.
 */
export class HeldBalances {
  readonly #find: Database.Statement
  readonly #put: Database.Statement
  #held = new Map<string, HeldBalance>()

  constructor(database: Database.Database) {
    this.#find = database
      .prepare("SELECT balance_minor FROM accounts WHERE partner_id = ? AND currency = ? AND name = ?")
      .pluck()
      .safeIntegers()
    this.#put = database.prepare(
      `INSERT INTO accounts (partner_id, currency, name, balance_minor) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET balance_minor = excluded.balance_minor`
    )
  }

  /** With what the group moved so far. */
  minorOf(partnerId: PartnerId, currency: BookCurrency, account: AccountName): bigint {
    return this.#balance(partnerId, currency, account).minor
  }

  move(partnerId: PartnerId, currency: BookCurrency, account: AccountName, delta: bigint): void {
    const balance = this.#balance(partnerId, currency, account)
    balance.minor += delta
    balance.isMoved = true
  }

  /** Writes what the group moved. */
  seal(): void {
    for (const { isMoved, key, minor } of this.#held.values()) if (isMoved) this.#put.run(...key, minor)
    this.drop()
  }

  /** The group is over: the next one reads anew. */
  drop(): void {
    if (this.#held.size > 0) this.#held = new Map()
  }

  #balance(...key: HeldBalance["key"]): HeldBalance {
    const name = key.join(" ")
    const held = this.#held.get(name)
    if (held !== undefined) return held
    const minor = (this.#find.get(...key) as bigint | undefined) ?? 0n
    const read: HeldBalance = { key, minor, isMoved: false }
    this.#held.set(name, read)
    return read
  }
}
