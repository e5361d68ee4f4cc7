import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { addressClaimKey, transferClaimKey } from "../../../src/concepts/chain/chainNames.ts"
import { defaultNetworks } from "../../../src/concepts/network/Network.ts"
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
