/**
 * Runs the checks named in the arguments, or those of `npm test`, every one to its end: the quick ones beside the
 * tests, which often wait, and the others one after the other. The last line printed is `N passed, N failed`: each test
 * counts as one, each other check as one. The exit status is 1 when any failed.
 */
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"

interface Count {
  readonly passed: number
  readonly failed: number
}

const vitestReport = "node_modules/.cache/gate/vitest.json"

/** The tests that walk a long way sample it: see CONTRIBUTING.md. */
const sample = () => {
  const { QUITTANCE_SEED = "1", QUITTANCE_STRIDE } = process.env
  return QUITTANCE_STRIDE === "1"
    ? "Long walks: every point"
    : `Long walks: a sample by QUITTANCE_SEED=${QUITTANCE_SEED}; \`npm run night\` goes all the way`
}

/** `kept` output is shown when the command has ended, so that it does not mix with that of another. */
const succeeds = async (command: string, output: "shown" | "kept" = "shown"): Promise<boolean> => {
  if (output === "shown") console.log(`\n> ${command}`)
  const stdio = output === "shown" ? "inherit" : "pipe"
  const child = spawn(command, { shell: true, stdio: ["ignore", stdio, stdio] })
  const chunks: Array<Buffer> = []
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk))
  const status = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null))
    child.once("close", resolve)
  })
  if (output === "kept") console.log(`\n> ${command}\n${Buffer.concat(chunks)}`)
  return status === 0
}

const one = (command: string, output?: "kept") => async (): Promise<Count> => {
  const ok = await succeeds(command, output)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/** A run that fails although no test did (a file that does not load, an unhandled rejection) counts as one failure. */
const tests = async (): Promise<Count> => {
  mkdirSync("node_modules/.cache/gate", { recursive: true })
  rmSync(vitestReport, { force: true })
  console.log(`\n${sample()}`)
  const ok = await succeeds(`vitest run --reporter=default --reporter=json --outputFile.json=${vitestReport}`)
  const { passed, failed } = testsIn(vitestReport)
  return { passed, failed: failed === 0 && !ok ? 1 : failed }
}

const testsIn = (report: string): Count => {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

const checks: Record<string, () => Promise<Count>> = {
  typecheck: one("npm run --silent typecheck", "kept"),
  lint: one("npm run --silent lint", "kept"),
  tests,
  build: one("npm run --silent build"),
  knip: one("npm run --silent knip", "kept")
}

/** They need nothing that another check makes, and one core. */
const besideTests = ["typecheck", "lint", "knip"]

const given = process.argv.slice(2)
const named = given.length > 0 ? given : ["typecheck", "lint", "tests"]

const inTurn = async (names: ReadonlyArray<string>) => {
  const counts: Array<Count & { readonly name: string }> = []
  for (const name of names) {
    const check = checks[name]
    if (check === undefined) {
      console.error(`no check is called ${name}; there are ${Object.keys(checks).join(", ")}`)
      counts.push({ name, passed: 0, failed: 1 })
    } else counts.push({ name, ...(await check()) })
  }
  return counts
}

const isBeside = (name: string) => besideTests.includes(name)
const counts = (
  await Promise.all([inTurn(named.filter(isBeside)), inTurn(named.filter((name) => !isBeside(name)))])
).flat()

if (named.includes("tests"))
  console.log(
    "\nCitus (experimental): not run, because no registry has it for the PostgreSQL of these tests; `npm run citus -- suites` runs its tests on a cluster"
  )

const total = (key: keyof Count) => counts.reduce((sum, count) => sum + count[key], 0)
console.log(
  `\n${counts.map((count) => `${count.name}: ${count.passed} passed, ${count.failed} failed`).join("\n")}`
)
console.log(`${total("passed")} passed, ${total("failed")} failed`)
process.exitCode = total("failed") === 0 ? 0 : 1
