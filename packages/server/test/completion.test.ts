import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { commands } from "../src/cli/commands.ts"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()

const end = "<next>"

/** How each shell tells, by its own means and in one process, what it offers at the end of each line. */
const shells: Readonly<Record<string, ReadonlyArray<string>>> = {
  bash: [
    "--norc",
    "-c",
    `source ./quittance.bash
    for line in "$@"; do
      COMP_LINE=$line COMP_POINT=\${#line}; _quittance quittance
      ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"; echo '${end}'
    done`,
    "bash"
  ],
  zsh: ["-f", fileURLToPath(new URL("process/completionOf.zsh", import.meta.url))],
  fish: [
    "--no-config",
    "-c",
    `source ./quittance.fish; for line in $argv; complete -C "$line" | string split -f1 \\t; echo '${end}'; end`
  ]
}

const isHere = (shell: string): boolean => {
  try {
    execFileSync(shell, ["-c", ":"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** Typed, and what is offered then: exactly these, or these among others. */
const cases: ReadonlyArray<readonly [line: string, which: "all" | "some", offered: ReadonlyArray<string>]> = [
  ["quittance ", "some", [...new Set(commands.map(({ words: [first = ""] }) => first)), "help"]],
  ["quittance bal", "all", ["balance"]],
  ["quittance keys ", "all", ["create", "list", "reseal", "revoke"]],
  ["quittance help kyc d", "all", ["decide"]],
  ["quittance payouts list --st", "all", ["--status"]],
  ["quittance payouts list --status FA", "all", ["FAILED"]],
  ["quittance payouts list --limit 5 --cu", "all", ["--cursor"]],
  ["quittance balance entries --partner shop --kind payout.res", "all", ["payout.reserved"]],
  ["quittance completion z", "all", ["zsh"]],
  ["quittance batch import dra", "all", ["drawer"]],
  ["quittance batch import a", "all", ["a file.csv"]],
  ["quittance unicorns ", "all", []],
  // After a colon bash replaces what follows it only.
  ["quittance keys create --scopes crypto:r", "all", ["crypto:read"]],
  ["quittance keys create --scopes kyc:write,transit:r", "all", ["transit:read"]],
  ["quittance keys create --bind=idem", "all", ["idempotency"]]
]

beforeAll(async () => {
  writeFileSync(join(folder, "a file.csv"), "")
  mkdirSync(join(folder, "drawer"))
  for (const shell of Object.keys(shells)) {
    const { status, stdout } = await quittance(["completion", shell], folder)
    assert.strictEqual(status, 0)
    writeFileSync(join(folder, `quittance.${shell}`), stdout)
  }
})

const withoutQuotes = (text: string): string => text.replaceAll("\\ ", " ").replace(/[=/]$/, "")

describe.each(Object.entries(shells))("the completion of %s", (shell, args) => {
  it("offers what comes next, on a machine that has the shell", { timeout: 60_000 }, () => {
    if (!isHere(shell)) return
    const lines = cases.map(([line]) => line)
    const answer = execFileSync(shell, [...args, ...lines], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, HOME: folder }
    })
    const parts = answer.split(`${end}\n`)
    for (const [index, [line, which, expected]] of cases.entries()) {
      const printed = (parts[index] ?? "").split("\n").map(withoutQuotes)
      const found = [...new Set(printed.filter((each) => each !== ""))]
      const begun = lines[index]?.split(/[ =,]/).at(-1) ?? ""
      const whole = found.map((each) => wholeWord(each, begun))
      if (which === "all") assert.sameMembers(whole, [...expected], `${shell}: ${line}`)
      else assert.includeMembers(whole, [...expected], `${shell}: ${line}`)
    }
  })
})

/** What the shell makes of the word: fish prints the list or flag before it, bash only what follows a colon. */
const wholeWord = (offered: string, begun: string): string => {
  const last = offered.split(/[=,]/).at(-1) ?? ""
  const colon = begun.lastIndexOf(":")
  return colon === -1 || last.includes(":") ? last : begun.slice(0, colon + 1) + last
}

describe("the completion scripts", () => {
  it("name every command and every flag", async () => {
    for (const shell of Object.keys(shells)) {
      const { stdout } = await quittance(["completion", shell], folder)
      for (const { flags, words } of commands) {
        for (const word of words) assert.include(stdout, word)
        for (const { name } of flags) assert.include(stdout, shell === "fish" ? name.slice(2) : name)
      }
    }
  })
})
