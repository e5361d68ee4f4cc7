import { readFileSync } from "node:fs"

/** Beside the sources as they are written, and beside what is built from them. */
const folder = new URL("../guides/", import.meta.url)

/** The guides in the order to read them, by the parts of the list of pages; each is a file of the folder. */
export const guideParts = [
  { title: "Start", names: ["first-payment", "keys", "signing", "sandbox", "going-live"] },
  {
    title: "Guides",
    names: [
      "crypto-invoices",
      "payouts",
      "fiat-invoices",
      "csv",
      "webhooks",
      "kyc",
      "transit",
      "signatures",
      "idempotency",
      "paging",
      "search",
      "histories",
      "balance"
    ]
  }
] as const

/** The text of a guide. */
export const guideFile = (name: string): string => readFileSync(new URL(`${name}.md`, folder), "utf8")
