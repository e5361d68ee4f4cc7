import type { InvoiceFilter } from "@quittance/core"
import { fiatCurrencies, invoiceStatuses } from "@quittance/core/adapter"
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
