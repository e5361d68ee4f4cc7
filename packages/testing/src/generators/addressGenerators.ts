import { defaultNetworks, type Network } from "@quittance/core"
import { type AddressFormat, addressOfBytes } from "@quittance/core/adapter"
import * as fc from "fast-check"

/** Networks and valid addresses on them. */

export const network: fc.Arbitrary<Network> = fc.constantFrom(...defaultNetworks)

const twentyBytes = fc.uint8Array({ minLength: 20, maxLength: 20 })

/** A valid address in its one canonical spelling. */
export const address = (format: AddressFormat): fc.Arbitrary<string> =>
  twentyBytes.map((bytes) => addressOfBytes(format, bytes))

/** Ways to break an address; `at` is a position after its prefix. */
const damages: ReadonlyArray<(valid: string, at: number) => string> = [
  (valid, at) => `${valid.slice(0, at)}!${valid.slice(at + 1)}`,
  (valid, at) => valid.slice(0, at) + valid.slice(at + 1),
  (valid) => `${valid}1`,
  (valid) => `X${valid.slice(1)}`
]

/** Text that looks like an address but is not one. */
export const brokenAddress = (format: AddressFormat): fc.Arbitrary<string> =>
  fc
    .tuple(address(format), fc.nat(), fc.constantFrom(...damages))
    .map(([valid, position, damage]) => damage(valid, 2 + (position % (valid.length - 2))))
