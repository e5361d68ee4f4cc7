import type { PartnerTerms } from "@quittance/core"
import {
  type ApiKey,
  apiKeyPrefix,
  GrantedScope,
  apiKey as keys,
  type Partner,
  partnerPrefix,
  partner as partners
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { network } from "./addressGenerators.ts"
import { valuesOf } from "./fieldGenerators.ts"
import { feePayer, feeTerms, instant } from "./moneyGenerators.ts"
import { anyText, hexText, optionOf } from "./textGenerators.ts"

/** Partners and API keys over the whole range of their fields. */

const prefixed = (prefix: string): fc.Arbitrary<string> => hexText(16).map((hex) => prefix + hex)

export const partnerTerms: fc.Arbitrary<PartnerTerms> = fc.record(
  {
    feePayer,
    invoiceFee: feeTerms,
    payoutFees: fc.dictionary(
      network.map(({ name }) => name),
      feeTerms,
      { noNullPrototype: true }
    ),
    payee: anyText(80),
    timeZone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata", "America/Argentina/Buenos_Aires")
  },
  { requiredKeys: [] }
)

export const partner: fc.Arbitrary<Partner> = fc.record({
  ...valuesOf(partners.fixed, { id: prefixed(partnerPrefix), name: anyText(100) }),
  ...valuesOf(partners.changing, { terms: partnerTerms })
})

/** `lastUsedAt` is none, or a whole minute. */
export const apiKey = (partnerId: string): fc.Arbitrary<ApiKey> =>
  fc.record({
    ...valuesOf(keys.fixed, {
      id: prefixed(apiKeyPrefix),
      partnerId: fc.constant(partnerId),
      publicKey: prefixed("pk_test_"),
      secretHash: hexText(32)
    }),
    ...valuesOf(keys.changing, {
      scopes: fc.uniqueArray(fc.constantFrom(...GrantedScope.literals)),
      allowedIps: fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 5 }),
      lastUsedAt: optionOf(instant.map((at) => at - (at % 60_000)))
    })
  })
