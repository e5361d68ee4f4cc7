import { type Setting, SettingKind } from "@quittance/core/adapter"
import { Result, Schema } from "effect"

const { decimal, readDecimal } = SettingKind

/** More coins than anyone keeps in a wallet that pays for transactions. */
const coinsMax = 1_000_000_000

/** An amount of a network's own coin, in its smallest unit. In the file it is in coins, exact. */
export const coinAmount = (
  decimals: number,
  description: string,
  standard?: string
): Setting.Setting<bigint> => {
  const pattern = new RegExp(`^[0-9]{1,10}(?:\\.[0-9]{1,${decimals}})?$`)
  const expected = `must be from 0 to ${coinsMax} coins, with at most ${decimals} decimals`
  const read = (coins: number | string): Result.Result<bigint, string> => {
    const [whole = "", part = ""] = String(coins).split(".")
    return pattern.test(String(coins)) && Number(coins) <= coinsMax
      ? Result.succeed(BigInt(`${whole}${part.padEnd(decimals, "0")}`))
      : Result.fail(expected)
  }
  return {
    given: Schema.BigInt,
    written: decimal("an amount of the coin", {
      description,
      ...(standard === undefined ? {} : { default: standard })
    }).pipe(Schema.decodeTo(Schema.BigInt, readDecimal(read))),
    standard: standard === undefined ? 0n : Result.getOrThrow(read(standard))
  }
}
