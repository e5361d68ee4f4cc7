import { Setting, SettingKind } from "@quittance/core/adapter"
import { Schema } from "effect"
import { coinAmount } from "./coinSetting.ts"

const { amount, ratio } = SettingKind

const minimumMinor = (usdt: bigint) =>
  amount("USDT", usdt * 1_000_000n, "The least amount on an address that is swept.")

/** Two forms: the terms, or `false`. */
const termsOrFalse = <F extends Setting.Fields>(
  description: string,
  fields: F
): Setting.Setting<Setting.ValuesOf<F> | false> => {
  const terms = Setting.group(fields, { description })
  const off = Schema.Literal(false)
  return {
    given: Schema.Union([off, terms.given]),
    written: terms.written === undefined ? off : Schema.Union([off, terms.written]).annotate({ description }),
    standard: terms.standard
  }
}

/** For which the gas of a first sweep, 51 000, is at most about 2 % of the moved amount. */
const evmTerms: Readonly<Record<string, { readonly minimum: bigint; readonly maxFeeGwei: number }>> = {
  ethereum: { minimum: 100n, maxFeeGwei: 10 },
  bsc: { minimum: 10n, maxFeeGwei: 3 },
  polygon: { minimum: 10n, maxFeeGwei: 500 }
}

/** When deposit addresses are emptied without being asked. */
export const evmSweep = (network: string) => {
  const { maxFeeGwei, minimum } = evmTerms[network] ?? { minimum: 50n, maxFeeGwei: 20 }
  return termsOrFalse(
    "Empties deposit addresses into the treasury automatically, if that is worth the gas; false: only quittance chain sweep does.",
    {
      minimumMinor: minimumMinor(minimum),
      maxFeeGwei: ratio(
        maxFeeGwei,
        "The highest fee for a unit of gas, in gwei; sweeps wait while it is higher.",
        1e-9,
        1e6
      )
    }
  )
}

/** The energy of a first sweep, 110 000 or so, burns 11 TRX: about 2 % of the minimum. */
export const tronSweep = (coinDecimals: number) =>
  termsOrFalse(
    "Empties deposit addresses into the treasury automatically, if that is worth the energy; false: only quittance chain sweep does.",
    {
      minimumMinor: minimumMinor(200n),
      maxFeeMinor: coinAmount(
        coinDecimals,
        "The most TRX that emptying one address may burn; sweeps wait while it is more.",
        "15"
      )
    }
  )
