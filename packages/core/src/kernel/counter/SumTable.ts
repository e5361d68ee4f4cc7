import { integerIn, moneyIn, textIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import type {
  CounterChange,
  CounterSum,
  Grain,
  InvoiceFigures,
  NetworkCount,
  NetworkFigures
} from "./Counter.ts"

/** A table of sums by key. Commits only add to it: a missing row is zero. */
export interface SumTable {
  readonly name: string
  /** The primary key, in its order. */
  readonly key: ReadonlyArray<{ readonly name: string; readonly type: "text" | "integer" }>
  readonly sums: ReadonlyArray<string>
}

/** What is added to one row of a table of sums, in the order of its columns. */
export interface Addition {
  readonly key: ReadonlyArray<string | number>
  readonly sums: ReadonlyArray<number | bigint>
}

const texts = (...names: ReadonlyArray<string>) => names.map((name) => ({ name, type: "text" }) as const)

const bucketColumn = { name: "bucket", type: "integer" } as const

/** Where each kind of counter is kept. */
export const counterTables: { readonly [Tag in CounterChange["_tag"]]: SumTable } = {
  Invoices: {
    name: "invoice_figures",
    key: [...texts("partner_id", "grain", "currency"), bucketColumn],
    sums: ["created", "paid", "expired", "cancelled", "paid_minor"]
  },
  Bank: {
    name: "bank_figures",
    key: [...texts("partner_id", "grain", "currency", "bank"), bucketColumn],
    sums: ["paid", "paid_minor"]
  },
  Network: {
    name: "network_figures",
    // The buckets stand before the networks, of which there are few: a range of all networks is one run.
    key: [...texts("partner_id", "grain"), bucketColumn, ...texts("counted", "network")],
    sums: ["created", "completed", "amount_minor", "fee_minor"]
  },
  Batch: {
    name: "batch_tallies",
    key: texts("partner_id", "batch_id"),
    sums: ["paid", "paid_minor", "mails_unsent"]
  },
  Wallet: {
    name: "transit_balances",
    key: texts("partner_id", "wallet_id"),
    sums: ["balance_minor"]
  }
}

/** The counters that have one sum for each row of a concept, under its partner and id. */
export type SubjectCounter = "Batch" | "Wallet"

/** What a sum adds to its row of `counterTables`. */
export const counterAddition = ({ grain, sum }: CounterSum): Addition => {
  switch (sum._tag) {
    case "Invoices": {
      const { cancelled, created, expired, paid, paidMinor } = sum.change
      const key = [sum.partnerId, grain, sum.currency, sum.createdAt]
      return { key, sums: [created, paid, expired, cancelled, paidMinor] }
    }
    case "Bank": {
      const key = [sum.partnerId, grain, sum.currency, sum.bank, sum.createdAt]
      return { key, sums: [sum.paid, sum.paidMinor] }
    }
    case "Network": {
      const { amountMinor, completed, created, feeMinor } = sum.change
      const key = [sum.partnerId, grain, sum.createdAt, sum.of, sum.network]
      return { key, sums: [created, completed, amountMinor, feeMinor] }
    }
    case "Batch":
      return { key: [sum.partnerId, sum.batchId], sums: [sum.paid, sum.paidMinor, sum.mailsUnsent] }
    case "Wallet":
      return { key: [sum.partnerId, sum.walletId], sums: [sum.changeMinor] }
  }
}

/** Decodes a row of the table of each kind. */
export const counterSumOf: { readonly [Tag in CounterChange["_tag"]]: (row: Row) => CounterSum } = {
  Invoices: (row) => ({
    grain: grainOf(row),
    sum: {
      _tag: "Invoices",
      ...bucketOf(row),
      change: figuresIn(row)
    }
  }),
  Bank: (row) => ({
    grain: grainOf(row),
    sum: {
      _tag: "Bank",
      ...bucketOf(row),
      bank: textIn(row, "bank"),
      paid: integerIn(row, "paid"),
      paidMinor: moneyIn(row, "paid_minor")
    }
  }),
  Network: (row) => ({
    grain: grainOf(row),
    sum: {
      _tag: "Network",
      partnerId: textIn(row, "partner_id"),
      createdAt: integerIn(row, "bucket"),
      ...networkIn(row),
      change: networkFiguresIn(row)
    }
  }),
  Batch: (row) => ({
    grain: "batch",
    sum: {
      _tag: "Batch",
      partnerId: textIn(row, "partner_id"),
      batchId: textIn(row, "batch_id"),
      paid: integerIn(row, "paid"),
      paidMinor: moneyIn(row, "paid_minor"),
      mailsUnsent: integerIn(row, "mails_unsent")
    }
  }),
  Wallet: (row) => ({
    grain: "wallet",
    sum: {
      _tag: "Wallet",
      partnerId: textIn(row, "partner_id"),
      walletId: textIn(row, "wallet_id"),
      changeMinor: moneyIn(row, "balance_minor")
    }
  })
}

export const figuresIn = (row: Row): InvoiceFigures => ({
  created: integerIn(row, "created"),
  paid: integerIn(row, "paid"),
  expired: integerIn(row, "expired"),
  cancelled: integerIn(row, "cancelled"),
  paidMinor: moneyIn(row, "paid_minor")
})

/** Whose figures a row of `network_figures` has. */
export const networkIn = (row: Row) => ({
  of: textIn(row, "counted") as NetworkCount,
  network: textIn(row, "network")
})

export const networkFiguresIn = (row: Row): NetworkFigures => ({
  created: integerIn(row, "created"),
  completed: integerIn(row, "completed"),
  amountMinor: moneyIn(row, "amount_minor"),
  feeMinor: moneyIn(row, "fee_minor")
})

const grainOf = (row: Row) => textIn(row, "grain") as Grain

const bucketOf = (row: Row) => ({
  partnerId: textIn(row, "partner_id"),
  currency: textIn(row, "currency") as FiatCurrency,
  createdAt: integerIn(row, "bucket")
})
