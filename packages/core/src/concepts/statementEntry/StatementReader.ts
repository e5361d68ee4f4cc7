import { Context, type Stream } from "effect"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import type { StatementItem } from "./StatedEntry.ts"
import type { StatementRefused } from "./StatementRefused.ts"

/** How large a file may be: far more than a statement of a day or a month has. */
export const statementFileBytesMax = 100 * 1024 * 1024

/**
 * Reads the files that banks export. An adapter knows their formats, and how each account is written in them; the core
 * knows what is read.
 */
export class StatementReader extends Context.Service<
  StatementReader,
  {
    /**
     * What a file of an account says, in its order. It fails with `StatementRefused` where the file is not to be
     * trusted, which may be at its end, and with `NotFound` if there is no account of that name.
     */
    readonly read: <E, R>(
      account: string,
      bytes: Stream.Stream<Uint8Array, E, R>
    ) => Stream.Stream<StatementItem, E | NotFound | StatementRefused, R>
  }
>()("@quittance/core/concepts/statementEntry/StatementReader") {}
