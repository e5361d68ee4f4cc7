import { Analytics, Partners } from "@quittance/core"
import {
  analyticsCsv,
  analyticsQuery,
  type CalendarDate,
  type Instant,
  millisPerDay
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { dateOrInstantIn } from "../cli/instantIn.ts"
import { UsageError } from "../cli/UsageError.ts"
import { servicesLayer } from "../start/services.ts"
import { analyticsReport } from "./analyticsReport.ts"
import { checked, onStore, usageErrorOf } from "./onStore.ts"
import { csvOutput, printJson, printLines } from "./print.ts"

const flags = {
  from: "--from",
  to: "--to",
  currency: "--currency",
  groupBy: "--group-by",
  timezone: "--timezone"
} as const

/** The line width if the terminal does not report one. */
const columnsDefault = 80

/** A range without an end ends now by the store's clock, so only there can it be compared with `from`. */
const anyInstant: Instant = 0
const endAfter = (from: Instant | CalendarDate | undefined): Instant | undefined =>
  typeof from === "string" ? Date.parse(from) + 2 * millisPerDay : from === undefined ? undefined : from + 1

/** `quittance analytics`: analytics of a partner's fiat invoices, for people, programs or as CSV. */
export const run: RunCommand = (input) => {
  if (input.has("--json") && input.has("--csv"))
    throw new UsageError("--json and --csv exclude each other: give one of them.")
  const request = {
    from: dateOrInstantIn(input, flags.from),
    to: dateOrInstantIn(input, flags.to),
    currency: input.text(flags.currency),
    groupBy: input.text(flags.groupBy),
    timezone: input.text(flags.timezone)
  }
  checked(flags, analyticsQuery({ ...request, to: request.to ?? endAfter(request.from) }, anyInstant))
  const tell = Effect.gen(function* () {
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const analytics = yield* Analytics
    const view = yield* Effect.mapError(analytics.get(partner.id, request), (error) =>
      error._tag === "InvalidInput" ? usageErrorOf(flags)(error) : error
    )
    if (input.has("--json")) printJson({ partnerId: partner.id, ...view })
    else if (input.has("--csv")) process.stdout.write(csvOutput(analyticsCsv(view)))
    else {
      const { columns = columnsDefault, isTTY } = process.stdout
      const screen = { columns, bars: isTTY ? "blocks" : "plain" } as const
      printLines(analyticsReport(partner.name, view, screen))
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), tell)
}
