/** The two tables of the report: writers (no HTTP) and servers. Figures are medians of the rounds. */
import type { WriteRound } from "./inProcess/writeRound.ts"
import { markdownTable } from "./markdownTable.ts"
import type { SharedWriteRound } from "./postgres/writerRounds.ts"
import { type Measured, medianOf } from "./rounds.ts"
import type { CarriedOut, ServerRound } from "./serverRound.ts"

type Column<Round> = {
  readonly title: string
  readonly figure: (round: Round) => number
  readonly decimals: number
}

const latencyColumns: ReadonlyArray<Column<Omit<SharedWriteRound, "databaseCpuMicrosPerRow">>> = [
  { title: "p50 ms", figure: (round) => round.p50Millis, decimals: 2 },
  { title: "p99 ms", figure: (round) => round.p99Millis, decimals: 2 },
  { title: "max ms", figure: (round) => round.maxMillis, decimals: 1 }
]

const costColumns: typeof latencyColumns = [
  { title: "CPU µs/payout", figure: (round) => round.cpuMicrosPerRow, decimals: 1 },
  { title: "other CPU", figure: (round) => round.otherCpuShare, decimals: 2 }
]

const writerColumns: ReadonlyArray<Column<WriteRound>> = [
  ...latencyColumns,
  ...costColumns,
  { title: "file bytes/payout", figure: (round) => round.fileBytesPerRow, decimals: 0 }
]

const sharedCostColumns: ReadonlyArray<Column<SharedWriteRound>> = [
  ...costColumns,
  { title: "database CPU µs/payout", figure: (round) => round.databaseCpuMicrosPerRow, decimals: 1 }
]

const serverColumns: ReadonlyArray<Column<ServerRound>> = [
  { title: "p50 ms", figure: (round) => round.p50, decimals: 1 },
  { title: "p99 ms", figure: (round) => round.p99, decimals: 1 },
  { title: "max ms", figure: (round) => round.max, decimals: 1 },
  { title: "server CPU", figure: (round) => round.serverCpuShare ?? 0, decimals: 2 },
  { title: "server CPU µs/request", figure: (round) => round.cpuMicrosPerRequest, decimals: 0 },
  { title: "generator CPU", figure: (round) => round.generatorCpuShare, decimals: 2 },
  { title: "other CPU", figure: (round) => round.otherCpuShare ?? 0, decimals: 2 },
  { title: "idle MB", figure: (round) => round.residentIdleBytes / 1e6, decimals: 0 },
  { title: "peak MB", figure: (round) => round.residentPeakBytes / 1e6, decimals: 0 }
]

/** With a database beside the server. */
const sharedServerColumns: ReadonlyArray<Column<ServerRound>> = [
  { title: "database CPU µs/request", figure: (round) => round.sharedCpuMicrosPerRequest, decimals: 0 },
  ...serverColumns
]

const rangeOf = (figures: ReadonlyArray<number>): string =>
  `${Math.min(...figures).toFixed(0)}–${Math.max(...figures).toFixed(0)}`

const table = <Round extends { readonly ratePerSecond: number }>(
  subjectTitle: string,
  columns: ReadonlyArray<Column<Round>>,
  measured: ReadonlyArray<Measured<Round>>
): string =>
  markdownTable(
    [subjectTitle, "per second", "range", ...columns.map(({ title }) => title)],
    measured.map(({ name, rounds }) => [
      name,
      medianOf(rounds, (round) => round.ratePerSecond).toFixed(0),
      rangeOf(rounds.map((round) => round.ratePerSecond)),
      ...columns.map(({ figure, decimals }) => medianOf(rounds, figure).toFixed(decimals))
    ])
  )

export const writerTable = (measured: ReadonlyArray<Measured<WriteRound>>): string =>
  table("writer", writerColumns, measured)

export const sharedWriterTable = (measured: ReadonlyArray<Measured<SharedWriteRound>>): string =>
  table("writer", [...latencyColumns, ...sharedCostColumns], measured)

/** Of work for which nobody waits. */
export const sharedWorkTable = (measured: ReadonlyArray<Measured<SharedWriteRound>>): string =>
  table("work", sharedCostColumns, measured)

/** Adds a line per kind of error when there were any: a rate with errors is no rate. */
export const serverTable = (measured: ReadonlyArray<Measured<ServerRound>>): string => {
  const failures = measured.flatMap(({ name, rounds }) => {
    const errors = rounds.reduce((sum, round) => sum + round.errors, 0)
    const samples = rounds.flatMap((round) => round.errorSamples).slice(0, 5)
    return errors === 0 ? [] : [`${name}: ${errors} errors`, ...samples.map((sample) => `  ${sample}`)]
  })
  const isShared = measured.some(({ rounds }) => rounds.some((round) => round.sharedCpuMicrosPerRequest > 0))
  return [table("server", isShared ? sharedServerColumns : serverColumns, measured), ...failures].join("\n")
}

/** Of the servers whose payouts have an outcome. */
export const carriedOutTable = (measured: ReadonlyArray<Measured<ServerRound>>): string => {
  const figure = (rounds: ReadonlyArray<ServerRound>, of: (round: CarriedOut) => number, decimals: number) =>
    medianOf(
      rounds.flatMap(({ carriedOut }) => carriedOut ?? []),
      of
    ).toFixed(decimals)
  return markdownTable(
    [
      "payouts that have their outcome",
      "carried out per second",
      "without outcome after the load",
      "× the load's time"
    ],
    measured
      .filter(({ rounds }) => rounds.some(({ carriedOut }) => carriedOut !== undefined))
      .map(({ name, rounds }) => [
        name,
        figure(rounds, (round) => round.ratePerSecond, 0),
        figure(rounds, (round) => round.backlog, 0),
        figure(rounds, (round) => round.overLoad, 2)
      ])
  )
}
