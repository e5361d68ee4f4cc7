import { assert } from "@effect/vitest"
import { verifyWebhook } from "@quittance/webhook-receiver"
import type { EventReceiver } from "./EventReceiver.ts"
import type { fiatClient } from "./fiatFetch.ts"

/** What a partner knows of a webhook of its own. */
export interface ListeningWebhook {
  readonly id: string
  readonly secret: string
}

/** A delivery as the log shows it. */
export interface ShownDelivery {
  readonly eventId: string
  readonly event: string
  readonly status: "pending" | "delivered" | "failed"
  readonly attempt: number
  readonly responseCode: number | null
  readonly responseBody: string | null
  readonly error: string | null
}

type Client = ReturnType<typeof fiatClient>

export const listenAt = async (
  client: Client,
  url: string,
  events: ReadonlyArray<string> = ["invoice.created"]
): Promise<ListeningWebhook> => {
  const { id, secret } = await client.post("/api/v1/webhooks", { url, events })
  return { id: String(id), secret: String(secret) }
}

/** The external ids of the invoices of a file. */
export const externalIdsOf = (file: string, rowCount: number): ReadonlyArray<string> =>
  Array.from({ length: rowCount }, (_, row) => `${file}-${row}`)

/** A file of invoices, one for each external id. */
export const csvOf = (externalIds: ReadonlyArray<string>): string =>
  `amount,currency,externalId\n${externalIds.map((id) => `1,USD,${id}\n`).join("")}`

const pageLimit = 100

/** The whole log of a webhook, newest first. */
export const logOf = async (client: Client, { id }: ListeningWebhook) => {
  const log: Array<ShownDelivery> = []
  for (let page = 1; ; page += 1) {
    const answer = await client.get(`/api/v1/webhooks/${id}/deliveries?limit=${pageLimit}&page=${page}`)
    const deliveries = answer.deliveries as ReadonlyArray<ShownDelivery>
    log.push(...deliveries)
    if (deliveries.length < pageLimit) return log
  }
}

/** Asks until so many deliveries wait for the webhook, or are under way. */
export const untilWaiting = async (
  client: Client,
  { id }: ListeningWebhook,
  count: number
): Promise<void> => {
  while (true) {
    const { deliveries } = await client.get(`/api/v1/webhooks/${id}/deliveries?status=pending`)
    if (Array.isArray(deliveries) && deliveries.length === count) return
  }
}

/** Asks until nothing waits for the webhook any more. */
export const untilNothingWaits = (client: Client, webhook: ListeningWebhook): Promise<void> =>
  untilWaiting(client, webhook, 0)

/**
 * Proves what a receiver saw: every arrival signed for this webhook, each event under one id and to the byte the same
 * each time. Answers the external id of the invoice that each event is of, by event id.
 */
export const provenArrivals = async ({ arrivals }: EventReceiver, { secret }: ListeningWebhook) => {
  const externalIds = new Map<string, string>()
  for (const [eventId, sameEvent] of arrivals) {
    for (const { body, headers } of sameEvent) {
      const { data, id } = await verifyWebhook(body, headers, secret)
      assert.strictEqual(id, eventId)
      assert.strictEqual(body, sameEvent[0]?.body)
      externalIds.set(eventId, String(data.object.externalId))
    }
  }
  return externalIds
}

/** Proves that the log of a webhook is true to what its receiver saw, and that everything arrived. */
export const proveDelivered = (log: ReadonlyArray<ShownDelivery>, { arrivals }: EventReceiver): void => {
  assert.sameMembers(
    log.map(({ eventId }) => eventId),
    [...arrivals.keys()]
  )
  for (const { attempt, eventId, responseCode, status } of log) {
    assert.deepStrictEqual([status, responseCode], ["delivered", 204], eventId)
    assert.isAtLeast(attempt, 1, eventId)
    assert.isAtMost(attempt, arrivals.get(eventId)?.length ?? 0, eventId)
  }
}
