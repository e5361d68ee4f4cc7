import { assert, it } from "@effect/vitest"
import { PostgresStore } from "@quittance/adapters-postgres"
import { defaultNetworks } from "@quittance/core"
import {
  AnalyticsReader,
  allSearches,
  apiKey,
  BatchReader,
  ClaimReader,
  type Concept,
  chainClaims,
  concepts,
  cursorScope,
  cursorText,
  EventReader,
  KycReader,
  LedgerReader,
  type List,
  ListReader,
  payoutClaims,
  SearchReader,
  StateReader,
  SubscriberQueue,
  soughtValue,
  stateLists,
  TransitReader,
  WebhookReader
} from "@quittance/core/adapter"
import { firstCounts, firstSplits, sampled } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { Effect, Result, Stream } from "effect"
import { Client } from "pg"
import { vi } from "vitest"
import { Connections } from "../../src/connect/Connections.ts"
import { pagesOf, walkOf } from "../../src/readers/pagesOf.ts"
import { firstMoments } from "../../src/schema/firstMoments.ts"
import { adminOf } from "../server/admin.ts"
import { anyOf, fill, rowCount, snake } from "./filledTables.ts"
import { namedIn, nodesOf, type Plan, rowsReadOf } from "./plans.ts"

/** What a table of the stores' schema is filled with: no concept reads these rows, but the planner counts them. */
const filled = [
  ...concepts.map(({ table }) => table),
  ...["directory", "claims", "events", "accounts", "batch_tallies", "transit_balances", "kyc_pictures"],
  ...["webhook_messages", "webhook_outbox", "webhook_deliveries"],
  ...["subscriber_events", "subscriber_cursors"],
  ...["list_counts", "invoice_figures", "bank_figures", "network_figures"]
]

/** Questions that are asked at once share a statement. */
const asOne = <A, E>(keys: ReadonlyArray<string>, ask: (key: string) => Effect.Effect<A, E>) =>
  Effect.exit(Effect.forEach(keys, ask, { concurrency: "unbounded" }))

/** Every read of the readers, once. The rows cannot be decoded: only how they are looked for matters. */
const everything = Effect.fnUntraced(function* (connections: Connections) {
  const states = yield* StateReader
  for (const each of concepts) {
    const concept = each as unknown as Concept<unknown>
    yield* Effect.exit(states.get(concept, "prt_1", "id 1"))
    yield* asOne(["id 2", "id 3"], (id) => states.get(concept, "prt_2", id))
    yield* Effect.exit(states.partnerOf(concept, "id 1"))
    for (const [name, { on }] of Object.entries(concept.indexes)) {
      const fields = on.map((field) => concept.columns.find((column) => column.name === snake(field)))
      const texts = fields.findIndex((field) => field?.type !== "text")
      const equalCount = texts < 0 ? on.length : texts
      const equal = on.slice(0, equalCount).map((field) => (field === "partnerId" ? "prt_1" : `${field} 1`))
      yield* Effect.exit(states.indexed(concept, name as never, { equal, limit: 10 }))
      if (texts >= 0) {
        yield* Effect.exit(states.indexed(concept, name as never, { equal, above: 1, limit: 10 }))
        yield* Effect.exit(states.indexed(concept, name as never, { equal, below: 1_000, limit: 10 }))
      }
    }
    const pages = pagesOf((statement, values) => connections.read(statement, values), walkOf(concept))
    yield* Stream.runDrain(Stream.take(Stream.drop(pages, 1_500), 1))
  }
  const claims = yield* ClaimReader
  yield* Effect.exit(claims.find(payoutClaims.create, "prt_1", "key 1"))
  yield* Effect.exit(claims.find(chainClaims.depositAddress, "", "key 1"))
  yield* asOne(["key 2", "key 3"], (key) => claims.find(chainClaims.depositAddress, "", key))
  yield* Effect.exit((yield* LedgerReader).balances("prt_1", "USDT"))
  yield* Effect.exit((yield* EventReader).ofSubject("prt_1", "subject_id 1", 10))
  yield* Effect.exit((yield* BatchReader).byId("prt_1", "id 1"))
  yield* Effect.exit((yield* TransitReader).wallet("prt_1", "id 1"))
  yield* Effect.exit((yield* KycReader).picturesLike("prt_1", "0123456789abcdef".repeat(4)))
  const searching = yield* SearchReader
  const sought = Result.getOrThrow(soughtValue("q", `0x${"ab".repeat(32)}`, defaultNetworks))
  const addresses = [`0x${"ab".repeat(20)}`]
  yield* Effect.exit(searching.find("prt_1", allSearches, { ...sought, addresses }))
  const webhooks = yield* WebhookReader
  yield* Effect.exit(webhooks.listeners("prt_1", "fiat"))
  yield* asOne(["prt_2", "prt_3"], (partnerId) => webhooks.listeners(partnerId, "fiat"))
  yield* Effect.exit(webhooks.disabledCount)
  yield* Effect.exit(webhooks.waiting("prt_1", 10))
  yield* Effect.exit(webhooks.delivery("prt_1", "id 1"))
  yield* Effect.exit(webhooks.body("prt_1", "id 1"))
  yield* Effect.exit(webhooks.partnerOfDelivery("id 1"))
  yield* Effect.exit(webhooks.due("prt_1", "whk_1", 5_000, 10))
  yield* Effect.exit(webhooks.nextDueAt("prt_1", "whk_1"))
  yield* Effect.exit(webhooks.backlog("prt_1"))
  yield* Effect.exit(webhooks.messagesAbout("prt_1", "resource_id 1"))
  yield* Effect.exit(webhooks.deliveriesOf("prt_1", ["event_id 1", "event_id 2"], 10))
  yield* Effect.exit(webhooks.finishedBefore("prt_1", 5_000, 10))
  const waiting = yield* SubscriberQueue
  yield* Effect.exit(waiting.due("prt_1", "subscriber_id 1", 5_000, 10))
  yield* Effect.exit(waiting.nextDueAt("prt_1", "subscriber_id 1"))
  yield* Effect.exit(waiting.caughtUp("prt_1", "subscriber_id 1"))
  yield* Effect.exit(waiting.kept("prt_1", "id 1", 10))
})

