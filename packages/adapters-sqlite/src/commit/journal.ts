import {
  type AccountName,
  type BookCurrency,
  deltasOf,
  type JournalEntry,
  LimitExceeded,
  neverBelowZero,
  type PartnerId
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { HashChain } from "../hashChain/HashChain.ts"

/** Journal entries and their balances: `exceeded` checks the limits, `write` posts. */
export interface JournalTables {
  /** In posting order: the first entry that takes a limited account below zero. */
  readonly exceeded: (moves: ReadonlyArray<EntryMoves>) => LimitExceeded | undefined
  readonly write: (moves: EntryMoves) => void
}

/** An entry and its change of each account. */
export interface EntryMoves {
  readonly entry: JournalEntry
  readonly deltas: ReadonlyArray<readonly [AccountName, bigint]>
}

export const movesOf = (entry: JournalEntry): EntryMoves => ({ entry, deltas: deltasOf(entry) })

export const prepareJournal = (
  database: Database.Database,
  hashChain: HashChain,
  balances: HeldBalances
): JournalTables => {
  const insertEntry = database.prepare(
    `INSERT INTO journal_entries (partner_id, currency, kind, subject_id, at, limit_rule) VALUES (?, ?, ?, ?, ?, ?)`
  )
  const insertPosting = database.prepare(
    "INSERT INTO postings (entry_seq, position, debit, credit, amount_minor) VALUES (?, ?, ?, ?, ?)"
  )

  return {
    exceeded: (moves) => {
      // The changes by earlier entries of the same commit, by partner, currency and account.
      const moved = moves.length === 1 ? undefined : new Map<string, bigint>()
      for (const { deltas, entry } of moves) {
        const { currency, limit, partnerId } = entry
        for (const [account, delta] of deltas) {
          if (!neverBelowZero.has(account)) continue
          const name = moved && JSON.stringify([partnerId, currency, account])
          const before = name === undefined ? 0n : (moved?.get(name) ?? 0n)
          const isLimited = limit === "enforced" && delta < 0n
          if (isLimited && balances.minorOf(partnerId, currency, account) + before + delta < 0n) {
            return new LimitExceeded({ partnerId, account })
          }
          if (name !== undefined) moved?.set(name, before + delta)
        }
      }
      return undefined
    },

    write: ({ deltas, entry }) => {
      const { currency, partnerId, postings } = entry
      const { lastInsertRowid } = insertEntry.run(
        partnerId,
        currency,
        entry.kind,
        entry.subjectId,
        entry.at,
        entry.limit
      )
      for (let position = 0; position < postings.length; position++) {
        const posting = postings[position]
        if (posting === undefined) continue
        insertPosting.run(lastInsertRowid, position, posting.debit, posting.credit, posting.amountMinor)
      }
      hashChain.noteEntry(Number(lastInsertRowid), entry)
      for (const [account, delta] of deltas) balances.move(partnerId, currency, account, delta)
    }
  }
}

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
    const name = `${key[0]} ${key[1]} ${key[2]}`
    const held = this.#held.get(name)
    if (held !== undefined) return held
    const minor = (this.#find.get(...key) as bigint | undefined) ?? 0n
    const read: HeldBalance = { key, minor, isMoved: false }
    this.#held.set(name, read)
    return read
  }
}
