import { Schema } from "effect"
import { optionalField, type WebProtocols, webUrl } from "../../kernel/input/Input.ts"

/** Where a customer goes who does not pay: a field of both groups of invoices. */

const facts = {
  description: "Where the payment page leads when nothing was paid.",
  examples: ["https://shop.example/cart"]
} as const

/** Of the request. */
export const cancelUrlField = (protocols: WebProtocols) => optionalField(webUrl(protocols).annotate(facts))

/** Of the answer. */
export const CancelUrl = Schema.NullOr(Schema.String).annotate(facts)
