import { type Soak, count } from "../Soak.ts"

const replayCount = 8
const windowMillis = 5 * 60_000

/** Somebody who captured signed payouts sends them again, each with another idempotency key: none may be taken. */
export const replayCaptured = async (soak: Soak): Promise<void> => {
  const { api, broken, dice } = soak
  const recent = api.captured.filter(({ sentAt }) => Date.now() - sentAt < windowMillis)
  for (let sent = 0; sent < replayCount && recent.length > 0; sent++) {
    const captured = dice.oneOf(recent)
    if (captured === undefined || !captured.path.endsWith("/payouts")) continue
    const headers = { ...captured.headers, "x-idempotency-key": `replayed-${dice.hex(8)}` }
    const { code, status } = await api.raw("POST", captured.path, headers, captured.body)
    count(soak, `replays answered ${status} ${code}`)
    if (status >= 200 && status < 300) {
      broken(
        `a payout captured ${Math.round((Date.now() - captured.sentAt) / 1_000)} s ago was taken again with another key`
      )
    }
  }
}
