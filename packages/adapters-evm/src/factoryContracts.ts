import { Forwarder } from "./contracts/Forwarder.ts"
import { ForwarderFactory } from "./contracts/ForwarderFactory.ts"
import { cloneCode, create2Address, createAddress } from "./depositAddress.ts"
import { bytesOf, type Hex, hexOf, keccak, word } from "./hex.ts"

/**
 * A contract that has the same address on nearly every network and creates, by CREATE2, the contract that it is sent
 * (github.com/Arachnid/deterministic-deployment-proxy).
 */
export const deterministicDeployer = "0x4e59b44847b379578588920cA78FbF26c0B4956C"

const deployerSalt: Hex = `0x${word(0n)}`

/** A contract and the code that must be there. */
export interface ExpectedCode {
  readonly address: Hex
  readonly code: Hex
}

/** The two contracts behind the deposit addresses of a treasury. */
export interface FactoryContracts {
  readonly factory: ExpectedCode
  /** What deposit addresses delegate to; the factory creates it. */
  readonly implementation: ExpectedCode
}

/** The transaction that creates the factory of a treasury, and where it will be. */
export interface FactoryDeployment {
  readonly address: Hex
  readonly to: Hex
  readonly data: Hex
}

/** A factory as it was compiled, for one kind of network. */
interface CompiledFactory {
  readonly bytecode: Hex
  readonly runtimeCode: Hex
  readonly immutables: {
    readonly treasury: ReadonlyArray<number>
    readonly implementation: ReadonlyArray<number>
    readonly cloneHash: ReadonlyArray<number>
  }
}

/** Creates the factory of a treasury. */
export const factoryInitCode = (treasury: Hex, { bytecode }: CompiledFactory = ForwarderFactory): Hex =>
  `${bytecode}${word(BigInt(treasury))}`

/**
 * Deployed by the deterministic deployer: the address follows from the treasury alone, whoever sends the transaction.
 */
export const deterministicDeployment = (treasury: Hex): FactoryDeployment => ({
  address: create2Address(deterministicDeployer, deployerSalt, factoryInitCode(treasury)),
  to: deterministicDeployer,
  data: `${deployerSalt}${factoryInitCode(treasury).slice(2)}`
})

/**
 * What must be on the chain before the first deposit address is given out. Both codes contain the treasury, so the
 * money goes there, no matter who deployed the contracts.
 */
export const factoryContracts = (
  factory: Hex,
  treasury: Hex,
  implementation = createAddress(factory, 1),
  compiled: CompiledFactory = ForwarderFactory
): FactoryContracts => ({
  factory: {
    address: factory,
    code: filledIn(compiled, {
      treasury: BigInt(treasury),
      implementation: BigInt(implementation),
      cloneHash: BigInt(hexOf(keccak(bytesOf(cloneCode(implementation)))))
    })
  },
  implementation: {
    address: implementation,
    code: filledIn(Forwarder, { TREASURY: BigInt(treasury) })
  }
})

/** The code of a contract with its immutable values. */
const filledIn = <Name extends string>(
  contract: {
    readonly runtimeCode: Hex
    readonly immutables: { readonly [N in Name]: ReadonlyArray<number> }
  },
  values: { readonly [N in Name]: bigint }
): Hex => {
  const code = bytesOf(contract.runtimeCode)
  for (const name in contract.immutables)
    for (const start of contract.immutables[name]) code.set(bytesOf(`0x${word(values[name])}`), start)
  return hexOf(code)
}
