import { component, decoderOf, FiatCurrency } from "@quittance/core/adapter"
import { Schema } from "effect"

const affirmed = ["true", "1", "on"] as const
const denied = ["false", "0", "off"] as const

/** Whether a form field means yes. */
export const isAffirmed = (text: string | undefined): boolean => affirmed.some((each) => each === text)

/** The fields of a form, with yes and no in any case: Python writes `True`. */
export const batchFieldsOf = ({ sendEmails, ...fields }: { readonly [name: string]: string }) =>
  decodeBatchFields(sendEmails === undefined ? fields : { ...fields, sendEmails: sendEmails.toLowerCase() })

const BatchFields = Schema.Struct({
  sendEmails: Schema.optionalKey(Schema.Literals([...affirmed, ...denied])),
  defaultCurrency: Schema.optionalKey(FiatCurrency),
  defaultRedirectUrl: Schema.optionalKey(Schema.String),
  defaultCancelUrl: Schema.optionalKey(Schema.String)
})

const decodeBatchFields = decoderOf(BatchFields)

const exampleFile = `amount,currency,description,email,externalId
1250.50,KZT,Order 1042,ann@example.com,order-1042
89.90,EUR,Order 1043,,order-1043
`

/** The multipart form of a batch upload. Core validates the file and the URLs. */
export const BatchForm = Schema.Struct({
  file: Schema.String.annotate({
    format: "binary",
    description:
      "CSV in UTF-8, separated by commas, with a header: amount, currency, description, email, externalId, redirectUrl, cancelUrl. Rows of empty cells are skipped and keep their numbers. At most 5 MiB and 1000 rows; a part without a filename is no file.",
    examples: [exampleFile]
  }),
  sendEmails: Schema.optionalKey(
    BatchFields.fields.sendEmails.schema.annotate({
      ...component("FormFlag", "Yes or no, as forms spell it, in any case."),
      description: "Whether the payment links are mailed to the addresses in the file; by default no.",
      examples: ["true"]
    })
  ),
  defaultCurrency: Schema.optionalKey(FiatCurrency.annotate({ description: "For rows without a currency." })),
  defaultRedirectUrl: Schema.optionalKey(
    Schema.String.annotate({ format: "uri", description: "For rows without a redirect URL." })
  ),
  defaultCancelUrl: Schema.optionalKey(
    Schema.String.annotate({ format: "uri", description: "For rows without a cancel URL." })
  )
})
