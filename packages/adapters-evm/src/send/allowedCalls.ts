import type { ChainTransactionOrder } from "@quittance/core/adapter"
import { type Hex, word } from "../hex.ts"
import { selector as sweepSelector } from "../sweepCall.ts"
import { transferSelector } from "../tokenCalls.ts"

/** The only contracts that wallets of a network may call. */
export interface AllowedContracts {
  readonly token: string
  /** Once it is recorded: the one of the configured treasury. */
  readonly factory: string | undefined
  /** What creates it: a call, or nothing but data. */
  readonly deployment: Call
}

/** What a transaction is signed for. */
export type SigningPurpose = ChainTransactionOrder["purpose"] | "cancellation"

/** The part of a transaction that says what it does. */
export interface Call {
  /** Omitted if it creates a contract. */
  readonly to?: Hex
  readonly data: Hex
}

/**
 * Why nothing may be signed for a call; undefined if it may. It checks the call itself, not its origin, so a changed
 * row of the store, or an order that nobody gave, moves no money.
 */
export const forbiddenCall = (
  purpose: SigningPurpose,
  wallet: string,
  { data, to }: Call,
  { deployment, factory, token }: AllowedContracts
): string | undefined => {
  if (to === undefined && (purpose !== "deployment" || deployment.to !== undefined))
    return "it creates a contract"
  switch (purpose) {
    case "payout":
      if (!same(to, token)) return `it calls ${to}, which is not the token`
      return isTransfer(data, token) ? undefined : "it calls the token, but not for a transfer"
    case "sweep":
      if (factory === undefined || !same(to, factory))
        return `it calls ${to}, which is not the recorded factory`
      return isSweep(data, token) ? undefined : "it calls the factory, but not to sweep the token"
    case "deployment":
      return same(to, deployment.to) && data === deployment.data
        ? undefined
        : "it is not the deployment of the factory"
    case "cancellation":
      return same(to, wallet) && data === "0x"
        ? undefined
        : "it is not a transfer of nothing to the wallet itself"
  }
}

const same = (one: string | undefined, other: string | undefined): boolean =>
  one?.toLowerCase() === other?.toLowerCase()

const transferPattern = new RegExp(`^0x${transferSelector}0{24}(?!0{40})([0-9a-f]{40})(?!0{64})[0-9a-f]{64}$`)

/** Of something, and not to where it is lost: the zero address, and the token itself. */
const isTransfer = (data: string, token: string): boolean => {
  const recipient = transferPattern.exec(data)?.[1]
  return recipient !== undefined && !same(`0x${recipient}`, token)
}

/** Of the token, from one address or more. */
const isSweep = (data: string, token: string): boolean => {
  const [, count = "", salts = ""] =
    new RegExp(
      `^0x${sweepSelector}${word(BigInt(token))}${word(64n)}([0-9a-f]{64})((?:[0-9a-f]{64})+)$`
    ).exec(data) ?? []
  return count === word(BigInt(salts.length / 64))
}
