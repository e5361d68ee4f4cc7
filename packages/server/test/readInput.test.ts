import { assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { commands } from "../src/cli/commands.ts"
import { commandHelp, overview } from "../src/cli/help.ts"
import { readInput } from "../src/cli/readInput.ts"
import { type ReadyCommand, readyCommand } from "../src/cli/readyCommand.ts"
import { runCommandLine } from "../src/cli/runCommandLine.ts"

const sample: ReadyCommand = {
  more: "",
  words: ["things", "make"],
  summary: "make a thing",
  example: "quittance things make ID1 --amount 5",
  operands: [{ name: "ID", help: "of the thing" }],
  flags: [
    { name: "--amount", value: "AMOUNT", required: true, help: "how much" },
    { name: "--as", value: "KIND", choices: ["one", "two", "three"], help: "which" },
    { name: "--tag", value: "TAG,…", many: true, help: "how it is found" },
    { name: "--json", help: "for programs" }
  ],
  load: () => Promise.reject(new Error("not called"))
}

const read = (...args: ReadonlyArray<string>) => readInput(sample, args)

describe("readInput", () => {
  it("takes a value after the flag or after =, also one that starts with a dash", () => {
    for (const args of [
      ["ID1", "--amount", "-5"],
      ["--amount=-5", "ID1"],
      ["--amount", "-5", "--", "ID1"]
    ]) {
      const input = read(...args)
      assert.deepStrictEqual(
        [input.required("--amount"), input.operand, input.has("--json")],
        ["-5", "ID1", false]
      )
    }
    assert.strictEqual(read("--amount=a=b", "x").text("--amount"), "a=b")
    assert.strictEqual(read("--amount", "1", "--", "--json").operand, "--json")
  })

  it("collects what may be given several times, and commas", () => {
    assert.deepStrictEqual(read("x", "--amount", "1", "--tag", "a,b", "--tag=c").texts("--tag"), [
      "a",
      "b",
      "c"
    ])
    assert.isUndefined(read("x", "--amount", "1").texts("--tag"))
  })

  it("takes several operands where a command does, in their order", () => {
    const several = { ...sample, operands: [{ name: "ID", help: "of things", many: true }] } as const
    const input = readInput(several, ["a", "--amount", "1", "-", "--", "--json"])
    assert.deepStrictEqual([input.operands, input.operand], [["a", "-", "--json"], "a"])
    assert.throws(
      () => readInput(several, ["--amount", "1"]),
      "ID is missing: write quittance things make ID."
    )
    assert.include(commandHelp(several), "Usage: quittance things make ID… --amount AMOUNT")
  })

  it.each([
    [["x"], "--amount is missing: write --amount AMOUNT."],
    [["--amount", "1"], "ID is missing: write quittance things make ID."],
    [["x", "y", "--amount", "1"], '"y" is not expected: quittance things make takes one ID.'],
    [["x", "--amount"], "--amount needs a value: write --amount AMOUNT."],
    [["x", "--amount="], "--amount needs a value: write --amount AMOUNT."],
    [["x", "--amount", "--json"], "--amount needs a value: write --amount AMOUNT."],
    [["x", "--amount", "1", "--amount", "2"], "--amount is given twice: give it once."],
    [["x", "--amount", "1", "--as", "four"], '--as must be one, two or three, not "four".'],
    [["x", "--amount", "1", "--tag", "a,,b"], "--tag has an empty value between commas: write --tag TAG,…."],
    [["x", "--amount", "1", "--json=yes"], "--json is a switch and takes no value: write --json alone."],
    [
      ["x", "--amount", "1", "--ammount", "2"],
      "--ammount is not a flag of this command: did you mean --amount?"
    ],
    [["x", "--js"], "--js is not a flag of this command: did you mean --json?"],
    [["x", "-json"], "-json is not a flag of this command: did you mean --json?"],
    [["x", "--nothing-like-it"], "--nothing-like-it is not a flag of this command: it takes --amount, --as,"],
    [["x", "--__proto__=1"], "--__proto__ is not a flag of this command: it takes --amount"],
    [["x", "-j"], "-j is not a flag of this command: it takes --amount, --as, --tag, --json."]
  ])("%j: %s", (args, message) => {
    assert.throws(() => read(...args), message)
  })
})

describe("help", () => {
  it("explains every command and every flag", async () => {
    const ready = await Promise.all(commands.map(readyCommand))
    for (const command of ready) {
      assert.include(overview(), `  ${command.words.join(" ")}`)
      for (const { help, name } of command.flags) {
        assert.include(commandHelp(command), name)
        assert.include(commandHelp(command), help)
      }
    }
    const long = [overview(), ...ready.map(commandHelp)].join("\n").split("\n")
    assert.deepStrictEqual(
      long.filter((line) => line.length > 110),
      []
    )
  })

  it("has an example of every command, which is understood", async () => {
    const words = ({ example }: { example: string }) =>
      [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "").slice(1)
    for (const command of await Promise.all(commands.map(readyCommand))) {
      const typed = words(command)
      assert.deepStrictEqual(typed.slice(0, command.words.length), command.words)
      assert.doesNotThrow(() => readInput(command, typed.slice(command.words.length)), command.example)
      assert.include(commandHelp(command), `Example: ${command.example}\n`)
    }
  })

  it("says of every command without --json why", () => {
    const without = commands.filter(({ flags }) => !flags.some(({ name }) => name === "--json"))
    assert.deepStrictEqual(
      without.map(({ words }) => words.join(" ")),
      // Its log is JSON; what it prints is JSON; it prints a file of a bank; it prints a script.
      ["serve", "config schema", "statements export", "completion"]
    )
  })

  const printed = async (...args: ReadonlyArray<string>) => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true)
    try {
      assert.strictEqual(await runCommandLine(args), 0)
      return written.mock.calls.join("")
    } finally {
      written.mockRestore()
    }
  }
  const refused = async (...args: ReadonlyArray<string>) => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true)
    try {
      assert.strictEqual(await runCommandLine(args), 2)
      return written.mock.calls.join("")
    } finally {
      written.mockRestore()
    }
  }

  it("of a group shows its commands and no others", async () => {
    for (const { words } of commands.filter(({ words }) => words.length > 1)) {
      for (const args of [
        [words[0] ?? "", "--help"],
        [words[0] ?? "", "-h"],
        ["help", words[0] ?? ""]
      ]) {
        const group = await printed(...args)
        for (const each of commands)
          assert.strictEqual(group.includes(`\n  ${each.words.join(" ")} `), each.words[0] === words[0])
      }
    }
    assert.include(await printed("webhooks", "list", "--help"), "Usage: quittance webhooks list [FLAGS]")
    assert.include(await printed("analytics", "--help"), "Usage: quittance analytics --partner NAME [FLAGS]")
  })

  it("is what quittance alone prints, and starts no server", async () => {
    for (const args of [[], ["help"], ["--help"], ["-h"], ["help", "help"]])
      assert.strictEqual(await printed(...args), overview())
  })

  it("of every command is what quittance help COMMAND prints", async () => {
    for (const command of commands)
      assert.strictEqual(await printed("help", ...command.words), commandHelp(await readyCommand(command)))
  })

  it.each([
    [["help", "kyes"], '"kyes" is not a command: did you mean keys? quittance help keys explains it.'],
    [["help", "keys", "craete"], '"keys craete" is not a command: write quittance keys create.'],
    [["help", "Invoice"], '"Invoice" is not a command: did you mean invoices?'],
    [["help", "unicorns"], '"unicorns" is not a command: the commands are serve, config, '],
    [
      ["pay"],
      '"pay" is not a command: did you mean payouts or payments? quittance help COMMAND explains it.'
    ],
    [["inv"], '"inv" is not a command: did you mean invoices?'],
    [["sevre"], '"sevre" is not a command: did you mean serve?'],
    [["payouts", "lst"], '"payouts lst" is not a command: write quittance payouts list.'],
    [["keys"], '"keys" is an incomplete command: write quittance keys create or quittance keys list or'],
    [
      ["--processes", "2"],
      "--processes has no command before it: write quittance serve --processes or quittance config check --processes;"
    ],
    [["completion", "bush"], 'SHELL must be bash, zsh or fish, not "bush": did you mean bash?'],
    [["--json"], "--json has no command before it: write quittance COMMAND --json;"]
  ])("%j names what was meant", async (args, sentence) => {
    assert.include(await refused(...args), sentence)
  })
})
