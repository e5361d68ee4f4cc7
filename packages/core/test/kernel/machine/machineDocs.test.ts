import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { machineDocs } from "../../../scripts/machineDocs.ts"
import { renderMachine } from "../../../scripts/renderMachine.ts"

describe("docs/machines", () => {
  for (const { text, url } of machineDocs()) {
    const name = url.pathname.split("/").at(-1)
    it(`${name} says what the machine does now; if not, run: npm run docs:machines`, () =>
      assert.strictEqual(readFileSync(url, "utf8"), text))
  }
})

describe("the page of a machine", () => {
  const page = renderMachine<"off" | "on" | "broken", "Press" | "Hit">(
    {
      title: "Lamp",
      source: "Lamp.ts",
      around: "A hand presses it.",
      initial: "off",
      transitions: { off: { Press: ["on"] }, on: { Press: ["on", "broken"], Hit: ["broken"] }, broken: {} },
      states: { off: "Dark.", on: "Bright.", broken: "Gone." },
      commands: { Press: "Press it.", Hit: "Hit it." }
    },
    "const x = 1\n\n/**\n * A lamp.\n *\n *     off → on\n *\n * It breaks:\n *\n *     on → broken\n */\n"
  )

  it("says what the docblock of the machine says, without its drawing, and what is around it", () =>
    assert.include(page, "\n\nA lamp.\n\nIt breaks.\n\nA hand presses it.\n\n```mermaid"))

  it("draws every edge once, with its commands, from the beginning to the end", () =>
    assert.include(
      page,
      [
        "stateDiagram-v2",
        "  [*] --> on: Press",
        "  on --> on: Press",
        "  on --> broken: Press, Hit",
        "  broken --> [*]",
        "```"
      ].join("\n")
    ))

  it("has a cell for every state and command", () => {
    assert.include(page, "| `off` | `on` | – |")
    assert.include(page, "| `on` | stays, `broken` | `broken` |")
    assert.include(page, "| `broken` | – | – |")
  })
})
