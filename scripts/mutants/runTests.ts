import { spawn } from "node:child_process"
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { type Plan, planVariable, type Said } from "./Plan.ts"

const folder = `node_modules/.cache/mutants/${process.pid}`

export interface Ended {
  readonly said: ReadonlyArray<Said>
  readonly isFailed: boolean
  /** The mutant with which nothing went on. */
  readonly stuck: string | undefined
}

const journalled = (journal: string): ReadonlyArray<Said> =>
  readFileSync(journal, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** Slack for a machine that does something else for a while. */
const slackMillis = 15_000

/** Runs tests in a process of their own, which is ended when a mutant does not let it go on. */
export const runTests = async (
  plan: Omit<Plan, "journal">,
  { bail = 0, limitMillis }: { readonly bail?: number; readonly limitMillis: number }
): Promise<Ended> => {
  mkdirSync(folder, { recursive: true })
  const journal = `${folder}/${plan.task._tag}.jsonl`
  const planFile = `${folder}/plan.json`
  writeFileSync(journal, "")
  writeFileSync(planFile, JSON.stringify({ ...plan, journal } satisfies Plan))
  const log = openSync(`${folder}/${plan.task._tag}.log`, "w")
  const child = spawn(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config=scripts/mutants/vitest.config.ts",
      "--reporter=default",
      "--silent",
      `--bail=${bail}`,
      ...plan.files
    ],
    { detached: true, stdio: ["ignore", log, log], env: { ...process.env, [planVariable]: planFile } }
  )
  closeSync(log)
  let exit: number | undefined
  const end = (): void => {
    if (child.pid !== undefined && exit === undefined) process.kill(-child.pid, "SIGKILL")
  }
  const interrupted = (): void => {
    end()
    process.exit(1)
  }
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted)
  child.on("exit", (code) => {
    exit = code ?? 1
  })
  let bytes = 0
  let movedAt = performance.now()
  let last: Said | undefined
  let stuck: string | undefined
  while (exit === undefined) {
    await pause(200)
    const { size } = statSync(journal)
    if (size > bytes) {
      bytes = size
      movedAt = performance.now()
      last = journalled(journal).at(-1)
    }
    const isLate = last?._tag === "killed" && last.isLate
    const limit = last?._tag === "begun" ? last.limitMillis + slackMillis : limitMillis
    if (exit !== undefined || (!isLate && performance.now() - movedAt < limit)) continue
    stuck = last?._tag === "begun" || last?._tag === "killed" ? last.id : undefined
    end()
    while (exit === undefined) await pause(20)
  }
  process.off("SIGINT", interrupted).off("SIGTERM", interrupted)
  return { said: journalled(journal), isFailed: exit !== 0, stuck }
}
