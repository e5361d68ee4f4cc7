import { type StatementItem, StatementRefused } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { BankAccount } from "../account/BankAccount.ts"
import { KeptItems, keptBytesMax } from "./KeptItems.ts"
import { statementAccountOf } from "./StatementAccount.ts"
import { StatementReading } from "./StatementReading.ts"

/**
 * The entries of a file of statements, in its order, as they are read. It fails with `StatementRefused` where the file
 * is not to be trusted, which may be at its end. So the stream is run twice: once to see that the file is whole, and
 * once to book what it has. The second run has what the first one read, unless that is too much to keep.
 */
export const readStatement = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  account: BankAccount,
  bytesMax = keptBytesMax
): Stream.Stream<StatementItem, E | StatementRefused, R> => {
  let whole: KeptItems | undefined
  return Stream.suspend(() => {
    if (whole !== undefined) return whole.items
    const reading = new StatementReading(statementAccountOf(account))
    const kept = new KeptItems(bytesMax)
    const keeping = (items: ReadonlyArray<StatementItem>) => {
      kept.add(items)
      return items
    }
    const end = () => {
      const items = keeping(reading.end())
      if (kept.isWhole) whole = kept
      return items
    }
    return bytes.pipe(
      Stream.mapEffect((part) => refusable(() => keeping(reading.push(part)))),
      Stream.concat(Stream.fromEffect(refusable(end))),
      Stream.flattenIterable
    )
  })
}

const refusable = <A>(read: () => A): Effect.Effect<A, StatementRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(read())
    } catch (cause) {
      return cause instanceof StatementRefused ? Effect.fail(cause) : Effect.die(cause)
    }
  })
