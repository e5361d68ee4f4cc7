import { Schema } from "effect"
import type { Mode } from "../setting/Mode.ts"
import { optionalField, type WebProtocols, webUrl } from "./Input.ts"

/** Where a page leads a customer. */

/** The allowed protocols of URLs to which customers are redirected. */
export const redirectProtocols = ({ mode }: { readonly mode: Mode }): WebProtocols =>
  mode === "live" ? ["https:"] : ["https:", "http:"]

const cancelFacts = {
  description: "Where the payment page leads when nothing was paid.",
  examples: ["https://shop.example/cart"]
} as const

/** `cancelUrl` of a request for an invoice. */
export const cancelUrlField = (settings: { readonly mode: Mode }) =>
  optionalField(webUrl(redirectProtocols(settings)).annotate(cancelFacts))

/** And of the invoice. */
export const CancelUrl = Schema.NullOr(Schema.String).annotate(cancelFacts)
