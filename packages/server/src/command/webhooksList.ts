import { Partners } from "@quittance/core"
import {
  allById,
  type DisablingCause,
  type Partner,
  type RegisteredEndpoint,
  webhookEndpoint,
  webhookView
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance webhooks list`: reads only; the webhooks of partners and their faults. */
export const run: RunCommand = (input) => {
  const name = input.text("--partner")
  const list = Effect.gen(function* () {
    const partner =
      name === undefined ? undefined : yield* Effect.flatMap(Partners, (partners) => partners.find(name))
    const found = yield* allById(
      webhookEndpoint,
      (endpoint) =>
        isListed(endpoint) &&
        isOf(partner, endpoint) &&
        (!input.has("--disabled") || endpoint._tag === "disabled")
    )
    const nameOf = yield* partnerNames(found.map(({ order }) => order.partnerId))
    if (input.has("--json"))
      printJson(
        found.map((endpoint) => {
          const { family, partnerId } = endpoint.order
          return { partner: nameOf(partnerId), partnerId, family, ...webhookView(endpoint) }
        })
      )
    else if (found.length === 0) printLine("There are none.")
    else {
      printTable(
        ["ID", "FAMILY", "PARTNER", "STATE", "WHY", "FAILING SINCE", "URL"],
        found.map((endpoint) => rowOf(endpoint, nameOf(endpoint.order.partnerId)))
      )
      printLine("\nquittance webhooks deliveries ID shows the deliveries of one.")
    }
    return 0
  })
  return onStore(readServicesLayer, list)
}

/** A KYC session has an endpoint of its own, which nobody set up by itself. */
const isListed = ({ _tag, order }: RegisteredEndpoint): boolean =>
  _tag !== "deleted" && order.family !== "kyc"

const isOf = (partner: Partner | undefined, { order }: RegisteredEndpoint): boolean =>
  partner === undefined || order.partnerId === partner.id

const causeWords = {
  partner: "its partner disabled it",
  gone: "its receiver answered 410",
  failing: "all attempts failed for days"
} as const satisfies { readonly [C in DisablingCause]: string }

const rowOf = (endpoint: RegisteredEndpoint, partner: string): ReadonlyArray<string> => {
  const { disabledReason, failingSince, id, url } = webhookView(endpoint)
  return [
    id,
    endpoint.order.family,
    partner,
    endpoint._tag,
    disabledReason === null ? "" : causeWords[disabledReason],
    failingSince ?? "",
    url
  ]
}
