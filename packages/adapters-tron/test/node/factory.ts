import { addressAt, addressWord, bytesOf, type Hex, hexOf, keccakOf, numberAt, selectorOf } from "./bytes.ts"
import type { Call, Called, Log } from "./contracts.ts"
import type { Behaviour, TronState } from "./TronState.ts"
import { moveToken, refusalOfTransfer, transferEnergy } from "./token.ts"

export type Factory = Extract<Behaviour, { readonly kind: "factory" }>

/** A contract that gives deposit addresses and empties them, as it is compiled. */
export interface FactoryKind {
  /** What creates it, before the treasury that its constructor takes. */
  readonly creationCode: Hex
  /** The code that it and the implementation behind its addresses have then. */
  readonly codes: (at: { readonly factory: Hex; readonly implementation: Hex; readonly treasury: Hex }) => {
    readonly factory: Hex
    readonly implementation: Hex
  }
  /** What it wants to be left before it empties an address, so that the rest of them has its share. */
  readonly energyLeftMin: bigint
}

const cloneEnergy = 45_000n
const emptyingEnergy = 3_000n

/** The minimal proxy of EIP-1167, as it is created and as it is then. */
const proxyOf = (implementation: Hex): Hex =>
  `0x363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`
const creationOf = (implementation: Hex): Hex => `0x3d602d80600a3d3981f3${proxyOf(implementation).slice(2)}`

/** CREATE2: TRON's prefix of addresses is where Ethereum has 0xff (`WalletUtil.generateContractAddress2`). */
export const depositAddress = (factory: Hex, implementation: Hex, salt: Hex): Hex =>
  hexOf(
    keccakOf(
      ...[Uint8Array.of(0x41), bytesOf(factory), bytesOf(salt)],
      keccakOf(bytesOf(creationOf(implementation)))
    ).slice(12)
  )

/** The first CREATE inside a transaction (`actuator.TransactionUtil.generateContractAddress`). */
const innerCreatedAddress = (id: Hex): Hex => hexOf(keccakOf(bytesOf(id), new Uint8Array(8)).slice(12))

/** What the bytecode creates, if it is that of the factory: two contracts. Undefined if it is not. */
export const createFactory = (
  state: TronState,
  kind: FactoryKind | undefined,
  {
    address,
    bytecode,
    id,
    owner
  }: { readonly address: Hex; readonly bytecode: Hex; readonly id: Hex; readonly owner: Hex }
): { readonly behaviour: Factory; readonly code: Hex } | undefined => {
  if (kind === undefined || bytecode.length !== kind.creationCode.length + 64) return undefined
  if (!bytecode.startsWith(kind.creationCode)) return undefined
  const treasury: Hex = `0x${bytecode.slice(-40)}`
  const implementation = innerCreatedAddress(id)
  const codes = kind.codes({ factory: address, implementation, treasury })
  state.change(implementation, () => ({ isContract: true }))
  state.contracts.set(implementation, {
    ...{ behaviour: { kind: "plain" }, origin: owner, name: "", bytecode: "0x", code: codes.implementation }
  })
  const behaviour = { kind: "factory", treasury, implementation, energyLeftMin: kind.energyLeftMin } as const
  return { behaviour, code: codes.factory }
}

/** `sweep(address,bytes32[])`, `implementation()`, `treasury()`, `addressOf(bytes32)` */
export const callFactory = (state: TronState, factory: Factory, { data, to }: Call): Called => {
  switch (data.slice(2, 10)) {
    case selectorOf("sweep(address,bytes32[])"):
      return sweep(state, factory, to, addressAt(data, 0), saltsIn(data))
    case selectorOf("implementation()"):
      return answering(addressWord(factory.implementation))
    case selectorOf("treasury()"):
      return answering(addressWord(factory.treasury))
    case selectorOf("addressOf(bytes32)"):
      return answering(addressWord(depositAddress(to, factory.implementation, `0x${data.slice(10, 74)}`)))
    default:
      return { ends: "REVERT", energy: 500n, answer: "0x" }
  }
}

const answering = (answer: Hex): Called => ({ ends: "SUCCESS", energy: 500n, answer, logs: [] })

const saltsIn = (data: Hex): ReadonlyArray<Hex> => {
  const start = 10 + Number(numberAt(data, 1)) * 2
  const count = Number(BigInt(`0x${data.slice(start, start + 64)}`))
  return Array.from({ length: count }, (_, i): Hex => {
    const at = start + 64 * (i + 1)
    return `0x${data.slice(at, at + 64)}`
  })
}

/** Each address on its own: one whose transfer is refused is skipped, and told of. A zero token is TRX. */
const sweep = (
  state: TronState,
  factory: Factory,
  to: Hex,
  token: Hex,
  salts: ReadonlyArray<Hex>
): Called => {
  const { energyLeftMin, implementation, treasury } = factory
  const logs: Array<Log> = []
  const least: Array<bigint> = []
  let energy = 1_000n
  for (const salt of salts) {
    const deposit = depositAddress(to, implementation, salt)
    if (!state.contracts.has(deposit)) {
      energy += cloneEnergy
      const code = proxyOf(implementation)
      state.change(deposit, () => ({ isContract: true }))
      state.contracts.set(deposit, {
        ...{ behaviour: { kind: "plain" }, origin: to, name: "", bytecode: "0x", code }
      })
    }
    least.push(energy + energyLeftMin)
    energy += emptyingEnergy
    if (BigInt(token) === 0n) {
      const { balance } = state.accounts.get(deposit) ?? { balance: 0n }
      state.pay(deposit, -balance)
      state.pay(treasury, balance)
      continue
    }
    const value = state.holding(token, deposit)
    if (value === 0n) continue
    energy += transferEnergy(state, token, treasury)
    const refused = refusalOfTransfer(state, token, deposit, treasury, value)
    if (refused === undefined) logs.push(moveToken(state, token, deposit, treasury, value))
    // The token answers `false` in any case, and the factory passes that on.
    logs.push(skipped(to, token, salt, deposit))
  }
  return { ends: "SUCCESS", energy, answer: "0x", logs, least }
}

const skipped = (factory: Hex, token: Hex, salt: Hex, deposit: Hex): Log => ({
  address: factory,
  topics: [hexOf(keccakOf(Buffer.from("Skipped(address,bytes32,address)"))), addressWord(token), salt],
  data: addressWord(deposit)
})
