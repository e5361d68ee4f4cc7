import { type ApiKey, BindMode, GrantedScope, type Partner, type PartnerTerms } from "@quittance/core"
import * as fc from "fast-check"
import { network } from "./addressGenerators.ts"
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
    )
  },
  { requiredKeys: [] }
)

export const partner: fc.Arbitrary<Partner> = fc.record({
  id: prefixed("prt_"),
  name: anyText(100),
  terms: partnerTerms,
  createdAt: instant
})

/** `lastUsedAt` is none, or a whole minute. */
export const apiKey = (partnerId: string): fc.Arbitrary<ApiKey> =>
  fc.record({
    id: prefixed("key_"),
    partnerId: fc.constant(partnerId),
    publicKey: prefixed("pk_test_"),
    sealedSecret: anyText(300),
    secretHash: hexText(32),
    scopes: fc.uniqueArray(fc.constantFrom(...GrantedScope.literals)),
    allowedIps: fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 5 }),
    bind: fc.constantFrom(...BindMode.literals),
    createdAt: instant,
    expiresAt: optionOf(instant),
    revokedAt: optionOf(instant),
    lastUsedAt: optionOf(instant.map((at) => at - (at % 60_000)))
  })
