/** The alert rules and the dashboard read metrics, labels and values that a server really has. */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { reasonCodes } from "@quittance/adapters-http"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { afterwards } from "@quittance/testing"
import { assert, beforeAll, describe, it } from "vitest"
import { parse } from "yaml"
import { commands } from "../../src/cli/commands.ts"
import { serveHere, temporaryFolder } from "../QuittanceProcess.ts"
import { deployFile, root } from "./deployFiles.ts"
import { readPromql, type Selector } from "./promql.ts"

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: ReadonlyArray<{ readonly expr: string; readonly legendFormat: string }>
}

const rules: ReadonlyArray<Rule> = parse(deployFile("prometheus/quittance.rules.yaml")).groups.flatMap(
  ({ rules }: { readonly rules: ReadonlyArray<Rule> }) => rules
)
const { panels }: { readonly panels: ReadonlyArray<Panel> } = JSON.parse(deployFile("grafana/quittance.json"))

/** What Prometheus adds to every sample, and what several processes of a machine add. */
const ofScrapes = ["job", "instance", "process"]

/** The values of each label of each metric; undefined where the values are not known before they occur. */
type Known = Map<string, Map<string, Set<string> | undefined>>

/** Metrics that appear when they first count, as their sources declare them. */
const declared = (): Known => {
  const known: Known = new Map()
  for (const path of globSync(`${root}packages/*/src/**/*.ts`)) {
    const text = readFileSync(path, "utf8")
    for (const [, variable, name = ""] of text.matchAll(
      /const (\w+) = Metric\.(?:counter|gauge)\("(\w+)"/g
    )) {
      const labels =
        new RegExp(`withAttributes\\(${variable}, \\{ ([\\w, ]+) \\}`).exec(text)?.[1]?.split(", ") ?? []
      known.set(name, new Map(labels.map((label) => [label, undefined])))
    }
  }
  return known
}

const shown = (metrics: string): Known => {
  const known = declared()
  for (const line of metrics.split("\n")) {
    const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (name === "") continue
    const found = known.get(name) ?? new Map<string, Set<string> | undefined>()
    known.set(name, found)
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
      found.set(label, (found.get(label) ?? new Set()).add(value))
  }
  return known
}

let known: Known
beforeAll(async () => {
  const folder = temporaryFolder()
  const masterKey = Buffer.alloc(32, 7).toString("base64")
  const server = await serveHere(folder, { QUITTANCE_MASTER_KEY: masterKey })
  afterwards(server.stop)
  const store = SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" })
  const host = await createQuittance({ store, masterKey, workers: false })
  await host.on("invoice.paid", { name: "books", from: "now" }, () => undefined)
  await host.close()
  await (await fetch(`${server.url}/healthz`)).text()
  known = shown(await (await fetch(`${server.url}/metrics`)).text())
})

/** Only these have the same values in every deployment. */
const closed = new Set(["step", "code", "kind"])

const check = ({ matchers, metric }: Selector): void => {
  if (metric === "up") return
  const labels = known.get(metric)
  assert(labels !== undefined, `/metrics has no ${metric}`)
  for (const [label, operator, value] of matchers) {
    assert.isTrue(labels.has(label) || ofScrapes.includes(label), `${metric} has no label ${label}`)
    const values = closed.has(label) ? labels.get(label) : undefined
    if (values !== undefined && operator.startsWith("="))
      for (const each of value.split("|"))
        assert.isTrue(values.has(each), `${metric} has no ${label}="${each}"`)
  }
}

const checkExpression = (expression: string): ReadonlySet<string> => {
  const { grouped, selectors } = readPromql(expression)
  assert.isNotEmpty(selectors)
  for (const selector of selectors) check(selector)
  for (const label of grouped)
    for (const { metric } of selectors)
      assert.isTrue(
        known.get(metric)?.has(label) === true || ofScrapes.includes(label),
        `${metric} has no ${label}`
      )
  return new Set([...grouped, ...ofScrapes])
}

describe("the alert rules", () => {
  it("read what is there, and name in their texts only labels that are left, and commands that exist", () => {
    for (const { alert, annotations, expr, labels } of rules) {
      const left = checkExpression(expr)
      for (const [, label = ""] of annotations.summary.matchAll(/\$labels\.(\w+)/g))
        assert.isTrue(left.has(label), `${alert}: ${label}`)
      for (const [, first, second] of annotations.summary.matchAll(/quittance ([a-z]+) ([a-z]+)/g))
        assert.isTrue(
          commands.some(({ words }) => words[0] === first && words[1] === second),
          annotations.summary
        )
      assert.include(["critical", "warning", "info"], labels.severity)
    }
    assert.strictEqual(new Set(rules.map(({ alert }) => alert)).size, rules.length)
  })

  it("know every reason of /readyz", () => {
    const told = rules.flatMap(({ expr }) =>
      readPromql(expr).selectors.flatMap(({ matchers, metric }) =>
        metric === "quittance_reasons" ? matchers.flatMap(([, , value]) => value.split("|")) : []
      )
    )
    assert.deepStrictEqual(told.toSorted(), reasonCodes.toSorted())
  })

  it("pass promtool, where it is", () => {
    const { error, status, stderr } = spawnSync(
      "promtool",
      ["check", "rules", `${root}deploy/prometheus/quittance.rules.yaml`],
      { encoding: "utf8" }
    )
    if (error === undefined) assert.strictEqual(status, 0, stderr)
  })
})

describe("the dashboard", () => {
  it("reads what is there, and its legends name labels that are left", () => {
    for (const { targets, title } of panels) {
      assert.isNotEmpty(targets, title)
      for (const { expr, legendFormat } of targets) {
        const left = checkExpression(expr)
        for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          assert.isTrue(left.has(label), title)
      }
    }
  })

  it("has panels that do not overlap", () => {
    const taken = new Set<string>()
    for (const { gridPos, title } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.isBelow(x, 24, title)
          assert.isFalse(taken.has(`${x} ${y}`), title)
          taken.add(`${x} ${y}`)
        }
    assert.strictEqual(new Set(panels.map(({ id }) => id)).size, panels.length)
  })
})

it("an expression that is wrong is found", () => {
  for (const wrong of ["sum(a", "sum(a))", "frobnicate(a)", "a{b}", "a ? b", "rate(a[5 minutes])"])
    assert.throws(() => readPromql(wrong), undefined, undefined, wrong)
  assert.deepStrictEqual(readPromql('sum by (b) (rate(a{c=~"d|e"}[5m])) > 1 or a'), {
    selectors: [
      { metric: "a", matchers: [["c", "=~", "d|e"]] },
      { metric: "a", matchers: [] }
    ],
    grouped: ["b"]
  })
})
