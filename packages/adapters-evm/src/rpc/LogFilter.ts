import type { Hex } from "../hex.ts"
import type { Log } from "./ChainData.ts"

/** The events requested: of one contract, with these topics. `null` matches any topic, and a list any topic in it. */
export interface LogFilter {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex | null | ReadonlyArray<Hex>>
}

/** Whether these logs can be the answer: each matches the filter, and none occurs twice. */
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
