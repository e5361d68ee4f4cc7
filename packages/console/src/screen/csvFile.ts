import { csvLines } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { Look } from "../look/Look.ts"
import type { Column } from "../look/parts.ts"
import type { ScreenFailure } from "./Seen.ts"

/** Everything of a stream as lines of CSV, with all columns; only a piece of it is held. */
export const csvFile = <Item, E>(
  columns: ReadonlyArray<Column<Item>>,
  items: Stream.Stream<Item, E>,
  look: Look
): Stream.Stream<string, E> => {
  const lines = Stream.mapArray(
    items,
    (some) => [csvLines(some.map((item) => columns.map(({ cell }) => cell(item).csv(look))))] as const
  )
  return Stream.concat(Stream.succeed(csvLines([columns.map(({ title }) => title)])), lines)
}

/**
 * What a browser gets of it, by the clock of who asks, which in a sandbox is its own. A stream that fails in the middle
 * breaks off, so that nobody takes its start for the whole.
 */
export const csvContent = (lines: Stream.Stream<string, ScreenFailure>, path: string) =>
  Effect.map(Effect.context<never>(), (context) => ({
    body: Stream.toReadableStreamWith(Stream.encodeText(lines), context),
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${path.replaceAll(/[^a-z-]+/g, "-").replace(/^-/, "")}.csv"`
    }
  }))
