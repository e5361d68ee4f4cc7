import { assert, describe, it } from "vitest"
import { claimDomain } from "../../../src/kernel/ports/Claim.ts"
import { claimScopeNamed, claimScopes } from "../../../src/store/names.ts"

describe("the domain of a claim", () => {
  const perPartner = [
    "payout.create",
    "cryptoInvoice.create",
    "transfer",
    "invoice.create",
    "batch.create",
    "kycSession.create",
    "webhook.create",
    "transitWallet.create",
    "adjustment.create",
    "invoice.externalId",
    "bankPayment.choice",
    "statementEntry.reversal",
    "statementEntry.alikeReversal",
    "statementEntry.reversalBefore",
    "webhook.url",
    "webhook.transit"
  ].map(claimScopeNamed)
  const once = [
    "depositAddress",
    "bankOperation",
    "invoice.reference",
    "partner.name",
    "user.email",
    "invitation.accepted"
  ].map(claimScopeNamed)

  it("is the partner for what a partner names, so that two partners may use the same key", () => {
    for (const scope of perPartner) assert.strictEqual(claimDomain(scope, "prt_1"), "prt_1")
  })

  it("is everybody for what exists once in the world", () => {
    for (const scope of once) {
      assert.strictEqual(scope.within, "global")
      assert.strictEqual(claimDomain(scope, "prt_1"), claimDomain(scope, "prt_2"))
    }
  })

  it("is one or the other for every scope there is", () =>
    assert.sameMembers([...perPartner, ...once], [...claimScopes]))

  it("is the partner for a stored scope that nothing declares", () =>
    assert.strictEqual(claimDomain(claimScopeNamed("edited"), "prt_1"), "prt_1"))
})
