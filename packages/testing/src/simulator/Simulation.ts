import { Auditor, defaultNetworks, Partners, type StorePorts } from "@quittance/core"
import { kycJobs, transitJobs, WorkQueue, webhookJobs } from "@quittance/core/adapter"
import { type Context, Effect, Layer } from "effect"
import { Chance } from "./Chance.ts"
import type { Act, Moment, Part } from "./Part.ts"
import { correctBalance } from "./parts/corrections.ts"
import { drain } from "./parts/drain.ts"
import { allParts } from "./parts/index.ts"
import { Run } from "./Run.ts"
import { start } from "./settings.ts"
import { type Process, World } from "./World.ts"

/** The result of one seed. */
export interface SimulationResult {
  readonly seed: number
  /** Milliseconds since the start, the actor, and what was done. It is the same for the same seed on every store. */
  readonly trace: ReadonlyArray<string>
  /** One sentence for each law that was broken; empty when all is well. */
  readonly faults: ReadonlyArray<string>
}

export interface SimulationOptions {
  readonly stepCount?: number
}

/** How many steps a run has, unless told otherwise. */
export const stepCountOfRun = 58

const partnerCount = 2
const usdt = 1_000_000n
const hour = 60 * 60 * 1_000
const day = 24 * hour

/** How often a process does its due work. */
const drainRatio = 0.23

/**
 * Plays one seed on a store, which must be new. Clients, persons, workers and operators use two processes, which are
 * killed and started again, with trouble on the way to the store and to everybody outside. Then everything is brought
 * to its end, and the books are compared with what happened outside.
 */
export const simulate = <E>(
  seed: number,
  store: Layer.Layer<StorePorts, E>,
  { stepCount = stepCountOfRun }: SimulationOptions = {}
): Effect.Effect<SimulationResult, E> =>
  Effect.scoped(
    Effect.flatMap(Layer.build(store), (ports) =>
      Effect.promise(() => play(`run ${seed}`, ports, allParts, stepCount))
    )
  ).pipe(Effect.map((played) => ({ seed, ...played })))

/** The one loop, over all parts. */
export const play = async (
  seed: string,
  store: Context.Context<StorePorts>,
  parts: ReadonlyArray<(run: Run) => Part>,
  stepCount: number
): Promise<Omit<SimulationResult, "seed">> => {
  const world = new World(start, new Chance(seed))
  const { chance, faults, trace } = world
  const run = new Run(world, store, parts)
  await openAccounts(run)
  world.becomeTroubled()
  let part: Part | undefined
  for (let step = 0; step < stepCount; step++) {
    if (chance.happens(0.3)) {
      world.now += chance.millisUpTo(10 * day)
      world.note("clock", "moves")
    }
    for (const { happens } of run.parts) await happens?.()
    if (part === undefined || !chance.happens(part.continues ?? 0)) part = drawPart(run)
    const acts = await drawActs(run, part)
    if (chance.happens(0.1)) threaten(run)
    await run.step(acts)
    world.deathOf = () => "none"
  }
  await settle(run)
  const audit = Effect.provide(
    Effect.flatMap(Auditor, (auditor) => auditor.verify),
    Auditor.layer
  )
  faults.push(...(await run.look(audit)).faults)
  for (const { closeBooks } of run.parts) await closeBooks?.()
  return { trace, faults }
}

const drawPart = ({ chance, parts }: Run): Part | undefined => chance.weighted(parts, ({ weight }) => weight)

/** Often several actors do the same to the same thing at once, and sometimes one does something unrelated. */
const drawActs = async (run: Run, part: Part | undefined): Promise<ReadonlyArray<Act>> => {
  const { chance } = run
  const acts: Array<Act> = []
  const count = chance.oneOf([1, 1, 2, 2, 3])
  let choices = part?.acts() ?? []
  let draw: ReturnType<typeof chance.weighted<(typeof choices)[number]>>
  while (acts.length < count) {
    if (acts.length === 0 || chance.happens(0.6)) {
      if (acts.length > 0 && chance.happens(0.15)) choices = drawPart(run)?.acts() ?? []
      draw = chance.happens(drainRatio) ? undefined : chance.weighted(choices, ([weight]) => weight)
    }
    const drawn = (await draw?.[1]()) ?? drain
    for (const act of [drawn].flat()) if (!act.isAlone || !acts.some(({ isAlone }) => isAlone)) acts.push(act)
  }
  return acts
}

/** The process whose call comes first dies at one of its next calls, before or after it is made. */
const threaten = ({ chance, world }: Run): void => {
  let victim: Process | undefined
  let callsLeft = chance.below(20)
  const death = chance.oneOf(["before", "after"])
  world.deathOf = (process) => {
    victim ??= process
    if (process !== victim) return "none"
    callsLeft -= 1
    return callsLeft === -1 ? death : "none"
  }
}

/** Partners, each with some money. One of them lets the payer bear the fee. */
const openAccounts = async (run: Run): Promise<void> => {
  for (let index = 0; index < partnerCount; index++) {
    const name = `partner${index}`
    const open = Effect.gen(function* () {
      const partners = yield* Partners
      const { id } = yield* partners.ensure(name)
      if (index === 1) yield* partners.setTerms(name, { feePayer: "payer" })
      run.partnerIds.push(id)
      return id
    })
    await run.step([{ name: `open ${name}`, effect: open }])
    await run.step([correctBalance(run, run.partnerIds[index] ?? "", 100n * usdt)])
  }
}

/** Longer than all waits of the payout schedule together, each at its longest. */
const retries = Array.from({ length: 4 }, () => 16 * hour)

/** Longer than an invoice is open and watched. */
const watches = Array.from({ length: 3 }, () => 9 * day)

/**
 * Ends all trouble and brings everything to its end. Leases of the dead run out, retries get their next attempts, and
 * what is watched is watched to the end. Then every answered request is repeated, because what was acknowledged must be
 * there.
 */
const settle = async (run: Run): Promise<void> => {
  const { outside, requests, world } = run
  const pass = async (hops: ReadonlyArray<number>) => {
    for (const millis of hops) {
      world.now += millis
      for (const { name } of defaultNetworks) outside.chain.addBlocks(name, 200)
      await run.everywhere(drain)
    }
  }
  const reach = async (moment: Moment) => {
    for (const { settle } of run.parts) await settle?.[moment]?.()
  }
  world.calmDown()
  await reach("calm")
  await pass(retries)
  await reach("retried")
  await pass(watches)
  await reach("watched")
  await reach("reported")
  await run.step(requests.filter(({ answer }) => answer !== undefined).map((request) => request.send()))
  await checkQuiet(run)
}

/** Wallets are watched for ever, messages are kept for long, and a daily job looks for what is kept for too long. */
const endless: ReadonlySet<string> = new Set([transitJobs.watch, webhookJobs.prune, kycJobs.retain])

const checkQuiet = async (run: Run): Promise<void> => {
  const nextDue = await run.look(Effect.flatMap(WorkQueue, (queue) => queue.nextDue))
  for (const kind of nextDue.keys())
    if (!endless.has(kind)) run.say(`there is still a ${kind} job when all is settled`)
}
