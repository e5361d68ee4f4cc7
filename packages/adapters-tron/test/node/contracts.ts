import type { Hex } from "./bytes.ts"
import { callFactory, createFactory } from "./factory.ts"
import type { DeployedContract, TronState } from "./TronState.ts"
import { callToken } from "./token.ts"

export interface Log {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex>
  readonly data: Hex
}

/** What a call does if it has energy enough. */
export type Called =
  | {
      readonly ends: "SUCCESS"
      readonly energy: bigint
      readonly answer: Hex
      readonly logs: ReadonlyArray<Log>
      /** Limits that it asks about while it runs: with less it reverts. */
      readonly least?: ReadonlyArray<bigint>
    }
  /** The energy that is left is given back. */
  | { readonly ends: "REVERT"; readonly energy: bigint; readonly answer: Hex }

export interface Call {
  readonly caller: Hex
  readonly to: Hex
  readonly data: Hex
  readonly callValue: bigint
}

/** Carries out a call on a state, which is to be thrown away unless it ends in success. Nothing here takes TRX. */
export const callContract = (state: TronState, { behaviour }: DeployedContract, call: Call): Called => {
  if (call.callValue > 0n) return { ends: "REVERT", energy: 200n, answer: "0x" }
  switch (behaviour.kind) {
    case "token":
      return callToken(state, call)
    case "factory":
      return callFactory(state, behaviour, call)
    case "plain":
      return { ends: "SUCCESS", energy: 200n, answer: "0x", logs: [] }
  }
}

const creationEnergy = 32_000n
/** `EnergyCost.getCreateData`, for each byte of code that is kept. */
const codeEnergy = 200n

/** Runs a constructor. Bytecode that nobody recognises becomes a contract that does nothing. */
export const createContract = (
  state: TronState,
  created: {
    readonly address: Hex
    readonly id: Hex
    readonly owner: Hex
    readonly name: string
    readonly bytecode: Hex
  }
): Called => {
  const { address, bytecode, name, owner } = created
  const { behaviour, code } = createFactory(state, state.factoryKind, created) ?? {
    behaviour: { kind: "plain" },
    code: bytecode
  }
  state.change(address, () => ({ isContract: true }))
  state.contracts.set(address, { behaviour, code, origin: owner, name, bytecode })
  const energy = creationEnergy + codeEnergy * BigInt(code.length / 2 - 1)
  return { ends: "SUCCESS", energy, answer: code, logs: [] }
}
