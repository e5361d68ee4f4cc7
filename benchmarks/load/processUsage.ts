/** Memory and CPU time of a process, and the CPU time of the whole machine, from procfs (Linux only). */
import { readFileSync } from "node:fs"

export type ProcessUsage = {
  readonly residentBytes: number
  readonly residentPeakBytes: number
  /** User and system time since the process began, all of its threads together. */
  readonly cpuMillis: number
}

// USER_HZ is 100 on every Linux that Node runs on, whatever the kernel's own tick.
const millisPerTick = 10

const kibibytesOf = (status: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0)

export const readProcessUsage = (pid: number): ProcessUsage => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return {
    residentBytes: kibibytesOf(status, "VmRSS") * 1_024,
    residentPeakBytes: kibibytesOf(status, "VmHWM") * 1_024,
    cpuMillis: cpuMillisOf(pid)
  }
}

/** The command name is in parentheses and may hold spaces, so fields are counted from behind it: utime is the 12th. */
const statFields = (pid: number): ReadonlyArray<string> => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
}

const cpuMillisOf = (pid: number): number => {
  const fields = statFields(pid)
  return (Number(fields[11]) + Number(fields[12])) * millisPerTick
}

/** CPU time of a process, of its children, and of those that have ended. */
export const readFamilyCpuMillis = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
  const ended = statFields(pid).slice(13, 15).map(Number)
  const endedMillis = ended.reduce((sum, ticks) => sum + ticks, 0) * millisPerTick
  return [pid, ...(children === "" ? [] : children.split(" ").map(Number))]
    .map(cpuMillisUnlessEnded)
    .reduce((sum, millis) => sum + millis, endedMillis)
}

const cpuMillisUnlessEnded = (pid: number): number => {
  try {
    return cpuMillisOf(pid)
  } catch {
    return 0
  }
}

/** CPU time that all processes and the kernel have used since boot, all cores together. */
export const readMachineCpuMillis = (): number => {
  const [, user, nice, system, , , interrupts, softInterrupts] =
    /^cpu\s+(.*)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[0].split(/\s+/).map(Number) ?? []
  const ticks = [user, nice, system, interrupts, softInterrupts]
  return ticks.reduce<number>((sum, value) => sum + (value ?? 0), 0) * millisPerTick
}
