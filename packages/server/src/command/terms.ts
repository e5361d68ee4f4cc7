import { Partners, type PartnerTerms, Settings } from "@quittance/core"
import { partnerTermsOf, termsView } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { UsageError } from "../cli/UsageError.ts"
import { readServicesLayer, servicesLayer } from "../start/services.ts"
import { onStore, usageErrorOf } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"
import { termsFacts } from "./termsFacts.ts"

/** `quittance terms show`: the fees of a partner, and which of them are its own terms. */
export const showTerms: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const settings = yield* Settings
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const terms = termsView(settings, partner.terms)
    if (input.has("--json")) printJson({ partnerId: partner.id, partner: partner.name, terms })
    else printFacts([["Partner", partner.name], ...termsFacts(terms)])
    return 0
  })
  return onStore(readServicesLayer, show)
}

/** The value that removes a partner's own term. */
const standard = "default"

type Parts = { [part: string]: string }

/** The parts of a fee: `percent=1.5`, `fixed=0.3`, `min=1`, `max=50`. */
const readPart = (flag: string, text: string, parts: Parts): void => {
  const [part = "", amount, ...rest] = text.split("=")
  if (part === "" || amount === undefined || amount === "" || rest.length > 0)
    throw new UsageError(
      `${flag} must be ${standard}, or parts such as percent=1.5,fixed=0.3, not "${text}".`
    )
  if (Object.hasOwn(parts, part)) throw new UsageError(`${flag} has ${part} twice: give it once.`)
  parts[part] = amount
}

const invoiceFeeOf = (texts: ReadonlyArray<string>): Parts | undefined => {
  if (texts.length === 1 && texts[0] === standard) return undefined
  const parts: Parts = {}
  for (const text of texts) readPart("--invoice-fee", text, parts)
  return parts
}

/** Fees by network, from texts such as `tron:fixed=2`; undefined for one that returns to the deployment's fee. */
const payoutFeesOf = (texts: ReadonlyArray<string>): ReadonlyMap<string, Parts | undefined> => {
  const fees = new Map<string, Parts | undefined>()
  for (const text of texts) {
    const [network = "", part, ...rest] = text.split(":")
    if (network === "" || part === undefined || rest.length > 0)
      throw new UsageError(`--payout-fee must be such as tron:fixed=2 or tron:${standard}, not "${text}".`)
    if (part === standard) fees.set(network, undefined)
    else {
      const parts = fees.get(network) ?? {}
      readPart("--payout-fee", part, parts)
      fees.set(network, parts)
    }
  }
  return fees
}

/** The flag of each term. */
const flags = {
  payee: "--payee",
  feePayer: "--fee-payer",
  invoiceFee: "--invoice-fee",
  payoutFees: "--payout-fee",
  timeZone: "--time-zone"
} as const satisfies { readonly [T in keyof Required<PartnerTerms>]: string }

/**
 * `quittance terms set`: changes the given terms and leaves the others. Existing invoices and payouts keep
 * their terms.
 */
export const setTerms: RunCommand = (input) => {
  if (!Object.values(flags).some((flag) => input.has(flag)))
    throw new UsageError(
      "Name what changes: --payee, --fee-payer, --invoice-fee, --payout-fee or --time-zone."
    )
  const texts = (["payee", "feePayer", "timeZone"] as const).flatMap((term) => {
    const text = input.text(flags[term]) ?? standard
    return text === standard ? [] : [[term, text] as const]
  })
  const invoiceFee = invoiceFeeOf(input.texts(flags.invoiceFee) ?? [standard])
  const payoutFees = payoutFeesOf(input.texts(flags.payoutFees) ?? [])
  const written = {
    ...Object.fromEntries(texts),
    ...(invoiceFee === undefined ? {} : { invoiceFee }),
    payoutFees: Object.fromEntries(
      [...payoutFees].flatMap(([network, fee]) => (fee === undefined ? [] : [[network, fee]]))
    )
  }
  const set = Effect.gen(function* () {
    const settings = yield* Settings
    const partners = yield* Partners
    const decoded = yield* Effect.mapError(
      Effect.fromResult(partnerTermsOf(written, settings, "written")),
      usageErrorOf(flags)
    )
    const { terms: before } = yield* partners.find(input.required("--partner"))
    const named = (term: string): boolean => input.has(flags[term as keyof PartnerTerms])
    const unnamed = Object.fromEntries(Object.entries(before).filter(([term]) => !named(term)))
    const kept = Object.entries(before.payoutFees ?? {}).filter(([network]) => !payoutFees.has(network))
    const allPayoutFees = { ...Object.fromEntries(kept), ...decoded.payoutFees }
    const { payoutFees: _none, ...terms }: PartnerTerms = { ...unnamed, ...decoded }
    const partner = yield* partners.setTerms(
      input.required("--partner"),
      Object.keys(allPayoutFees).length === 0 ? terms : { ...terms, payoutFees: allPayoutFees }
    )
    const view = termsView(settings, partner.terms)
    if (input.has("--json")) printJson({ partnerId: partner.id, partner: partner.name, terms: view })
    else {
      printLine(`The terms of ${partner.name} for everything created from now on:\n`)
      printFacts(termsFacts(view))
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), set)
}
