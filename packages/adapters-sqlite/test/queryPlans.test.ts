import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor, defaultNetworks } from "@quittance/core"
import {
  type AuditReader,
  allSearches,
  type Concept,
  concepts,
  endingsOfConcept,
  ListReader,
  SearchReader,
  StateReader,
  soughtValue,
  stateLists
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Result, Stream } from "effect"
import { vi } from "vitest"
import { endingReads } from "../src/readers/endingSql.ts"

/** Every statement that a store prepares when it opens, and those of what it is asked. */
const preparedBy = (
  filename: string,
  asked: Effect.Effect<void, unknown, AuditReader | ListReader | SearchReader | StateReader> = Effect.void
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(Database.prototype, "prepare")),
    (prepare) =>
      asked.pipe(
        Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })),
        Effect.map(() => [...new Set(prepare.mock.calls.map(([sql]) => sql))])
      ),
    (prepare) => Effect.sync(() => prepare.mockRestore())
  )

/** How SQLite goes about a statement, one step a line. */
const planOf = (database: Database.Database, sql: string): ReadonlyArray<string> => {
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+|\?/g, "@any")}`)
  const isAsking = /@\w+|\?/.test(sql)
  const rows = (isAsking ? steps.all({ any: null }) : steps.all()) as ReadonlyArray<{
    readonly detail: string
  }>
  return rows.map(({ detail }) => detail)
}

/** Steps that walk no table: what a statement brought along itself or has found already. */
const walksNoTable =
  /^SCAN (?:\d+-ROW VALUES|CONSTANT ROW|listed$|partner$|(?:asked|json_each) VIRTUAL TABLE)/

/** The first subscriber that listens, if there is one: they are few, and of no partner. */
const firstListening = "SCAN subscribers USING INDEX subscribers_listening"

it.effect("webhooks, transit and KYC look up what they need, and walk no table", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const statements = yield* preparedBy(filename)
    const database = new Database(filename)
    const plans = statements
      .filter((sql) => /webhook_|transit_|kyc_|erasure_/.test(sql))
      // A step of the schema proves its tables so.
      .filter((sql) => !/^SELECT \* FROM \w+ LIMIT 1$/.test(sql))
      .map((sql) => ({ sql: sql.replace(/\s+/g, " "), plan: planOf(database, sql) }))
    database.close()
    const withStep = (isMeant: (step: string) => boolean) =>
      plans.flatMap(({ plan, sql }) => (plan.some(isMeant) ? [sql] : []))
    assert.isAbove(plans.length, 30)
    assert.deepStrictEqual(
      withStep((step) => step.startsWith("SCAN") && !walksNoTable.test(step) && step !== firstListening),
      []
    )
    const sorted = withStep((step) => step.includes("TEMP B-TREE"))
    assert.deepStrictEqual(
      // The deliveries of one record are few.
      sorted.filter((sql) => !/webhook_endpoints|kyc_pictures|event_id IN/.test(sql)),
      []
    )
  }).pipe(Effect.scoped)
)

/** A page and a stream of every list, under every status, and every kind or none. */
const everyList = Effect.gen(function* () {
  const reader = yield* ListReader
  const owner = { partnerId: "prt_sample", endpointId: "whk_sample" }
  for (const list of stateLists) {
    for (const status of [undefined, ...(list.status?.values ?? [])]) {
      for (const kind of [undefined, ...(list.kind === undefined ? [] : (list.kind.values ?? ["tron"]))]) {
        const filter = {
          from: 1,
          ...(status && { status }),
          ...(kind && { [list.kind?.filter ?? ""]: kind })
        }
        yield* reader.page(list, owner, filter, { page: 1, limit: 1 }, 9)
        yield* Stream.runDrain(reader.stream(list, owner, filter, 9))
      }
    }
  }
})

it.effect("a page of any list, pending or not, merges runs of its index: only due expiries are sorted", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const atOpen = new Set(yield* preparedBy(filename))
    const statements = (yield* preparedBy(filename, everyList)).filter(
      (sql) => !atOpen.has(sql) && sql.includes("created_at >=")
    )
    const database = new Database(filename)
    const plans = statements.map((sql) => ({ sql, plan: planOf(database, sql) }))
    database.close()
    assert.isAbove(plans.length, 150)
    for (const { plan, sql } of plans) {
      const scans = plan.filter(
        (step) => step.startsWith("SCAN") && !/^SCAN (?:listed|CONSTANT ROW)/.test(step)
      )
      assert.deepStrictEqual(scans, [], sql)
      const isOfAnotherOrder = /_expiring/.test(sql)
      const isSorted = plan.some((step) => step.includes("TEMP B-TREE"))
      assert.isTrue(isOfAnotherOrder || !isSorted, `${sql}\n${plan.join("\n")}`)
      // The rows of the page and their sums are looked up one by one.
      const reading = plan.filter(
        (step) =>
          /^SEARCH \w+ USING/.test(step) &&
          // Of those few, it may depend on their figures whether they lapse.
          !/_expiring /.test(step) &&
          !/ USING PRIMARY KEY \(partner_id=\? AND \w+=\?\)/.test(step)
      )
      assert.isTrue(
        reading.every((step) => step.includes("COVERING INDEX")),
        `${sql}\n${plan.join("\n")}`
      )
    }
  }).pipe(Effect.scoped)
)

/** A search of everything by a value that every way looks up. */
const everySearch = Effect.gen(function* () {
  const sought = Result.getOrThrow(soughtValue("q", `0x${"ab".repeat(32)}`, defaultNetworks))
  const address = `0x${"ab".repeat(20)}`
  const value = { ...sought, addresses: [address], addressKeys: [`ethereum/${address}`] }
  yield* (yield* SearchReader).find("prt_sample", allSearches, value)
  // The rows of what was found, too.
  yield* (yield* SearchReader).find("prt_sample", allSearches, { ...value, ids: ["one"] })
})

it.effect("a search looks up ids, claims and the ends of addresses and hashes, and walks no table", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const atOpen = new Set(yield* preparedBy(filename))
    const statements = (yield* preparedBy(filename, everySearch)).filter(
      (sql) => !atOpen.has(sql) && /FROM claims|json_each/.test(sql)
    )
    const database = new Database(filename)
    const plans = statements.map((sql) => ({ sql, plan: planOf(database, sql) }))
    assert.isAtLeast(plans.length, allSearches.length + 5)
    // A few thousand entries at most wait to be sorted, and the numbers of runs are counted down.
    const isAllowed = (step: string, sql: string) =>
      walksNoTable.test(step) ||
      (step === "SCAN held" && sql.includes("_new AS held")) ||
      (step === "SCAN sorted" && sql.includes("WITH RECURSIVE sorted"))
    for (const { plan, sql } of plans)
      assert.deepStrictEqual(
        plan.filter((step) => step.startsWith("SCAN") && !isAllowed(step, sql)),
        [],
        sql
      )
    // What was found is read by its key, and not by a walk over all rows of the partner in the order of a list.
    const named = plans.filter(({ sql }) => sql.includes("id IN (SELECT value FROM json_each(?))"))
    assert.lengthOf(named, allSearches.length)
    for (const { plan, sql } of named)
      assert.isTrue(
        plan.some((step) => step.endsWith("(partner_id=? AND id=?)")),
        `${sql}: ${plan.join("; ")}`
      )
    // The newest of any number of rows with a value come first, unsorted, from each run.
    for (const ending of endingsOfConcept("Payout")) {
      const [first, ...others] = planOf(database, endingReads("payouts", ending).inRun)
      assert.strictEqual(first, "SEARCH held USING PRIMARY KEY (run=? AND ending=? AND partner_id=?)")
      assert.notInclude(others.join(), "TEMP B-TREE")
    }
    database.close()
  }).pipe(Effect.scoped)
)

it.effect("what every commit and every delivery asks is one seek", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const statements = yield* preparedBy(filename)
    const database = new Database(filename)
    const planWith = (text: string) => {
      const meant = statements.filter((sql) => sql.includes(text))
      assert.lengthOf(meant, 1, text)
      return meant.flatMap((sql) => planOf(database, sql))
    }
    assert.deepStrictEqual(planWith("2 * EXISTS"), [
      "SCAN CONSTANT ROW",
      "SCALAR SUBQUERY 1",
      "SEARCH webhook_endpoints USING COVERING INDEX webhook_endpoints_enabled (partner_id=? AND family=?)",
      "SCALAR SUBQUERY 2",
      firstListening
    ])
    assert.deepStrictEqual(planWith("ORDER BY due.due_at, due.id LIMIT"), [
      "SEARCH due USING INDEX webhook_deliveries_due (partner_id=? AND endpoint_id=? AND due_at<?)",
      // The few that the caller has already.
      "LIST SUBQUERY 1",
      "SCAN json_each VIRTUAL TABLE INDEX 1:",
      "CREATE BLOOM FILTER",
      "SEARCH kept USING INDEX sqlite_autoindex_webhook_messages_1 (partner_id=? AND id=?)"
    ])
    assert.deepStrictEqual(planWith("endpoint_id = +? ORDER BY due_at LIMIT 1"), [
      "SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due (partner_id=? AND endpoint_id=?)"
    ])
    assert.deepStrictEqual(planWith("count(*) AS pending FROM webhook_deliveries"), [
      "SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due (partner_id=?)"
    ])
    assert.deepStrictEqual(planWith("FROM webhook_outbox AS waiting"), [
      "SEARCH waiting USING PRIMARY KEY (partner_id=?)",
      "SEARCH kept USING INDEX sqlite_autoindex_webhook_messages_1 (partner_id=? AND id=?)"
    ])
    database.close()
  }).pipe(Effect.scoped)
)

it.effect("pictures that are alike and messages about a session are found by their keys", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const statements = yield* preparedBy(filename)
    const database = new Database(filename)
    const planWith = (text: string) => {
      const meant = statements.filter((sql) => sql.includes(text))
      assert.lengthOf(meant, 1, text)
      return meant.flatMap((sql) => planOf(database, sql))
    }
    assert.deepStrictEqual(planWith("SELECT session_id FROM json_each"), [
      "SEARCH kyc_sessions USING PRIMARY KEY (partner_id=? AND id=?)",
      "LIST SUBQUERY 1",
      "SCAN asked VIRTUAL TABLE INDEX 1:",
      "SEARCH kyc_pictures USING PRIMARY KEY (partner_id=? AND band=?)"
    ])
    const [step, ...others] = planWith("DELETE FROM kyc_pictures")
    assert.match(step ?? "", /USING COVERING INDEX kyc_pictures_by_session \(partner_id=\? AND session_id=\?/)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(planWith("SELECT id FROM webhook_messages INDEXED BY webhook_messages_about"), [
      "SEARCH webhook_messages USING COVERING INDEX webhook_messages_about (partner_id=? AND resource_id=?)"
    ])
    database.close()
  }).pipe(Effect.scoped)
)

it.effect("what is due next is found by a leap for each kind that has jobs, however many jobs wait", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const meant = (yield* preparedBy(filename)).filter((sql) => sql.includes("kinds(kind)"))
    const database = new Database(filename)
    const plan = meant.flatMap((sql) => planOf(database, sql)).filter((step) => step.includes("jobs"))
    database.close()
    assert.deepStrictEqual(plan, [
      "SEARCH jobs USING COVERING INDEX jobs_by_due",
      "SEARCH jobs USING COVERING INDEX jobs_by_due (kind>?)",
      "SEARCH jobs USING INDEX jobs_by_due (kind=?)",
      "SEARCH jobs USING COVERING INDEX jobs_leased (kind=? AND lease_until>?)"
    ])
  }).pipe(Effect.scoped)
)

it.effect("no statement lets SQLite plan with the values of its parameters, and so plan anew each time", () =>
  Effect.gen(function* () {
    const statements = yield* preparedBy(join(temporaryFolder(), "store.db"))
    assert.isAbove(statements.length, 100)
    assert.deepStrictEqual(
      statements.filter((sql) => /(?:[=<>]|\b(?:IS|LIMIT|OFFSET)\b)\s*[?@]/.test(sql)),
      []
    )
  }).pipe(Effect.scoped)
)

/** Every range of every index, and all states. */
const allStates = Effect.gen(function* () {
  const states = yield* StateReader
  for (const each of concepts) {
    const concept = each as unknown as Concept<unknown>
    yield* states.partnerOf(concept, "sample")
    yield* Stream.runDrain(states.all(concept))
    for (const [name, { on }] of Object.entries(concept.indexes))
      for (let equalCount = 0; equalCount <= on.length; equalCount++) {
        const equal = on.slice(0, equalCount)
        yield* states.indexed(concept, name, { equal })
        if (equalCount < on.length) yield* states.indexed(concept, name, { equal, below: 1, limit: 1 })
      }
  }
})

it.effect("a state is found by its key, and a range of an index by that index, in its order", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const atOpen = new Set(yield* preparedBy(filename))
    const statements = (yield* preparedBy(filename, allStates)).filter(
      (sql) => !atOpen.has(sql) && /^(?:SELECT \*|WITH)/.test(sql)
    )
    const database = new Database(filename)
    const plans = statements.map((sql) => ({ sql, plan: planOf(database, sql) }))
    database.close()
    assert.isAbove(plans.length, 140)
    for (const { plan, sql } of plans) {
      assert.isFalse(
        plan.some((step) => step.includes("TEMP B-TREE")),
        sql
      )
      const index = /INDEXED BY (\w+)/.exec(sql)?.[1]
      const isWhole = index !== undefined && !/ (?:=|<) \+\?/.test(sql)
      const steps = plan.filter((step) => !walksNoTable.test(step) && /^(?:SCAN|SEARCH) /.test(step))
      assert.isNotEmpty(steps, sql)
      for (const step of steps) {
        assert.isTrue(isWhole || step.startsWith("SEARCH"), `${sql}\n${step}`)
        if (index !== undefined) assert.include(step, ` USING INDEX ${index}`, sql)
      }
    }
  }).pipe(Effect.scoped)
)

it.effect("an audit walks tables in the order of their keys: only claims are sorted, by their owner", () =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const atOpen = new Set(yield* preparedBy(filename))
    const verify = Effect.flatMap(Auditor, (auditor) => auditor.verify)
    const statements = (yield* preparedBy(filename, Effect.provide(verify, Auditor.layer))).filter(
      (sql) => !atOpen.has(sql) && /^SELECT (?:seq|domain|\*)/.test(sql) && !sql.includes("?")
    )
    const database = new Database(filename)
    const sorted = statements.filter((sql) =>
      planOf(database, sql).some((step) => step.includes("TEMP B-TREE"))
    )
    database.close()
    assert.isAbove(statements.length, 15)
    assert.deepStrictEqual(
      sorted.filter((sql) => !sql.includes("ORDER BY owner_id")),
      []
    )
    assert.lengthOf(sorted, 2)
  }).pipe(Effect.scoped)
)
