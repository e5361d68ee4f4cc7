import {
  amountField,
  component,
  DateTime,
  exampleId,
  FeePayer,
  optionalField,
  partnerPrefix,
  textUpTo
} from "@quittance/core/adapter"
import { Schema } from "effect"

/** Wire formats of what operators read and write of partners. */

/** Its form is described by its length alone: validators differ in what they know of classes of characters. */
const line = (maxLength: number) => Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(maxLength))

const name = line(100).annotate({
  description: "Its name, which is unique: visible characters on one line.",
  examples: ["shop"]
})

export const PartnerRecord = Schema.Struct({
  id: Schema.String.annotate({ description: "Its id.", examples: [exampleId(partnerPrefix)] }),
  name,
  createdAt: DateTime.annotate({ description: "When it was created." }),
  ownTerms: Schema.Boolean.annotate({
    description: "Whether it has terms of its own, other than those of the deployment.",
    examples: [false]
  })
}).annotate(component("Partner", "A partner of the deployment."))

export const NewPartner = Schema.Struct({ name })

const part = (description: string, maximum: number, example: number) =>
  Schema.NullOr(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum })).annotate({
      examples: [example]
    })
  ).annotate({ description })

const maxUsdt = 1_000_000

const NewFee = Schema.Struct({
  percent: Schema.optionalKey(part("Percent of the amount, with at most 2 decimals; by default 0.", 100, 1)),
  fixed: Schema.optionalKey(part("What is added to it, in USDT; by default 0.", maxUsdt, 0)),
  min: Schema.optionalKey(part("The least that is charged, in USDT; by default 0.", maxUsdt, 0)),
  max: Schema.optionalKey(
    part("The most that is charged, in USDT; by default there is no limit.", maxUsdt, 50)
  )
}).annotate(component("NewFee", "A fee that a partner is given."))

export const NewTerms = Schema.Struct({
  feePayer: optionalField(FeePayer),
  invoiceFee: optionalField(NewFee),
  payoutFees: optionalField(
    Schema.Record(Schema.String, NewFee).annotate({
      description: "By the name of a network.",
      examples: [{ tron: { fixed: 2 } }]
    })
  ),
  payee: optionalField(
    line(80).annotate({
      description: "The name that customers see on payment pages and in e-mails.",
      examples: ["Corner Shop"]
    })
  ),
  timeZone: optionalField(
    line(64).annotate({
      description: "The IANA name of the time zone in which its people read instants; by default UTC.",
      examples: ["Europe/Berlin"]
    })
  )
})

export const NewAdjustment = Schema.Struct({
  amount: amountField({
    description: "In USDT, signed and not 0: a debit is negative.",
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    examples: [100]
  }),
  reason: optionalField(textUpTo(500).annotate({ description: "Why.", examples: ["bank fee"] })),
  allowNegative: optionalField(
    Schema.Boolean.annotate({
      description: "Whether a debit may take the available balance below zero; by default false.",
      examples: [false]
    })
  )
})
