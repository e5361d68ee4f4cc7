import { type Hex, wordOf } from "./bytes.ts"
import type { DeployedContract, TronState } from "./TronState.ts"

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
    }
  /** The energy that is left is given back. */
  | { readonly ends: "REVERT"; readonly energy: bigint; readonly answer: Hex }

interface Call {
  readonly caller: Hex
  readonly to: Hex
  readonly data: Hex
  readonly callValue: bigint
}

const transferTopic: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

const addressWord = (address: Hex): Hex => `0x${address.slice(2).padStart(64, "0")}`
const addressAt = (data: Hex, word: number): Hex =>
  `0x${data.slice(10 + word * 64 + 24, 10 + word * 64 + 64)}`
const numberAt = (data: Hex, word: number): bigint =>
  BigInt(`0x${data.slice(10 + word * 64, 74 + word * 64)}`)

export const transferLog = (token: Hex, from: Hex, to: Hex, value: bigint): Log => ({
  address: token,
  topics: [transferTopic, addressWord(from), addressWord(to)],
  data: `0x${wordOf(value)}`
})

/** What `require(false, reason)` answers: `Error(string)`. */
const reverted = (energy: bigint, reason: string): Called => {
  const text = Buffer.from(reason)
  const padded = text.toString("hex").padEnd(Math.ceil(text.length / 32) * 64, "0")
  return { ends: "REVERT", energy, answer: `0x08c379a0${wordOf(32n)}${wordOf(BigInt(text.length))}${padded}` }
}

const readEnergy = 1_000n

const answered = (answer: Hex): Called => ({ ends: "SUCCESS", energy: readEnergy, answer, logs: [] })

/** Moves tokens if they are there. */
export const moveToken = (state: TronState, token: Hex, from: Hex, to: Hex, value: bigint): Log => {
  state.hold(token, from, state.holding(token, from) - value)
  state.hold(token, to, state.holding(token, to) + value)
  return transferLog(token, from, to, value)
}

const callToken = (state: TronState, { caller, data, to }: Call): Called => {
  const rules = state.token
  switch (data.slice(2, 10)) {
    case "a9059cbb": {
      if (data.length !== 138) return reverted(rules.energyOfRefusal, "")
      const recipient = addressAt(data, 0)
      const value = numberAt(data, 1)
      if (rules.isPaused) return reverted(rules.energyOfRefusal, "Pausable: paused")
      if (state.blocked.has(caller) || state.blocked.has(recipient))
        return reverted(rules.energyOfRefusal, "blocked")
      if (state.holding(to, caller) < value) return reverted(rules.energyOfRefusal, "insufficient balance")
      const energy = state.holding(to, recipient) > 0n ? rules.energyToHolder : rules.energyToNewHolder
      const log = moveToken(state, to, caller, recipient, value)
      return { ends: "SUCCESS", energy, answer: `0x${wordOf(1n)}`, logs: [log] }
    }
    case "70a08231":
      return answered(`0x${wordOf(state.holding(to, addressAt(data, 0)))}`)
    case "313ce567":
      return answered(`0x${wordOf(BigInt(rules.decimals))}`)
    default:
      return reverted(readEnergy, "")
  }
}

/** Carries out a call on a state, which is to be thrown away unless it ends in success. */
export const callContract = (state: TronState, contract: DeployedContract, call: Call): Called => {
  if (call.callValue > 0n) return reverted(readEnergy, "")
  switch (contract.behaviour.kind) {
    case "token":
      return callToken(state, call)
    case "factory":
    case "plain":
      return answered("0x")
  }
}

/** What is created by a transaction, as its bytecode says. */
export type Recogniser = (bytecode: Hex) => Pick<DeployedContract, "behaviour" | "code"> | undefined

const creationEnergy = 32_000n
/** `EnergyCost.getCreateData`, for each byte of code that is kept. */
const codeEnergy = 200n

/** Runs a constructor. Bytecode that nobody recognises becomes a contract that does nothing. */
export const createContract = (
  state: TronState,
  address: Hex,
  { bytecode, name, owner }: { readonly owner: Hex; readonly name: string; readonly bytecode: Hex }
): Called => {
  const made = state.recognises(bytecode) ?? { behaviour: { kind: "plain" }, code: bytecode }
  state.change(address, () => ({ isContract: true }))
  state.contracts.set(address, { ...made, origin: owner, name, bytecode })
  const energy = creationEnergy + codeEnergy * BigInt(made.code.length / 2 - 1)
  return { ends: "SUCCESS", energy, answer: made.code, logs: [] }
}
