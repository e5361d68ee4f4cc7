import { appendFileSync } from "node:fs"
import { relative } from "node:path"
import { type RunnerTestCase, TestRunner, type TestTryOptions } from "vitest"
import { type Plan, readPlan, type Said } from "./Plan.ts"

/** What the worker knows; test files share it, as they share their modules. */
interface State {
  readonly plan: Plan
  readonly killed: Set<string>
  active: string | undefined
  /** When the test should have ended: work that does not wait lets no timer say so. */
  deadline: number
  steps: number
  reached: Set<string>
}

declare global {
  var __mutants: State | undefined
  var __mutant: (id: string) => boolean
}

/** How long a test that is ended may take to clean up. */
const endingMillis = 3_000

const begin = (): State => {
  const plan = readPlan()
  const { task } = plan
  const state: State = {
    plan,
    killed: new Set(),
    active: task._tag === "one" ? task.id : undefined,
    deadline: Number.POSITIVE_INFINITY,
    steps: 0,
    reached: new Set()
  }
  globalThis.__mutant = (id) => {
    if (state.active === undefined) {
      state.reached.add(id)
      return false
    }
    state.steps += 1
    if (state.steps % 64 === 0 && performance.now() > state.deadline) throw new Error("an endless loop")
    return id === state.active
  }
  return state
}

const shared = (): State => {
  globalThis.__mutants ??= begin()
  return globalThis.__mutants
}

/** Repeats each test of a file once for each mutant that it reaches, without importing anything again. */
export default class Runner extends TestRunner {
  private readonly state = shared()
  /** The mutants of the test that runs, one a repetition; after them comes the test as it is. */
  private due: ReadonlyArray<string> = []
  private killed: Array<string> = []

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    const { task } = this.state.plan
    const name = this.nameOf(test)
    const open = test as { -readonly [Key in keyof RunnerTestCase]: RunnerTestCase[Key] }
    if (task._tag === "one" && !task.tests.includes(name)) open.mode = "skip"
    if (task._tag !== "each") return
    const ids = task.tests[name]?.ids ?? []
    this.due = ids.filter((id) => !this.state.killed.has(id))
    this.killed = []
    if (this.due.length === 0) open.mode = "skip"
    else open.repeats = this.due.length
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options)
    const { state } = this
    if (state.plan.task._tag !== "each") return
    state.active = this.due[options.repeats]
    state.deadline = Number.POSITIVE_INFINITY
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const { state } = this
    const { task } = state.plan
    const run = async (): Promise<void> => TestRunner.getTestFn(test)()
    const name = this.nameOf(test)
    if (task._tag === "one") return run()
    if (task._tag === "each") {
      if (state.active === undefined) return this.killed.length === 0 ? undefined : run()
      const limitMillis = 4_000 + 6 * (task.tests[name]?.millis ?? 0)
      const id = state.active
      state.deadline = performance.now() + limitMillis
      this.say({ _tag: "begun", test: name, id, limitMillis })
      return this.within(limitMillis, test, run, () =>
        this.say({ _tag: "killed", test: name, id, isLate: true })
      )
    }
    const file = this.fileOf(test)
    const outside = this.takeReached()
    if (outside.length > 0) this.say({ _tag: "outside", file, ids: outside })
    const begun = performance.now()
    await run()
    const millis = performance.now() - begun
    this.say({ _tag: "reached", file, test: name, ids: this.takeReached(), millis })
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    const { state } = this
    if (state.plan.task._tag !== "each") return
    const name = this.nameOf(test)
    if (test.result?.state === "fail") {
      if (state.active === undefined) {
        for (const id of this.killed) state.killed.delete(id)
        this.say({ _tag: "spoilt", test: name, ids: this.killed })
      } else {
        state.killed.add(state.active)
        this.killed.push(state.active)
        this.say({ _tag: "killed", test: name, id: state.active, isLate: false })
      }
    }
    state.active = undefined
  }

  private say(said: Said): void {
    appendFileSync(this.state.plan.journal, `${JSON.stringify(said)}\n`)
  }

  private takeReached(): ReadonlyArray<string> {
    const ids = [...this.state.reached]
    this.state.reached = new Set()
    return ids
  }

  private fileOf({ file }: RunnerTestCase): string {
    return relative(this.config.root, file.filepath)
  }

  private nameOf(test: RunnerTestCase): string {
    return `${this.fileOf(test)} ${test.fullTestName}`
  }

  private async within(
    limitMillis: number,
    test: RunnerTestCase,
    run: () => Promise<void>,
    sayLate: () => void
  ): Promise<void> {
    let isStuck = false
    const ended = new AbortController()
    Object.defineProperty(test.context, "signal", { value: ended.signal, configurable: true })
    const late = setTimeout(() => ended.abort(new Error("the test takes too long")), limitMillis)
    const stuck = setTimeout(() => {
      isStuck = true
      sayLate()
    }, limitMillis + endingMillis)
    try {
      await run()
    } finally {
      clearTimeout(late)
      clearTimeout(stuck)
      // What it left behind would disturb what comes next: whoever reads the journal begins again.
      if (isStuck) await new Promise(() => undefined)
    }
  }
}
