/**
 * Runs the checks named in the arguments, or those of `npm test`, one after the other, every one to its end. The last
 * line printed is `N passed, N failed`: each test counts as one, each other check as one. The exit status is 1 when any
 * failed.
 */
import { spawnSync } from "node:child_process"
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

const succeeds = (command: string): boolean => {
  console.log(`\n> ${command}`)
  return spawnSync(command, { shell: true, stdio: ["ignore", "inherit", "inherit"] }).status === 0
}

const one = (command: string) => (): Count => {
  const ok = succeeds(command)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/** A run that fails although no test did (a file that does not load, an unhandled rejection) counts as one failure. */
const tests = (): Count => {
  mkdirSync("node_modules/.cache/gate", { recursive: true })
  rmSync(vitestReport, { force: true })
  console.log(`\n${sample()}`)
  const ok = succeeds(`vitest run --reporter=default --reporter=json --outputFile.json=${vitestReport}`)
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

const checks: Record<string, () => Count> = {
  typecheck: one("npm run --silent typecheck"),
  lint: one("npm run --silent lint"),
  tests,
  build: one("npm run --silent build"),
  publint: one("npm run --silent publint"),
  knip: one("npm run --silent knip")
}

const named = process.argv.slice(2)
const counts = (named.length > 0 ? named : ["typecheck", "lint", "tests"]).map((name) => {
  const check = checks[name]
  if (check === undefined) {
    console.error(`no check is called ${name}; there are ${Object.keys(checks).join(", ")}`)
    return { name, passed: 0, failed: 1 }
  }
  return { name, ...check() }
})

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
