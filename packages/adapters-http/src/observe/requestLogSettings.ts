import { Setting, SettingKind } from "@quittance/core/adapter"

/** How much of the request log a process writes, each declared only here. */
export const requestLogSettings = Setting.group(
  {
    answeredPerSecond: SettingKind.count(
      100,
      "How many answered requests are written a second; of more, a sample is.",
      0,
      1_000_000
    ),
    refusedPerSecond: SettingKind.count(
      10,
      "How many refused requests of one client network are written a second.",
      0,
      1_000_000
    )
  },
  { description: "The log of requests." }
)

type Standard = typeof requestLogSettings.standard

/** How much is written. */
export interface RequestLogTable extends Standard {}
