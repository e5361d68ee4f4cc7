import { deepStrictEqual } from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fiatCurrencies, invoiceStatuses } from "@quittance/core/adapter"
import { goalTable } from "../goals.ts"
import { measureCalls } from "../inProcess/callRound.ts"
import { type FiatTarget, getRequest } from "../load/fiatRequest.ts"
import { percentile } from "../load/percentile.ts"
import { readMachineCpuMillis } from "../load/processUsage.ts"
import { timeRequests } from "../load/requestsInTurn.ts"
import { startServer } from "../load/spawn.ts"
import { markdownTable } from "../markdownTable.ts"
import { openSqlPages, type PageFilter, type SqlPages } from "../peers/sqlPages.ts"
import { type InvoiceStore, makeInvoiceStore } from "../product/invoiceStore.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { disturbanceNote, type Measured, measureInTurns, medianOf } from "../rounds.ts"
import type { Part } from "./Part.ts"

const limit = 20
const timesEach = 20
const timesDeep = 100
const firstPageMillisMax = 5
const deepPageMillisMax = 20
const dayMillis = 86_400_000

type ListRound = {
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The filter that was slowest by the median of its requests. */
  readonly slowest: { readonly filter: string; readonly millis: number }
  /** Cores that neither the server nor this process used. */
  readonly otherCpuShare: number
}

type Asked = { readonly filter: PageFilter; readonly page: number }

/** Everything that can be combined: any or no status, any or no currency, open or closed at either end. */
const everyFilter = ({ to }: InvoiceStore): ReadonlyArray<PageFilter> => {
  const statuses = [{}, ...invoiceStatuses.map((status) => ({ status }))]
  const currencies = [{}, ...fiatCurrencies.map((currency) => ({ currency }))]
  const [from, until] = [{ from: to - 100 * dayMillis }, { to: to - 10 * dayMillis }]
  const ranges = [{}, from, until, { ...from, ...until }]
  return statuses.flatMap((status) =>
    currencies.flatMap((currency) => ranges.map((range) => ({ ...status, ...currency, ...range })))
  )
}

/** Filters that half of all invoices pass. */
const wideFilters = ({ from, to }: InvoiceStore): ReadonlyArray<PageFilter> => [
  {},
  { status: "paid" },
  { from: from + 30 * dayMillis },
  { status: "paid", to: to - 10 * dayMillis }
]

const pathOf = ({ filter, page }: Asked): string => {
  const instant = (name: "from" | "to") => {
    const at = filter[name]
    return at === undefined ? {} : { [name]: new Date(at).toISOString() }
  }
  const query = new URLSearchParams({
    page: String(page),
    limit: String(limit),
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.currency === undefined ? {} : { currency: filter.currency }),
    ...instant("from"),
    ...instant("to")
  })
  return `/api/v1/invoices?${query}`
}

const nameOf = ({ currency, from, status, to }: PageFilter): string =>
  [status, currency, from === undefined ? undefined : "from", to === undefined ? undefined : "to"]
    .filter((name) => name !== undefined)
    .join(" ") || "none"