type AnyList = List<unknown, { readonly partnerId: string }, object>

const everyList = stateLists.map((list) => list as unknown as AnyList)

const owner = { partnerId: "prt_1", endpointId: "whk_1" }

/** These lists, with every filter that changes a statement, near and deep. */
const everyPage = Effect.fnUntraced(function* (of = everyList, now = 5_000) {
  const reader = yield* ListReader
  for (const list of of)
    for (const status of [undefined, ...(list.status?.values ?? [])])
      for (const kind of [undefined, ...(list.kind === undefined ? [] : kindsOf(list.kind).slice(0, 1))])
        for (const range of kind === undefined ? [{}, { from: 1_000, to: 9_000 }] : [{}]) {
          const filter = {
            ...range,
            ...(status && { status }),
            ...(kind && { [list.kind?.filter ?? ""]: kind })
          }
          for (const page of [1, 500])
            yield* Effect.exit(reader.page(list, owner, filter, { limit: 20, page }, now))
          yield* Effect.exit(Stream.runHead(reader.stream(list, owner, filter, now)))
          // The same statement, from the middle of the list.
          const cursor = cursorText(cursorScope(list, owner, filter), {
            ...{ after: { createdAt: now / 2, id: "m" }, since: now }
          })
          yield* Effect.exit(reader.page(list, owner, filter, { limit: 20, cursor }, now))
        }
})

const everyFigure = Effect.gen(function* () {
  const figures = yield* AnalyticsReader
  yield* Effect.exit(
    figures.figures({ partnerId: "prt_1", boundaries: [1_000, 90_000_000, 200_000_000], now: 5_000 })
  )
  yield* Effect.exit(figures.networks("prt_1", [{ grain: "day", from: 0, to: 86_400_000 }]))
})

/** A lookup where partners lie on different machines. */
const lookedUp = Effect.gen(function* () {
  yield* Effect.exit((yield* StateReader).indexed(apiKey, "by_id", { equal: ["id 1"] }))
})

