import type { Captured } from "../Api.ts"
import { count, type Soak } from "../Soak.ts"

const replayCount = 8
const windowMillis = 5 * 60_000

interface Replay extends Captured {
  readonly key: string
  /** The name that the other key is sent under. */
  readonly header: "idempotency-key" | "x-idempotency-key"
}

/** Some of the signed payouts that were taken, each with another idempotency key than its own. */
export const newReplays = ({ api, dice }: Soak): ReadonlyArray<Replay> => {
  const recent = api.captured.filter(
    ({ path, sentAt }) => path.endsWith("/payouts") && Date.now() - sentAt < windowMillis
  )
  return Array.from({ length: replayCount }, () => dice.oneOf(recent)).flatMap((captured) =>
    captured === undefined ? [] : [replayOf(captured, dice)]
  )
}

const replayOf = (captured: Captured, dice: Soak["dice"]): Replay => ({
  ...captured,
  key: `replayed-${dice.hex(8)}`,
  header: dice.oneOf(["idempotency-key", "x-idempotency-key"]) ?? "idempotency-key"
})

/** Somebody who captured signed payouts sends them again: none may be taken. */
export const replay = async (soak: Soak, replays = newReplays(soak)): Promise<void> => {
  const { api, broken } = soak
  for (const { body, header, headers, key, path, sentAt } of replays) {
    const { "idempotency-key": _, "x-idempotency-key": __, ...rest } = headers
    const { code, status } = await api.raw("POST", path, { ...rest, [header]: key }, body)
    count(soak, `replays answered ${status} ${code}`)
    if (status >= 200 && status < 300) {
      broken(
        `a payout captured ${Math.round((Date.now() - sentAt) / 1_000)} s ago was taken again with another key`
      )
    }
  }
}
