import { workerData } from "node:worker_threads"
import { giveBack } from "./decode/giveBack.ts"
import { Undecodable } from "./decode/ImageDecoder.ts"
import { loadDecoder } from "./decode/loadDecoder.ts"
import { loadJudge } from "./judge/loadJudge.ts"
import type { Worker, WorkerSettings } from "./pool/Work.ts"

const settings: WorkerSettings = workerData

/** Loaded before the first work is taken. What cannot be loaded is said to everyone who asks, and stops no process. */
const [decoder, judge] = await Promise.allSettled([
  loadDecoder(settings.decoder, settings.secondsMax),
  loadJudge()
])

const loaded = <A>(part: PromiseSettledResult<A>): A => {
  if (part.status === "rejected") throw part.reason
  return part.value
}

const work: Worker = async (asked) => {
  if (asked._tag === "Warm") return { _tag: "Ready" }
  Atomics.store(asked.begunAt, 0, process.hrtime.bigint())
  try {
    const image = await loaded(decoder).decode(asked.bytes, asked.header)
    const evidence = loaded(judge).judge(image)
    giveBack(image.rgb)
    return { _tag: "Judged", evidence }
  } catch (cause) {
    if (cause instanceof Undecodable) return { _tag: "Refused", fault: cause.fault, limit: cause.limit }
    throw cause
  } finally {
    giveBack(asked.bytes)
  }
}

export default work
