import {
  amountText,
  cryptoInvoiceAsOf,
  exceptionOf,
  type IssuedCryptoInvoice,
  type List,
  type ListFilter,
  type ListOwner,
  lists
} from "@quittance/core/adapter"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { listCommand } from "./listCommand.ts"
import { filterIn } from "./listInput.ts"
import { offeredNetworkFault } from "./offeredNetworkFault.ts"
import { timeText } from "./timeText.ts"

type CryptoInvoiceList = List<IssuedCryptoInvoice, ListOwner, ListFilter>

/** By status and network, or by exception. */
const asked = (input: CommandInput): { readonly list: CryptoInvoiceList; readonly filter: ListFilter } => {
  const filter = filterIn(input, lists.cryptoInvoices)
  const exception = input.text("--exception")
  const { instead } = lists.cryptoInvoices
  if (exception === undefined || instead === undefined)
    return { list: lists.cryptoInvoices as unknown as CryptoInvoiceList, filter }
  if (input.text("--status") !== undefined || input.text("--network") !== undefined)
    throw new UsageError(
      "--exception is combined with --from and --to only: leave --status and --network out."
    )
  return { list: instead.list, filter: { ...filter, status: exception } }
}

/** `quittance crypto list`: crypto invoices. */
export const run = listCommand({
  asked,
  named: "invoices",
  // Of a network that is offered no more there may be invoices.
  wrong: (input, { networks }) =>
    offeredNetworkFault(
      input,
      networks.map(({ name }) => name)
    ),
  shown: lists.cryptoInvoices.shown,
  headers: [
    ...["ID", "PARTNER", "CREATED (UTC)", "EXPECTED", "CREDITED", "NETWORK", "STATUS", "EXCEPTION"],
    "EXTERNAL ID"
  ],
  rightAligned: ["EXPECTED", "CREDITED"],
  rowOf: ({ item, partner }, now) => {
    const { order, tally } = item
    const shown = cryptoInvoiceAsOf(item, now)
    const exception = exceptionOf(shown)
    return [
      order.id,
      partner.name,
      timeText(order.createdAt),
      amountText(order.expectedMinor, order.currency),
      amountText(tally.creditedMinor - tally.chargedMinor, order.currency),
      order.network,
      shown._tag,
      exception === "none" ? "" : exception,
      order.externalId
    ]
  },
  hint: "quittance crypto show ID shows one, with its transfers."
})
