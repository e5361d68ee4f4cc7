import { addressAt, addressWord, type Hex, numberAt, selectorOf, wordOf } from "./bytes.ts"
import type { Call, Called, Log } from "./contracts.ts"
import type { TronState } from "./TronState.ts"

const transferTopic: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

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

const answering = (answer: Hex): Called => ({ ends: "SUCCESS", energy: readEnergy, answer, logs: [] })

/** A balance that was zero takes a place of its own. */
export const transferEnergy = ({ holding, token: rules }: TronState, token: Hex, to: Hex): bigint =>
  holding(token, to) > 0n ? rules.energyToHolder : rules.energyToNewHolder

/** Why the token does not move. Undefined if it does. */
export const refusalOfTransfer = (
  { blocked, holding, token: { isPaused } }: TronState,
  token: Hex,
  from: Hex,
  to: Hex,
  value: bigint
): string | undefined => {
  if (isPaused) return "paused"
  if (blocked.has(from) || blocked.has(to)) return "blocked"
  return holding(token, from) < value ? "insufficient balance" : undefined
}

/** Moves tokens that are there. */
export const moveToken = (state: TronState, token: Hex, from: Hex, to: Hex, value: bigint): Log => {
  state.hold(token, from, state.holding(token, from) - value)
  state.hold(token, to, state.holding(token, to) + value)
  return transferLog(token, from, to, value)
}

/** `transfer`, `balanceOf`, `decimals` */
export const callToken = (state: TronState, { caller, data, to }: Call): Called => {
  switch (data.slice(2, 10)) {
    case selectorOf("transfer(address,uint256)"): {
      const recipient = addressAt(data, 0)
      const value = numberAt(data, 1)
      const refused =
        data.length === 138 ? refusalOfTransfer(state, to, caller, recipient, value) : "no arguments"
      if (refused !== undefined) return reverted(state.token.energyOfRefusal, refused)
      const energy = transferEnergy(state, to, recipient)
      const kept = (value * BigInt(state.token.keeps)) / 10_000n
      const log = moveToken(state, to, caller, recipient, value - kept)
      const logs = kept === 0n ? [log] : [log, moveToken(state, to, caller, to, kept)]
      // As USDT on TRON does: `false`, although the amount is moved.
      return { ends: "SUCCESS", energy, answer: `0x${wordOf(0n)}`, logs }
    }
    case selectorOf("balanceOf(address)"):
      return answering(`0x${wordOf(state.holding(to, addressAt(data, 0)))}`)
    case selectorOf("decimals()"):
      return answering(`0x${wordOf(BigInt(state.token.decimals))}`)
    case selectorOf("basisPointsRate()"):
      return state.token.saysWhatItKeeps
        ? answering(`0x${wordOf(BigInt(state.token.keeps))}`)
        : reverted(readEnergy, "no such function")
    default:
      return reverted(readEnergy, "no such function")
  }
}
