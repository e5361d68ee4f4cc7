import { Setting, SettingKind } from "@quittance/core"
import { Schema } from "effect"

/** When a deposit address is worth being emptied. */
export interface SweepSetting {
  readonly minimumMinor: bigint
  readonly maxFeeGwei: number
}

const { amount, ratio } = SettingKind

const description =
  "Empties deposit addresses into the treasury without being asked, where that is worth the gas; false: only quittance chain sweep does."

/** Two forms: the terms, or `false`. */
export const sweepSetting = (standard: SweepSetting): Setting.Setting<SweepSetting | false> => {
  const terms = Setting.group(
    {
      minimumMinor: amount("USDT", standard.minimumMinor, "What must lie on an address."),
      maxFeeGwei: ratio(
        standard.maxFeeGwei,
        "What the network may take for a unit of gas, in gwei; sweeps wait until it is less.",
        1e-9,
        1e6
      )
    },
    { description }
  )
  const off = Schema.Literal(false)
  return {
    given: Schema.Union([off, terms.given]),
    written: terms.written === undefined ? off : Schema.Union([off, terms.written]).annotate({ description }),
    standard
  }
}
