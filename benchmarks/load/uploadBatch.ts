/** One upload of a file of invoices, timed from its first byte to the last one of its answer. */
import { type BatchSample, batchForm } from "../inProcess/BatchSample.ts"
import { type FiatTarget, postRequest } from "./fiatRequest.ts"
import { runLoadConnection } from "./loadConnection.ts"

export type Upload = { readonly request: Buffer; readonly rows: number }

/** Made before the clock starts, so that the caller does not stand still while it times others. */
export const uploadOf = (target: FiatTarget, sample: BatchSample): Upload => {
  const { body, contentType } = batchForm(sample)
  return { request: postRequest(target, "/api/v1/batch/invoices", contentType, body), rows: sample.rows }
}

/** Fails unless every row became an invoice. */
export const uploadBatch = (port: number, { request, rows }: Upload): Promise<number> =>
  new Promise((resolve, reject) => {
    let toSend: Buffer | undefined = request
    let millis = 0
    runLoadConnection("127.0.0.1", port, {
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
        const isWhole = created === rows && failed === 0 && invoices?.length === rows
        if (status !== 201 || !isWhole) reject(new Error(`${status} ${answer().slice(0, 500)}`))
      },
      failed: (reason) => reject(new Error(reason)),
      stopped: () => resolve(millis)
    })
  })
