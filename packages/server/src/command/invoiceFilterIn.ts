import { fiatCurrencies, type InvoiceFilter, invoiceStatuses } from "@quittance/core"
import type { CommandInput } from "../cli/CommandInput.ts"
import { rangeIn } from "./listInput.ts"

/** The fiat invoices that `--status`, `--currency`, `--from` and `--to` ask for. Throws a `UsageError`. */
export const invoiceFilterIn = (input: CommandInput): InvoiceFilter => {
  const status = invoiceStatuses.find((each) => each === input.text("--status"))
  const currency = fiatCurrencies.find((each) => each === input.text("--currency"))
  return {
    ...rangeIn(input),
    ...(status === undefined ? {} : { status }),
    ...(currency === undefined ? {} : { currency })
  }
}