it.effect(
  "every read finds its rows by an index, and reads no more than it joins, with its values or for any",
  () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(async () => (await testServer()).newDatabase())
      const layer = PostgresStore.layer({ url, mode: "sandbox" })
      yield* Effect.provide(Effect.void, layer)
      const admin = yield* Effect.promise(() => adminOf(url))
      yield* Effect.promise(async () => {
        for (const table of filled) await fill(admin, table)
        await admin.query("ANALYZE")
      })
      const spy = vi.spyOn(Client.prototype, "query")
      const connections = yield* Effect.acquireRelease(
        Effect.sync(() => new Connections({ url })),
        ({ close }) => close
      )
      yield* Effect.provide(everything(connections), layer)
      yield* Effect.provide(everyPage(), layer)
      yield* Effect.provide(everyFigure, layer)
      const perPartner = PostgresStore.layer({ url, mode: "sandbox", partners: "one" })
      yield* Effect.provide(lookedUp, perPartner)
      const asked = namedIn(spy.mock.calls)
      spy.mockRestore()
      assert.isAbove(asked.size, 80)
      assert.includeMembers(
        [...asked.keys()],
        [
          ...["api_keys by directory", "partners by directory", "in directory"],
          ...["each of payouts by key", "each of claim of all partners", "each of listeners"]
        ]
      )
      const walking: Array<string> = []
      for (const [name, { text, values }] of asked) {
        const plans = yield* Effect.promise(async () => [
          (await admin.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values })).rows[0]["QUERY PLAN"][0]
            .Plan as Plan,
          (await admin.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)).rows[0]["QUERY PLAN"][0]
            .Plan as Plan
        ])
        plans.forEach((plan, at) => {
          const steps = nodesOf(plan).map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? ""}`)
          // A sort behind a limit has read all that it sorts, of a run as long as the list.
          const isUnlimited =
            at === 1 && /^(page|slice) of/.test(name) && /Limit +< Sort +< (?!CTE)/.test(steps.join(" < "))
          if (isUnlimited || steps.some((step) => /Seq Scan|Hash|Merge Join/.test(step)))
            walking.push(`${name}, ${at === 0 ? "with its values" : "for any"}: ${steps.join(" < ")}`)
        })
      }
      assert.deepStrictEqual(walking, [])
    }).pipe(Effect.scoped),
  120_000
)

/** A few items an hour, and so many that an hour has all of them. */
const pacesMillis = { quiet: 60_000, crowded: 20 } as const

/** Splits the crowded hours of a list. */
const splitting = ({ index, items: { table }, name }: AnyList): ReadonlyArray<string> =>
  firstMoments[0]?.includes(`'${name}'`) === true ? firstMoments : firstSplits(table, [`${table}_${index}`])

const kindsOf = ({ values = ["tron", "bsc"] }: NonNullable<AnyList["kind"]>) => values

/** Cells that put a row into a status of a list. */
const cellsIn = ({ status }: AnyList, wanted: string): { readonly [column: string]: string } => {
  const field = status?.field ?? ""
  if (typeof field === "string") return { [snake(field)]: `'${wanted}'` }
  const when = field.cases.find(({ text }) => text === wanted)?.when
  if (when !== undefined && "in" in when) return { [when.in]: `'${when.texts[0]}'`, ...noFigures }
  return { ...noFigures, ...figuresOf[wanted] }
}

const noFigures = {
  ...{ live_minor: "0", late_minor: "0", credited_minor: "0", reversed_count: "0", has_vanished: "0" },
  ...{ expected_minor: "10", tolerance_minor: "NULL" }
}

/** Of crypto invoices with an exception that is no state of theirs. */
const figuresOf: { readonly [exception: string]: { readonly [column: string]: string } } = {
  none: { state: "'expired'" },
  late: { state: "'paid'", late_minor: "1" },
  overpaid: { state: "'paid'", credited_minor: "11" },
  reorganised: { state: "'expired'", reversed_count: "1" }
}

/** A slice of a stream is 250 rows, each found in an index and then read. */
const rowsReadMax = 600

/** Of many statuses every other one. */
const filledAs = ({ status }: AnyList) => {
  const all = Object.entries(pacesMillis).flatMap(([pace, everyMillis]) =>
    (status?.values ?? []).map((each) => ({ everyMillis, pace, status: each }))
  )
  return all.length > 8 ? sampled(all, 2) : all
}

it.effect.each(everyList.filter(({ status }) => status !== undefined))(
  "a page of $name and what is due are read from few items, whatever status all of them have",
  (list) =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(async () => (await testServer()).newDatabase())
      const layer = PostgresStore.layer({ url, mode: "sandbox" })
      yield* Effect.provide(Effect.void, layer)
      const admin = yield* Effect.promise(() => adminOf(url))
      yield* Effect.promise(() => admin.query("ANALYZE; SET plan_cache_mode = force_generic_plan"))
      const excessive: Array<string> = []
      for (const { everyMillis, pace, status } of filledAs(list)) {
        const { table } = list.items
        const now = rowCount * everyMillis
        yield* Effect.promise(async () => {
          await admin.query(`TRUNCATE ${table}, list_counts CASCADE`)
          await fill(admin, table, {
            partner_id: "'prt_1'",
            endpoint_id: "'whk_1'",
            created_at: `n * ${everyMillis}`,
            expires_at: `${now + 1} + n`,
            ...cellsIn(list, status),
            ...(list.kind && { [snake(list.kind.field)]: anyOf(kindsOf(list.kind)) })
          })
          for (const counts of firstCounts(table, [`${table}_${list.index}`])) await admin.query(counts)
          for (const counts of splitting(list)) await admin.query(counts)
          await admin.query(`ANALYZE ${table}, list_counts`)
        })
        const spy = vi.spyOn(Client.prototype, "query")
        yield* Effect.provide(everyPage([list], now), layer)
        if (table === "invoices") yield* Effect.provide(everyFigure, layer)
        const asked = namedIn(spy.mock.calls)
        spy.mockRestore()
        for (const [name, statement] of asked) {
          if (!/^(page|slice|figures) of/.test(name)) continue
          const read = yield* Effect.promise(() => rowsReadOf(admin, table, statement))
          if (read > rowsReadMax) excessive.push(`${name} of ${status} ones, ${pace}: ${read}`)
        }
      }
      assert.deepStrictEqual(excessive, [])
    }).pipe(Effect.scoped),
  120_000
)
