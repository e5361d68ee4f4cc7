import { setTimeout as sleep } from "node:timers/promises"
import type { Decode } from "../../src/index.ts"

export interface Mood {
  readonly mood:
    | "tell"
    | "spin"
    | "wait"
    | "nap"
    | "hoard"
    | "hoardWhileWaiting"
    | "leave"
    | "exit"
    | "crash"
    | "throw"
    | "environment"
  readonly megabytes?: number
}

const megabytes = (count: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: count }, () => new Uint8Array(2 ** 20).fill(1))

const left: Array<ReadonlyArray<Uint8Array>> = []

/** Does what it is told. */
const decode: Decode<Mood, unknown> = async (bytes, { megabytes: count = 0, mood }) => {
  switch (mood) {
    case "tell":
      return { bytes: bytes.length, sum: bytes.reduce((sum, byte) => sum + byte, 0), pid: process.pid }
    case "spin":
      for (;;);
    case "wait":
      return new Promise(() => undefined)
    case "nap":
      await sleep(300)
      return "rested"
    case "hoard":
      return megabytes(count).length
    case "hoardWhileWaiting": {
      const hoard = megabytes(count)
      await new Promise(() => undefined)
      return hoard.length
    }
    case "leave":
      left.push(megabytes(count))
      return process.pid
    case "exit":
      return process.exit(3)
    case "crash":
      return process.kill(process.pid, "SIGSEGV")
    case "throw":
      throw new Error("it does not like the file\nof which nobody is told")
    case "environment":
      return Object.keys(process.env)
  }
}

export default decode
