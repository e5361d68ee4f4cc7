import { Schema } from "effect"

/** Wire formats of values, as the API description names them. An amount is a number in major units. */
export const DateTime = Schema.String.annotate({ format: "date-time" })
export const Url = Schema.String.annotate({ format: "uri" })
export const Uuid = Schema.String.annotate({ format: "uuid" })
export const JsonObject = Schema.Record(Schema.String, Schema.Unknown)
