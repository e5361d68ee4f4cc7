import { type BatchCreatedView, type BatchView, decoderOf, FiatCurrency } from "@quittance/core"
import { Schema } from "effect"
import { InvoiceCreated } from "./invoiceSchemas.ts"

const affirmed = ["true", "1", "on"] as const
const denied = ["false", "0", "off"] as const

/** Whether a field of a form says yes. */
export const isAffirmed = (text: string | undefined): boolean => affirmed.some((each) => each === text)

/** The fields of a form, with the words for yes and no in whatever case: Python writes `True`. */
export const batchFieldsOf = ({ sendEmails, ...fields }: { readonly [name: string]: string }) =>
  decodeBatchFields(sendEmails === undefined ? fields : { ...fields, sendEmails: sendEmails.toLowerCase() })

const BatchFields = Schema.Struct({
  sendEmails: Schema.optionalKey(Schema.Literals([...affirmed, ...denied])),
  defaultCurrency: Schema.optionalKey(FiatCurrency),
  defaultRedirectUrl: Schema.optionalKey(Schema.String)
})

const decodeBatchFields = decoderOf(BatchFields)

/** The multipart form of a batch upload. The core decides what the file and the redirect URL must be. */
export const BatchForm = Schema.Struct({
  file: Schema.String.annotate({
    format: "binary",
    description:
      "CSV in UTF-8, separated by commas, with a header: amount, currency, description, email, externalId, redirectUrl. At most 5 MiB and 1000 rows."
  }),
  sendEmails: Schema.optionalKey(
    BatchFields.fields.sendEmails.schema.annotate({
      description: "Whether the payment links are mailed to the addresses in the file; no unless given."
    })
  ),
  defaultCurrency: Schema.optionalKey(FiatCurrency.annotate({ description: "For rows without a currency." })),
  defaultRedirectUrl: Schema.optionalKey(
    Schema.String.annotate({ format: "uri", description: "For rows without a redirect URL." })
  )
})

const { amount, currency, externalId, id, paymentUrl, status } = InvoiceCreated.fields

/** The description of what the upload of a file led to. */
export const BatchCreated = Schema.Struct({
  batchId: Schema.String,
  total: Schema.Int.annotate({ description: "Data rows in the file." }),
  created: Schema.Int,
  failed: Schema.Int,
  invoices: Schema.Array(Schema.Struct({ id, amount, currency, externalId, paymentUrl, status })),
  errors: Schema.Array(
    Schema.Struct({
      row: Schema.Int.annotate({ description: "The data row, from 1." }),
      externalId: Schema.NullOr(Schema.String),
      error: Schema.String
    })
  )
}) satisfies Schema.Schema<Narrowed>

/** The view leaves the currency a text. */
type Narrowed = Omit<BatchCreatedView, "invoices"> & {
  readonly invoices: ReadonlyArray<BatchCreatedView["invoices"][number] & { readonly currency: FiatCurrency }>
}

/** The description of a batch as reads show it. */
export const BatchRecord = Schema.Struct({
  batchId: Schema.String,
  status: Schema.Literals(["processing", "completed"]),
  total: Schema.Int,
  created: Schema.Int,
  failed: Schema.Int,
  paidCount: Schema.Int,
  totalVolume: Schema.Finite,
  createdAt: Schema.String.annotate({ format: "date-time" })
}) satisfies Schema.Schema<BatchView>
