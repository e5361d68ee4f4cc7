import type { RecordedDelivery } from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import { BulkRows, bulkStatement, isMeant, type Partners, texts } from "./BulkRows.ts"

/** A message that retention erases, with its deliveries. */
export interface ErasedMessage {
  readonly partnerId: string
  readonly id: string
  readonly deliveries: ReadonlyArray<RecordedDelivery>
}

const erasure = (table: string) =>
  bulkStatement(
    `erase ${table}`,
    texts("id"),
    (relation) => `DELETE FROM ${table} USING ${relation.rows} WHERE ${isMeant(table, texts("id"), relation)}`
  )

const eraseMessages = erasure("webhook_messages")
const eraseDeliveries = erasure("webhook_deliveries")

export class ErasedRows {
  readonly #messages = new BulkRows(eraseMessages)
  readonly #deliveries = new BulkRows(eraseDeliveries)

  add({ deliveries, id, partnerId }: ErasedMessage): void {
    this.#messages.add(partnerId, [id])
    for (const { order } of deliveries) this.#deliveries.add(partnerId, [order.id])
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [...this.#messages.calls(partners), ...this.#deliveries.calls(partners)]
  }
}
