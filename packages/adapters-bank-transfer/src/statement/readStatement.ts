import { type StatementItem, StatementRefused } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { BankAccount } from "../account/BankAccount.ts"
import { statementAccountOf } from "./StatementAccount.ts"
import { StatementReading } from "./StatementReading.ts"

/**
 * The entries of a file of statements, in its order, as they are read. It fails with `StatementRefused` where the file
 * is not to be trusted, which may be at its end. So a file is read twice: once to see that it is whole, and once to
 * book what it has.
 */
export const readStatement = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  account: BankAccount
): Stream.Stream<StatementItem, E | StatementRefused, R> =>
  Stream.suspend(() => {
    const reading = new StatementReading(statementAccountOf(account))
    return bytes.pipe(
      Stream.mapEffect((part) => refusable(() => reading.push(part))),
      Stream.concat(Stream.fromEffect(refusable(() => reading.end()))),
      Stream.flattenIterable
    )
  })

const refusable = <A>(read: () => A): Effect.Effect<A, StatementRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(read())
    } catch (cause) {
      return cause instanceof StatementRefused ? Effect.fail(cause) : Effect.die(cause)
    }
  })
