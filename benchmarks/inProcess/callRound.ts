/** One round of calling something again and again in this process, one call after the other. */
import { percentile } from "../load/percentile.ts"
import { readMachineCpuMillis } from "../load/processUsage.ts"

export type CallRound = {
  readonly medianMillis: number
  readonly maxMillis: number
  /** Cores that everything else on the machine used meanwhile. */
  readonly otherCpuShare: number
}

export const measureCalls = async (
  calls: number,
  call: () => Promise<unknown> | unknown
): Promise<CallRound> => {
  const millis = new Float64Array(calls)
  const machineBefore = readMachineCpuMillis()
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  for (let index = 0; index < calls; index++) {
    const calledAt = performance.now()
    await call()
    millis[index] = performance.now() - calledAt
  }
  const elapsedMillis = performance.now() - startedAt
  const { system, user } = process.cpuUsage(cpuBefore)
  const otherMillis = readMachineCpuMillis() - machineBefore - (user + system) / 1_000
  const ascending = millis.sort()
  return {
    medianMillis: percentile(ascending, 0.5),
    maxMillis: percentile(ascending, 1),
    otherCpuShare: Math.max(0, otherMillis) / elapsedMillis
  }
}