/** The server's page has the invoices and the total that looking at every invoice gives. */
const provePage = async (
  { port, secret }: FiatTarget,
  asked: Asked,
  { pages, partnerId }: { readonly pages: SqlPages; readonly partnerId: string }
): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${port}${pathOf(asked)}`, {
    headers: { "x-api-key": secret }
  })
  const { invoices, pagination } = (await response.json()) as {
    readonly invoices: ReadonlyArray<{ readonly id: string }>
    readonly pagination: { readonly total: number }
  }
  const offset = (asked.page - 1) * limit
  deepStrictEqual(
    { ids: invoices.map(({ id }) => id), total: pagination.total },
    pages.page(partnerId, asked.filter, { limit, offset }),
    `page ${asked.page} with filter ${nameOf(asked.filter)}`
  )
}

const slowestOf = (asked: ReadonlyArray<Asked>, millis: Float64Array): ListRound["slowest"] => {
  const byFilter = Map.groupBy(asked.keys(), (index) => nameOf(asked[index]?.filter ?? {}))
  const medians = [...byFilter].map(([filter, indices]) => ({
    filter,
    millis: medianOf(indices, (index) => millis[index] ?? 0)
  }))
  return medians.reduce((one, other) => (other.millis > one.millis ? other : one))
}

/** Pages of a long list over HTTP, whatever the filter and however deep. */
export const invoices: Part = {
  name: "invoices",
  title: "Listing invoices over HTTP",
  measure: async ({ invoiceCounts, isQuick, rounds }) => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
    try {
      const store = await makeInvoiceStore(folder, Math.min(...invoiceCounts))
      const pages = openSqlPages(store.filename)
      const deepPage = Math.ceil(store.invoices / 2 / limit)
      await using server = await startServer(
        quittanceServer({ role: "all", store: () => Promise.resolve(store) })
      )
      const target = { port: server.port, secret: store.secret }
      const first = everyFilter(store).map((filter): Asked => ({ filter, page: 1 }))
      const deep = wideFilters(store).map((filter): Asked => ({ filter, page: deepPage }))
      for (const asked of [...first, ...deep]) await provePage(target, asked, { pages, ...store })

      const measure = async (asked: ReadonlyArray<Asked>, connections: number): Promise<ListRound> => {
        const requests = asked.map((each) => getRequest(target, pathOf(each)))
        const startedAt = performance.now()
        const own = process.cpuUsage()
        const serverBefore = server.usage().cpuMillis
        const machineBefore = readMachineCpuMillis()
        const millis = await timeRequests(target.port, requests, { connections, status: 200 })
        const machineMillis = readMachineCpuMillis() - machineBefore
        const { system, user } = process.cpuUsage(own)
        const knownMillis = server.usage().cpuMillis - serverBefore + (user + system) / 1_000
        const slowest = slowestOf(asked, millis)
        const ascending = millis.slice().sort()
        return {
          p50: percentile(ascending, 0.5),
          p99: percentile(ascending, 0.99),
          max: percentile(ascending, 1),
          slowest,
          otherCpuShare: Math.max(0, machineMillis - knownMillis) / (performance.now() - startedAt)
        }
      }
      const sequential = `first page, ${first.length} filter combinations, one at a time`
      const together = `first page, ${first.length} filter combinations, 8 connections`
      const deepName = `page ${deepPage} of ${limit}, ${deep.length} filters, one at a time`
      const firstRequests = Array.from({ length: timesEach }, () => first).flat()
      const deepRequests = Array.from({ length: timesDeep }, () => deep).flat()
      const subjects = [
        { name: sequential, measure: () => measure(firstRequests, 1) },
        { name: together, measure: () => measure(firstRequests, 8) },
        { name: deepName, measure: () => measure(deepRequests, 1) }
      ]
      // One round unmeasured: the server runs on compiled code and warm pages then.
      await measureInTurns(subjects, { rounds: 1 })
      const otherCpu = (round: ListRound) => round.otherCpuShare
      const measured = await measureInTurns<ListRound>(subjects, { isQuick, rounds }, otherCpu)
      const plain = await measurePlain(pages, store, deepPage)
      pages.close()
      const of = (name: string, figure: (round: ListRound) => number) =>
        medianOf(measured.find((each) => each.name === name)?.rounds ?? [], figure)
      const p99First = of(sequential, (round) => round.p99)
      const p99Deep = of(deepName, (round) => round.p99)
      return `${serverTable(measured)}\n\n${plain}\n\n${goalTable([
        {
          claim: "first page, any filter, p99",
          goal: `≤ ${firstPageMillisMax} ms`,
          found: `${p99First.toFixed(1)} ms`,
          isMet: p99First <= firstPageMillisMax
        },
        {
          claim: `page ${deepPage} with its total, p99`,
          goal: `≤ ${deepPageMillisMax} ms`,
          found: `${p99Deep.toFixed(1)} ms`,
          isMet: p99Deep <= deepPageMillisMax
        }
      ])}${disturbanceNote(measured, otherCpu)}`
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

const serverTable = (measured: ReadonlyArray<Measured<ListRound>>): string =>
  markdownTable(
    ["quittance serve", "p50 ms", "p99 ms", "max ms", "slowest filter", "its p50 ms", "other CPU"],
    measured.map(({ name, rounds }) => {
      const slowest = rounds.map((round) => round.slowest).sort((one, other) => other.millis - one.millis)[0]
      return [
        name,
        medianOf(rounds, (round) => round.p50).toFixed(2),
        medianOf(rounds, (round) => round.p99).toFixed(2),
        Math.max(...rounds.map((round) => round.max)).toFixed(1),
        slowest?.filter ?? "",
        (slowest?.millis ?? 0).toFixed(2),
        medianOf(rounds, (round) => round.otherCpuShare).toFixed(2)
      ]
    })
  )

/** In this process, without HTTP. */
const measurePlain = async (pages: SqlPages, store: InvoiceStore, deepPage: number): Promise<string> => {
  const cases = [
    { filter: {}, page: 1 },
    { filter: { status: "paid" }, page: 1 },
    { filter: { status: "paid", currency: "RUB" }, page: 1 },
    { filter: {}, page: deepPage },
    { filter: { status: "paid" }, page: deepPage }
  ]
  const rows: Array<ReadonlyArray<string>> = []
  for (const { filter, page } of cases) {
    const place = { limit, offset: (page - 1) * limit }
    const { medianMillis } = await measureCalls(3, () => pages.page(store.partnerId, filter, place))
    rows.push([`page ${page}, filter ${nameOf(filter)}`, medianMillis.toFixed(0)])
  }
  return markdownTable(["plain SQL on the same table: OFFSET and count(*)", "median ms"], rows)
}
