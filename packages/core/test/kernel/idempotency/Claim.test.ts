import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { defaultNetworks } from "../../../src/concepts/network/Network.ts"
import {
  addressClaimKey,
  type ClaimScope,
  claimDomain,
  claimScopes,
  transferClaimKey
} from "../../../src/kernel/ports/Claim.ts"
import { holds } from "../../holds.ts"

const network = fc.constantFrom(...defaultNetworks.map(({ name }) => name))
const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("/", "a", "1") }))
const transfer = fc.tuple(network, text, fc.nat(20))

describe("the key of a claim", () => {
  it("is the transfer's own: two transfers never share one, whatever a hash looks like", () =>
    holds(
      fc.property(transfer, transfer, (one, other) =>
        assert.strictEqual(
          transferClaimKey(...one) === transferClaimKey(...other),
          one.every((part, i) => part === other[i])
        )
      )
    ))

  it("keeps hash and log index apart: a1 with log 2 is not a with log 12", () =>
    assert.notStrictEqual(transferClaimKey("tron", "a1", 2), transferClaimKey("tron", "a", 12)))

  it("is the address's own: the same address on two networks is two", () =>
    holds(
      fc.property(network, text, network, text, (net, address, otherNet, other) =>
        assert.strictEqual(
          addressClaimKey(net, address) === addressClaimKey(otherNet, other),
          net === otherNet && address === other
        )
      )
    ))
})

describe("the domain of a claim", () => {
  const perPartner: ReadonlyArray<ClaimScope> = [
    "payout.create",
    "cryptoInvoice.create",
    "transfer",
    "invoice.create",
    "batch.create",
    "kycSession.create",
    "webhook.create",
    "transitWallet.create",
    "invoice.externalId",
    "bankPayment.choice",
    "webhook.url",
    "webhook.transit"
  ]
  const once: ReadonlyArray<ClaimScope> = ["depositAddress", "bankOperation", "partner.name"]

  it("is the partner for what a partner names, so that two partners may use the same key", () => {
    for (const scope of perPartner) assert.strictEqual(claimDomain(scope, "prt_1"), "prt_1")
  })

  it("is everybody for what exists once in the world", () => {
    for (const scope of once) {
      assert.strictEqual(claimScopes[scope], "global")
      assert.strictEqual(claimDomain(scope, "prt_1"), claimDomain(scope, "prt_2"))
    }
  })

  it("is one or the other for every scope there is", () =>
    assert.sameMembers([...perPartner, ...once], Object.keys(claimScopes)))
})
