import type { Flag } from "./Command.ts"
import type { CommandInput } from "./CommandInput.ts"
import { UsageError } from "./UsageError.ts"

const processesMax = 64

/** For `serve`, and for what checks it. */
export const processes: Flag = {
  name: "--processes",
  value: "N",
  help: "N processes serve the port, on PostgreSQL only; default 1"
}

export const processesIn = (input: CommandInput | undefined): number => {
  const text = input?.text("--processes") ?? "1"
  const count = /^[1-9]\d?$/.test(text) ? Number(text) : 0
  if (count === 0 || count > processesMax)
    throw new UsageError(`--processes must be a whole number from 1 to ${processesMax}, not "${text}".`)
  return count
}
