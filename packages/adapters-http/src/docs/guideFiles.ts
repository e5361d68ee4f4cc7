import { bytesBeside, filesBeside } from "../pages/filesBeside.ts"

/** The guides in the order to read them, by the parts of the list of pages; each is a file of the folder. */
export const guideParts = [
  { title: "Start", names: ["first-payment", "console", "keys", "signing", "sandbox", "going-live"] },
  {
    title: "Guides",
    names: [
      "crypto-invoices",
      "payouts",
      "fiat-invoices",
      "csv",
      "branding",
      "embedding",
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

const textOf = filesBeside("../guides/", import.meta.url)

/** A picture of a guide, such as `console/paid.png`. The test of what it shows makes it. */
export const guidePicture = bytesBeside("../guides/", import.meta.url)

/** The text of a guide. */
export const guideFile = (name: string): string => textOf(`${name}.md`)
