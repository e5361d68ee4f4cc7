/**
 * What a live server is given as `QUITTANCE_PROVIDERS`: everything outside is asked over loopback, from the soak's own
 * books.
 */
const outside = process.env.SOAK_OUTSIDE ?? ""
const patienceMillis = 10_000
/** Everything that was ever made is a long answer. */
const listMillis = 120_000

const marked = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${value}n` : value)
const unmarked = (_: string, value: unknown): unknown =>
  typeof value === "string" && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value

const ask =
  (name: string, millis = patienceMillis) =>
  async (...asked: ReadonlyArray<unknown>): Promise<unknown> => {
    const answer = await fetch(`${outside}/${name}`, {
      method: "POST",
      body: JSON.stringify(asked, marked),
      signal: AbortSignal.timeout(millis)
    })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
    return JSON.parse(await answer.text(), unmarked)
  }

export const payoutProcessor = {
  submit: ask("submit"),
  lookup: ask("lookup"),
  abandon: ask("abandon"),
  transfersSince: ask("transfersSince", listMillis)
}
export const depositAddresses = { derive: ask("derive"), transfers: ask("arrived") }
export const bankRail = { banks: ask("banks"), start: ask("start"), lookup: ask("payment") }
export const mailer = { send: ask("send") }
