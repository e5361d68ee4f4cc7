import { Effect, Schema } from "effect"
import type { Hex } from "../hex.ts"
import { type Signer, SignerUnavailable, type UnsignedTransaction } from "./Signer.ts"
import type { TransactionForm } from "./TransactionForm.ts"

/** A service that holds the keys of wallets, so that the store does not. None of its answers is trusted. */
export interface OutsideSigner<Transaction = UnsignedTransaction, Address extends string = Hex> {
  /** The addresses that it signs for. */
  readonly accounts: Effect.Effect<ReadonlyArray<string>, SignerUnavailable>
  /** The signed transaction, as nodes take it. */
  readonly sign: (wallet: Address, transaction: Transaction) => Effect.Effect<string, SignerUnavailable>
}

/**
 * A signer of the host, in Promises. A rejection means that it did not sign: the payout waits, and it is asked again.
 */
export interface HostSigner<Transaction = UnsignedTransaction, Address extends string = Hex> {
  /** The addresses that it signs for. */
  readonly accounts: () => Promise<ReadonlyArray<string>>
  /**
   * Signs a transaction of one of them, within ten seconds. Returns the bytes that nodes take, as hex; they are
   * compared with the request. `digestSigner` creates a signer from a function that signs 32 bytes.
   */
  readonly sign: (wallet: Address, transaction: Transaction) => Promise<string>
}

const answerMillisMax = 10_000
const reasonLengthMax = 200

export const hostSigner = <Transaction, Address extends string>({
  accounts,
  sign
}: HostSigner<Transaction, Address>): OutsideSigner<Transaction, Address> => {
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

/** Signs with an external signer, and compares its answer with the request. */
export const checkedSigner = <Transaction, Address extends string>(
  form: TransactionForm<Transaction, Address>,
  outside: OutsideSigner<Transaction, Address>
): Signer<Transaction, Address> => ({
  sign: Effect.fnUntraced(function* (wallet, transaction) {
    const answer = yield* outside.sign(wallet, transaction)
    const fault = form.faultOf(wallet, transaction, answer)
    if (fault !== undefined)
      return yield* new SignerUnavailable({
        reason: `the signer's answer for wallet ${wallet} is not used: ${fault}`
      })
    const bytes = answer.toLowerCase() as Hex
    return { bytes, hash: form.hashOf(bytes, transaction) }
  })
})
