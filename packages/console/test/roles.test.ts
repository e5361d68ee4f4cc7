import { Operations } from "@quittance/core"
import { mayDo, type PersonRole, roles } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe, expect } from "vitest"
import { areasOf } from "../src/areas/areas.ts"
import { pathOf } from "../src/frame/screenPaths.ts"
import type { Screen } from "../src/screen/Screen.ts"
import { en } from "../src/words/en/en.ts"
import { inWorld, joined } from "./ConsoleWorld.ts"

const screens = areasOf(en).flatMap((area) => area.screens)

/** Nobody has such a record, and a form names nothing. */
const pathWith = (screen: Screen, partner: string): string =>
  pathOf(screen)
    .replace("{partner}", partner)
    .replaceAll(/\{\w+\}/g, "unknown")
    .slice(1)

const who: ReadonlyArray<PersonRole> = [...roles, "operator"]

describe("who sees which screen, and who may send which form,", () => {
  inWorld("follows from the permission of its operation, for one's own partner and no other", function* () {
    const { partners } = yield* Operations
    const { id } = yield* partners.ensure("shop")
    const other = yield* partners.ensure("foreign")
    // A roster needs an owner before it has others.
    yield* joined({ name: "first", partner: "shop" })
    const matrix: Array<string> = []
    for (const role of who) {
      const person = yield* joined(
        role === "operator" ? { name: role } : { name: role, partner: "shop", role }
      )
      const { browser } = person
      for (const screen of screens) {
        const { operation, path, scope } = screen
        const isOperator = role === "operator"
        const isIn = scope !== "operator" || isOperator
        const may = isIn && (operation === null || mayDo(role, operation))
        const name = `${role} at ${scope} ${path}`
        const at = pathWith(screen, id)
        const answers = [
          yield* browser.get(at),
          ...(screen.send === undefined ? [] : [yield* browser.post(at, { nonce: "some-nonce" })]),
          ...(screen.csv === undefined ? [] : [yield* browser.get(`${at}.csv`)])
        ]
        for (const { status, text } of answers) {
          // A form that must be proven is refused on its own page.
          const isRefused = text.includes(`<title>${en.frame.refusedTitle}`)
          if (!isIn) assert.strictEqual(status, 404, name)
          else if (!may) assert.deepStrictEqual([status, isRefused], [403, true], name)
          else {
            assert.isFalse(status === 403 && isRefused, name)
            assert.isBelow(status, 500, name)
            if (!path.includes("{")) assert.notStrictEqual(status, 404, name)
          }
        }
        if (scope === "partner" && !isOperator) {
          assert.strictEqual((yield* browser.get(pathWith(screen, other.id))).status, 404, name)
          if (screen.send !== undefined) {
            const sent = yield* browser.post(pathWith(screen, other.id), { nonce: "some-nonce" })
            assert.strictEqual(sent.status, 404, name)
          }
        }
        if (may) matrix.push(`${role}\t${scope}${path}${screen.send === undefined ? "" : "\tsends"}`)
      }
    }
    yield* Effect.promise(() => expect(`${matrix.join("\n")}\n`).toMatchFileSnapshot("./roles.txt"))
  })
})
