import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isAddress } from "../../../src/concepts/network/Address.ts"
import { addressFault } from "../../../src/concepts/network/addressFault.ts"

const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
const evm = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"

describe("a text that is no address of the network", () => {
  it.each([
    ["tron", evm, "it is an EVM address"],
    ["evm", tron, "it is a TRON address"],
    ["tron", ` ${evm}\n`, "it is an EVM address"],
    ["tron", `${tron.slice(0, -1)}9`, "a character of it is wrong"],
    ["evm", evm.replace("dA", "Da"), "(EIP-55)"],
    ["tron", ` ${tron}`, "spaces or line breaks around it"],
    ["evm", `${evm}\n`, "spaces or line breaks around it"],
    ["tron", tron.slice(0, -3), "31 characters instead of 34"],
    ["evm", `${evm}0`, "43 characters instead of 42"],
    ["evm", evm.slice(2), "lacks 0x"],
    ["tron", `41${evm.slice(2)}`, "it is in hexadecimal"],
    ["evm", "vitalik.eth", "an address here is 0x and 40 hexadecimal digits"],
    ["tron", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "an address here is T and 33"],
    ["tron", "", "an address here is T and 33"]
  ] as const)("on %s, %j: %s", (format, text, fault) => assert.include(addressFault(format, text), fault))

  it("is never repeated in its fault, and always told what one is", () => {
    fc.assert(
      fc.property(fc.constantFrom("tron", "evm"), fc.string({ minLength: 12 }), (format, text) => {
        if (isAddress(format, text)) return
        const fault = addressFault(format, text)
        assert.notInclude(fault, text)
        assert.match(fault, /an address here is|around it/)
      })
    )
  })
})
