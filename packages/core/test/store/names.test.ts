import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { accountWebhookEvents, fiatWebhookEvents } from "../../src/concepts/webhook/WebhookEvents.ts"
import { claimScopes, jobKinds } from "../../src/store/names.ts"
import { webhookTopics } from "../../src/store/topics.ts"

const root = fileURLToPath(new URL("../../src/", import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(`${root}${path}`, "utf8"))

const callsOf = (name: string) => RegExp(`\\b${name}\\(\\s*("[^"]+")`, "g")

/** The names that concepts declare where this pattern finds them. */
const declaredBy = (pattern: RegExp): ReadonlyArray<string> =>
  sources.flatMap((text) =>
    [...text.matchAll(pattern)].flatMap(([, found = ""]) =>
      [...found.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name)
    )
  )

describe("names of concepts", () => {
  const collections = [
    { what: "of jobs", declare: callsOf("jobKind"), collected: jobKinds },
    {
      what: "of claims",
      declare: callsOf("(?:partner|global|creation)Scope"),
      collected: claimScopes.map(({ name }) => name)
    },
    {
      what: "of webhook events",
      declare: /\bexport const \w+Events = (\[\s*"[^\]]*\])/g,
      collected: [...fiatWebhookEvents, ...accountWebhookEvents]
    },
    {
      what: "of webhook events, with their topics,",
      declare: /\bexport const \w+Events = (\[\s*"[^\]]*\])/g,
      collected: Object.keys(webhookTopics)
    }
  ]

  for (const { collected, declare, what } of collections) {
    it(`${what} are all collected, and each is declared once`, () => {
      const declared = declaredBy(declare)
      assert.isNotEmpty(declared)
      assert.sameMembers([...collected], [...declared])
      assert.strictEqual(new Set(declared).size, declared.length)
    })
  }

  it("that begin ids are each declared once, and none begins another", () => {
    const prefixes = declaredBy(callsOf("idPrefix"))
    assert.isNotEmpty(prefixes)
    for (const [at, each] of prefixes.entries())
      for (const other of prefixes.toSpliced(at, 1))
        assert.isFalse(other.startsWith(each), `${each} and ${other}`)
  })
})
