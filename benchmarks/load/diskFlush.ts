/**
 * The cost of one durable write on this disk: the median time to append 4 KiB and flush. A server that commits every
 * request by itself with synchronous=FULL cannot be faster than one flush per request. So a rate means nothing without
 * this figure.
 */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { percentile } from "./percentile.ts"

const samples = 400

export const measureFlushMillis = (directory: string): number => {
  const file = join(directory, "flush.probe")
  const descriptor = openSync(file, "w")
  const page = Buffer.alloc(4_096, 1)
  const millis = new Float64Array(samples)
  try {
    for (let index = 0; index < samples; index++) {
      const startedAt = performance.now()
      writeSync(descriptor, page)
      fdatasyncSync(descriptor)
      millis[index] = performance.now() - startedAt
    }
  } finally {
    closeSync(descriptor)
    rmSync(file)
  }
  return percentile(millis.sort(), 0.5)
}
