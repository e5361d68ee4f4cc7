import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of e-mails. The job of a payment link is its batch's. */

export const mailJobs = {
  receipt: jobKind("invoice.receipt")
}

declare module "../../kernel/ports/Store.ts" {
  interface EventsByConcept {
    /** Of the receipt of an invoice, fiat or crypto; the subject is the invoice. */
    readonly Mail:
      | { readonly _tag: "ReceiptMailSent" }
      | { readonly _tag: "ReceiptMailFailed"; readonly reason: string }
  }
}
