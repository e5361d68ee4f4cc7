/** One upload of a file of invoices, timed from its first byte to the last one of its answer. */
import { batchForm, type BatchSample } from "../inProcess/BatchSample.ts"
import type { FiatTarget } from "./fiatRequest.ts"
import { postRequest } from "./fiatRequest.ts"
import { runLoadConnection } from "./loadConnection.ts"

/** Fails unless every row became an invoice. */
export const uploadBatch = (target: FiatTarget, sample: BatchSample): Promise<number> => {
  const { body, contentType } = batchForm(sample)
  const request = postRequest(target, "/api/v1/batch/invoices", contentType, body)
  return new Promise((resolve, reject) => {
    let toSend: Buffer | undefined = request
    let millis = 0
    runLoadConnection("127.0.0.1", target.port, {
      next: () => {
        const sent = toSend
        toSend = undefined
        return sent
      },
      answered: (status, latencyMillis, answer) => {
        millis = latencyMillis
        const { created, failed, invoices } = JSON.parse(answer()) as {
          readonly created?: number
          readonly failed?: number
          readonly invoices?: ReadonlyArray<unknown>
        }
        const isWhole = created === sample.rows && failed === 0 && invoices?.length === sample.rows
        if (status !== 201 || !isWhole) reject(new Error(`${status} ${answer().slice(0, 500)}`))
      },
      failed: (reason) => reject(new Error(reason)),
      stopped: () => resolve(millis)
    })
  })
}
