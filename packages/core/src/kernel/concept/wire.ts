import { Schema } from "effect"
import { component } from "../description/component.ts"
import type { IdPrefix } from "./IdPrefix.ts"

/** Wire formats of values, as the API description names them. An amount is a number in major units. */

const exampleUuid = "019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"

export const DateTime = Schema.String.annotate({
  format: "date-time",
  examples: ["2026-01-15T12:00:00.000Z"]
})
/** A moment, with what happened then. */
export const moment = (description: string, example?: string) =>
  DateTime.annotate({ description, ...(example === undefined ? {} : { examples: [example] }) })
export const CreatedAt = moment("When it was created.")
export const UpdatedAt = moment("When it last changed.")

/** How many, or which one, counted from 0 unless said otherwise. */
export const count = (description: string, example?: number, minimum = 0) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum)).annotate({
    description,
    ...(example === undefined ? {} : { examples: [example] })
  })

/** An amount of money that is never below zero, in major units; the description says of which currency. */
export const amount = (description: string, example?: number) =>
  Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description,
    ...(example === undefined ? {} : { examples: [example] })
  })

export const Url = Schema.String.annotate({ format: "uri", examples: ["https://shop.example/thanks"] })
export const Uuid = Schema.String.annotate({
  format: "uuid",
  description: "Its id.",
  examples: [exampleUuid]
})

/** The example of an id that is a prefix and a UUID without dashes. */
export const exampleId = (prefix: IdPrefix): string => prefix + exampleUuid.replaceAll("-", "")

export const prefixedIdField = (prefix: IdPrefix, description = "Its id.") =>
  Schema.String.annotate({ description, examples: [exampleId(prefix)] })
/** What a caller gave to be kept beside a record. */
export const JsonObject = Schema.Record(Schema.String, Schema.Unknown).annotate({
  description: "Your own data, as you sent it.",
  examples: [{ order: 1042 }]
})

/** Texts that examples share: of a customer, an order, and where money goes. */
export const exampleTexts = {
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  description: "Order 1042",
  email: "ann@example.com",
  externalId: "order-1042",
  network: "tron",
  receiver: "https://shop.example/hooks",
  secret: "whsec_UXVpdHRhbmNlIGV4YW1wbGUgc2lnbmluZyBrZXkuLi4=",
  txHash: "5c1f0c7d2f6a4c0e9b3d8a71e6f2b5094d8c3e7a1f0b6925d4e8c7a3b1f09e62"
} as const

/** The currency of something on a network. */
export const CurrencyCode = Schema.String.annotate({
  description: "The currency of the amounts.",
  examples: ["USDT"]
})

/** The network of something that exists. Which ones a request may name is the deployment's. */
export const NetworkName = Schema.String.annotate(
  component("NetworkName", "The name of a network, as the lists of networks have it.", [exampleTexts.network])
)
