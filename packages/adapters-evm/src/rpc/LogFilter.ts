import type { Hex } from "../hex.ts"
import type { Log } from "./ChainData.ts"

/** Which events are asked for: of one contract, with these topics. `null` is any topic, and a list is any of it. */
export interface LogFilter {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex | null | ReadonlyArray<Hex>>
}

/** Whether these logs can be the answer: each fits the filter, and none is there twice. */
export const answersFilter = (logs: ReadonlyArray<Log>, filter: LogFilter): boolean =>
  logs.every((log) => fitsFilter(log, filter)) &&
  new Set(logs.map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)).size === logs.length

const fitsFilter = (log: Log, { address, topics }: LogFilter): boolean =>
  log.address === address.toLowerCase() &&
  topics.every((asked, index) => {
    if (asked === null) return true
    const found = log.topics[index]
    return [asked].flat().some((topic) => topic.toLowerCase() === found)
  })
