import type { Currency } from "@quittance/core/adapter"
import { amountIn, id, instant, text } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import type { Fact } from "../../look/parts.ts"
import type { Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

/** How the events of an invoice are told: money in its currency, transactions on its network. */
export const tellingOf = ({ payments: said }: Words, currency: Currency, network = ""): Telling => {
  const detail = (name: string, value: unknown, unit: Currency): ReadonlyArray<Fact> => {
    if (value === null || value === false) return []
    switch (name) {
      case "txHash":
        return [[said.transaction, transaction(String(value), network)]]
      case "payment":
        return [[said.payment, id(String(value))]]
      case "expiresAt":
        return [[said.expires, instant(String(value))]]
      case "late":
        return [[said.late, text(said.yes)]]
      case "fault":
        return [[said.fault, text(said.faults[String(value)] ?? String(value))]]
      case "fee":
        return [[said.fee, amountIn(Number(value), unit)]]
      case "amount":
      case "expectedAmount":
        return [[said.amount, amountIn(Number(value), unit)]]
      default:
        return []
    }
  }
  return {
    titles: said.events,
    detailsOf: ({ details }) => {
      const { currency: unit = currency } = details as { readonly currency?: Currency | null }
      return Object.entries(details).flatMap(([name, value]) => detail(name, value, unit ?? currency))
    }
  }
}
