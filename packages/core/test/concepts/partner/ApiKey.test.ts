import { Option } from "effect"
import { assert, describe, it } from "vitest"
import {
  type ApiKey,
  familiesOf,
  type GrantedScope,
  holdsScope,
  scopes
} from "../../../src/concepts/partner/ApiKey.ts"

const keyWith = (...granted: ReadonlyArray<GrantedScope>): ApiKey => ({
  id: "key_1",
  partnerId: "prt_1",
  publicKey: "pk_test_1",
  sealedSecret: "",
  secretHash: "",
  scopes: granted,
  allowedIps: [],
  bind: "none",
  createdAt: 0,
  expiresAt: Option.none(),
  revokedAt: Option.none(),
  lastUsedAt: Option.none(),
  name: Option.none(),
  createdBy: Option.none()
})

describe("the scopes of a key", () => {
  it("are those it was given and no other", () => {
    for (const granted of scopes) {
      for (const scope of scopes) assert.strictEqual(holdsScope(keyWith(granted), scope), granted === scope)
    }
  })

  it("are all of them with *", () => assert.isTrue(scopes.every((scope) => holdsScope(keyWith("*"), scope))))

  it("are none when it was given none", () =>
    assert.isFalse(scopes.some((scope) => holdsScope(keyWith(), scope))))
})

describe("the families of scopes", () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<GrantedScope>, ReadonlyArray<string>]> = [
    [[], []],
    [["crypto:read", "crypto:write", "payouts:write"], ["crypto"]],
    [["payments:read", "payments:write", "kyc:write", "webhooks:write"], ["payments"]],
    [["transit:read", "transit:write"], ["transit"]],
    [
      ["crypto:read", "payments:read"],
      ["crypto", "payments"]
    ],
    [["*"], ["crypto", "payments", "transit"]]
  ]
  for (const [granted, families] of cases) {
    it(`of ${granted.join(", ") || "nothing"} are ${families.join(", ") || "none"}`, () =>
      assert.sameMembers([...familiesOf(granted)], [...families]))
  }
})
