import { assert } from "@effect/vitest"
import { credentialsIn, QuittanceServer, quittance } from "./QuittanceProcess.ts"
import {
  advanceClock,
  balancePath,
  type Credentials,
  payoutRequest,
  payoutsPath,
  signedFetch
} from "./signedFetch.ts"

type Variables = Readonly<Record<string, string>>

/** What a payout of 1 USDT takes from the balance on this network. */
export const price = 3

/** A server whose partner `sandbox` has that much money. */
export const fundedServer = async (
  folder: string,
  amount: number,
  variables: Variables,
  flags: ReadonlyArray<string> = []
): Promise<QuittanceServer> => {
  const server = await QuittanceServer.start(folder, variables, flags)
  const adjusted = await quittance(
    ["balance", "adjust", "--partner", "sandbox", "--amount", String(amount), "--reason", "test"],
    folder,
    variables
  )
  assert.strictEqual(adjusted.status, 0, adjusted.stderr)
  return server
}

/** Asks until there is an answer other than that a process is away; the same request each time. */
export const paid = async (
  url: string | (() => string),
  credentials: Credentials,
  key: string
): Promise<string> => {
  while (true) {
    const to = typeof url === "string" ? url : url()
    const answer = await signedFetch(to, credentials, payoutRequest(key)).catch(() => undefined)
    if (answer === undefined || answer.status === 503) continue
    assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
    return (answer.body.payout as { id: string }).id
  }
}

const completed = async (url: string, credentials: Credentials, id: string): Promise<void> => {
  while (true) {
    const { body, status } = await signedFetch(url, credentials, { path: `${payoutsPath}/${id}` })
    assert.strictEqual(status, 200, JSON.stringify(body))
    if ((body.payout as { status: string }).status === "COMPLETED") return
    // What was in a call when its process was killed waits until it is looked at again.
    await advanceClock(url, credentials, 60)
  }
}

/** Every payout was carried out once. */
export const provenTransfers = async (
  folder: string,
  server: QuittanceServer,
  ids: ReadonlyArray<string>,
  credentials = credentialsIn(folder)
): Promise<void> => {
  assert.strictEqual(new Set(ids).size, ids.length)
  for (const id of ids) await completed(server.url, credentials, id)
  for (const id of ids) {
    const response = await fetch(`${server.url}/sandbox/v1/crypto/transfers?payoutId=${id}`, {
      headers: { "x-api-key": credentials.secret }
    })
    const { transfers } = (await response.json()) as { transfers: ReadonlyArray<unknown> }
    assert.lengthOf(transfers, 1, id)
  }
}

/** Nothing but these payouts was paid. The server stops. */
export const provenBalance = async (
  folder: string,
  server: QuittanceServer,
  payoutCount: number,
  funded: number
): Promise<void> => {
  const { body } = await signedFetch(server.url, credentialsIn(folder), { path: balancePath })
  assert.strictEqual((body.balance as { available: number }).available, funded - price * payoutCount)
  assert.strictEqual(await server.stop(), 0)
}

export const provenLedger = async (folder: string, variables: Variables = {}): Promise<void> => {
  const { status, stdout } = await quittance(["ledger", "verify"], folder, variables)
  assert.strictEqual(status, 0, stdout)
}
