import { Effect, Schema } from "effect"
import type { Hex } from "../hex.ts"
import { signedFault } from "./signedFault.ts"
import { hashOfBytes } from "./signedTransaction.ts"
import { type Signer, SignerUnavailable, type UnsignedTransaction } from "./Signer.ts"

/** Something that holds the keys of wallets, so that the store does not. Nothing that it answers is believed. */
export interface OutsideSigner {
  /** The addresses that it signs for. */
  readonly accounts: Effect.Effect<ReadonlyArray<string>, SignerUnavailable>
  /** The signed transaction, as nodes take it. */
  readonly sign: (wallet: Hex, transaction: UnsignedTransaction) => Effect.Effect<string, SignerUnavailable>
}

/** A signer of the host, in Promises. A rejection means that it did not sign: the payout waits, and it is asked again. */
export interface HostSigner {
  /** The addresses that it signs for. */
  readonly accounts: () => Promise<ReadonlyArray<string>>
  /**
   * Signs a transaction of one of them, within ten seconds. Answers the bytes that nodes take, as hex: they are compared with what was
   * asked for. `digestSigner` makes one out of a function that signs 32 bytes.
   */
  readonly sign: (wallet: Hex, transaction: UnsignedTransaction) => Promise<string>
}

const answerMillisMax = 10_000
const reasonLengthMax = 200

export const hostSigner = ({ accounts, sign }: HostSigner): OutsideSigner => {
  const asked = <A>(ask: () => Promise<A>) =>
    Effect.tryPromise({
      try: ask,
      catch: (cause) => {
        const said = cause instanceof Error ? cause.message : String(cause)
        const [line = ""] = said.split("\n")
        return new SignerUnavailable({ reason: `the signer failed: ${line.slice(0, reasonLengthMax)}` })
      }
    }).pipe(
      Effect.timeoutOrElse({
        duration: answerMillisMax,
        orElse: () =>
          Effect.fail(new SignerUnavailable({ reason: `the signer did not answer in ${answerMillisMax} ms` }))
      })
    )
  return {
    accounts: Effect.filterOrFail(
      asked(accounts),
      Schema.is(Schema.Array(Schema.String)),
      () => new SignerUnavailable({ reason: "the signer does not say which addresses it signs for" })
    ),
    sign: (wallet, transaction) => asked(() => sign(wallet, transaction))
  }
}

/** Signs with a signer outside, and compares its answer with what was asked for. */
export const checkedSigner = (outside: OutsideSigner): Signer => ({
  sign: Effect.fnUntraced(function* (wallet, transaction) {
    const answer = yield* outside.sign(wallet, transaction)
    const fault = signedFault(wallet, transaction, answer)
    if (fault !== undefined)
      return yield* new SignerUnavailable({
        reason: `what the signer answered for wallet ${wallet} is not used: ${fault}`
      })
    const bytes = answer.toLowerCase() as Hex
    return { bytes, hash: hashOfBytes(bytes) }
  })
})
