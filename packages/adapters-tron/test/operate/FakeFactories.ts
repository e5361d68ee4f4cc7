import { factoryContracts, type Hex } from "@quittance/adapters-evm"
import { addressOf, type FakeMoves } from "@quittance/adapters-evm/testing"
import { Effect } from "effect"
import { addressOfHex } from "../../src/address.ts"
import { ForwarderFactory } from "../../src/contracts/ForwarderFactory.ts"

/** Factories of deposit addresses on a network in this process. */

export const treasury = addressOf(12)
const implementation = addressOf(70)

export class FakeFactories {
  readonly codes = new Map<Hex, Hex>()
  /** How often a code was asked for. */
  asked = 0

  /** Creates the whole factory of a treasury. */
  create(factory: Hex, of: Hex = treasury): void {
    const { factory: made, implementation: other } = this.contracts(factory, of)
    this.codes.set(made.address, made.code).set(other.address, other.code)
  }

  contracts(factory: Hex, of: Hex = treasury) {
    return factoryContracts(factory, of, implementation, ForwarderFactory)
  }

  network(fake: FakeMoves) {
    const { rpc, ...network } = fake.network
    const code = (address: Hex) =>
      Effect.sync(() => {
        this.asked += 1
        return this.codes.get(address) ?? "0x"
      })
    const call = () => Effect.succeed<Hex>(`0x${implementation.slice(2).padStart(64, "0")}`)
    return { ...network, treasury: addressOfHex(treasury), rpc: { ...rpc, code, call } as typeof rpc }
  }
}
