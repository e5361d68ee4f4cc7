import {
  defaultSettings,
  emptyMemoryState,
  type MemoryState,
  MemoryStore,
  PayoutReader,
  type StorePorts
} from "@quittance/core"
import { type Context, Effect, Layer } from "effect"
import type { Act } from "../Act.ts"
import { BlobShelf } from "../BlobShelf.ts"
import { Chance } from "../Chance.ts"
import { correctBalance, drain, requestInvoice, requestPayout } from "../clientActs.ts"
import { checkFinalBooks } from "../finalBooks.ts"
import { KycLaws } from "../KycLaws.ts"
import { brokenOutside } from "../outsideLaws.ts"
import { Run } from "../Run.ts"
import { Schedule } from "../Schedule.ts"
import { settle } from "../settle.ts"
import { SimulatedChain } from "../SimulatedChain.ts"
import { SimulatedChecker } from "../SimulatedChecker.ts"
import { SimulatedMailServer } from "../SimulatedMailServer.ts"
import type { SimulatedProcess } from "../SimulatedProcess.ts"
import { SimulatedProcessor } from "../SimulatedProcessor.ts"
import { SimulatedRail } from "../SimulatedRail.ts"
import { SimulatedReceivers } from "../SimulatedReceivers.ts"
import { openAccounts, type SimulationResult, start, troubleOf } from "../Simulation.ts"
import { noTrouble, type Trouble } from "../troubledStore.ts"
import { watchedStore } from "../watchedStore.ts"
import { openWallet } from "../webhookActs.ts"
import { WebhookLaws } from "../WebhookLaws.ts"
import { World } from "../World.ts"
import { LifeLaws } from "./LifeLaws.ts"
import { guardOf, heardRelease, Lives } from "./Lives.ts"
import { releaseHold } from "./releaseAct.ts"
import { type CapturedSignature, pruneSignatures, replaySigned, sendSigned } from "./signatureActs.ts"

/** A fault of the product or of a provider, planted to prove that the laws find it. */
export interface Flaw {
  readonly store?: (ports: Context.Context<StorePorts>) => Context.Context<StorePorts>
  /** What an address is derived from in place of its salt. */
  readonly saltOf?: (salt: string, state: MemoryState) => string
}

const stepCountOfLives = 36
const processCount = 2
const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const usdt = 1_000_000n
const networks = ["tron", "ethereum", "bsc"] as const

/**
 * Plays one seed on a store in memory that has several lives: copies of it are put back while processing side and networks go on,
 * an operator compares and releases it, clients ask again for what it lost; and the clocks of its processes jump ahead and back.
 */
export const simulateLives = (seed: number, flaw: Flaw = {}): Effect.Effect<SimulationResult> =>
  Effect.promise(() => play(seed, flaw))

const play = async (seed: number, { saltOf, store: flawed }: Flaw): Promise<SimulationResult> => {
  const chance = new Chance(`lives ${seed}`)
  const world = new World(start, chance)
  const trouble: Trouble = { ...noTrouble }
  const processor = new SimulatedProcessor(world, chance)
  const chain = new SimulatedChain(world, chance)
  const rail = new SimulatedRail(world, chance)
  const receivers = new SimulatedReceivers(world, chance)
  const shelf = new BlobShelf()
  const checker = new SimulatedChecker(world, chance, () => false)
  const laws = new LifeLaws(processor)
  const state = emptyMemoryState()
  if (saltOf !== undefined) chain.saltOf = (salt) => saltOf(salt, state)
  const inMemory = await Effect.runPromise(Effect.scoped(Layer.build(MemoryStore.layerOver(state))))
  const ports = flawed === undefined ? inMemory : flawed(inMemory)
  const store = watchedStore(
    heardRelease(ports, () => laws.released()),
    (commit) => [...brokenOutside(commit, processor, chain), ...laws.brokenBy(commit)],
    (law) => void world.faults.push(law)
  )
  const run = new Run(
    {
      ...{
        world,
        settings: defaultSettings,
        chance,
        trouble,
        store,
        processor,
        chain,
        rail,
        receivers,
        checker,
        shelf
      },
      mail: new SimulatedMailServer(world, chance),
      kycLaws: new KycLaws(
        shelf,
        day,
        () => undefined,
        () => undefined
      ),
      webhookLaws: new WebhookLaws(receivers)
    },
    processCount
  )
  await openAccounts(run)
  Object.assign(trouble, troubleOf(chance))
  const lives = new Lives(run, state, laws)
  const steps = new LifeSteps(run, lives, laws)
  lives.keepCopy()
  for (let step = 0; step < stepCountOfLives; step++) await steps.next()
  await finish(run, laws)
  return { seed, trace: world.trace, faults: world.faults }
}

/** What happens in one step, by chance. */
class LifeSteps {
  readonly #run: Run
  readonly #lives: Lives
  readonly #laws: LifeLaws
  readonly #schedule: Schedule
  readonly #captured: Array<CapturedSignature> = []
  #walletCount = 0

  constructor(run: Run, lives: Lives, laws: LifeLaws) {
    this.#run = run
    this.#lives = lives
    this.#laws = laws
    this.#schedule = new Schedule(run)
  }

  async next(): Promise<void> {
    const { chance, world } = this.#run.surroundings
    if (chance.happens(0.3)) world.now += chance.millisUpTo(2 * day)
    this.#turnClocks()
    if (chance.happens(0.15)) this.#lives.keepCopy()
    if (chance.happens(0.1)) await this.#lives.restore()
    const acts: Array<Act> = [...(await this.#schedule.next()), ...this.#others()]
    await this.#run.step(acts)
  }

  #turnClocks(): void {
    const { chance, world } = this.#run.surroundings
    if (world.clockAheadMillis > 0) {
      if (!chance.happens(0.5)) return
      world.clockAheadMillis = 0
      world.note("clock", "goes back")
    } else if (chance.happens(0.1)) {
      world.clockAheadMillis = chance.oneOf([13 * second, hour / 10, hour, 2 * hour])
      world.note("clock", `jumps ${world.clockAheadMillis} ahead`)
    }
  }

  #others(): ReadonlyArray<Act> {
    const { chance, store, world } = this.#run.surroundings
    const process = chance.oneOfAny(this.#run.processes) as SimulatedProcess
    const guard = guardOf(store)
    const acts: Array<Act> = []
    if (chance.happens(0.4)) acts.push(sendSigned(process, guard, world, this.#captured))
    const captured = chance.happens(0.6) ? this.#captured.at(-1) : chance.oneOfAny(this.#captured)
    if (captured !== undefined && chance.happens(0.4))
      acts.push(replaySigned(process, guard, world, captured, () => this.#laws.isHeld))
    if (chance.happens(0.2)) acts.push(pruneSignatures(process, guard))
    if (chance.happens(0.15)) acts.push(this.#newWallet(process))
    if (this.#laws.isHeld && chance.happens(0.3)) acts.push(releaseHold(process, store, world, this.#laws))
    return acts
  }

  #newWallet(process: SimulatedProcess): Act {
    const { chance } = this.#run.surroundings
    this.#walletCount += 1
    return openWallet(process, {
      partnerId: chance.oneOfAny(this.#run.partnerIds) ?? "",
      label: `wallet-${this.#walletCount}`,
      network: chance.oneOf(networks),
      address: undefined,
      isRefused: false
    })
  }
}

/** The store is released, clients have all that they asked for, and all books are compared. */
const finish = async (run: Run, laws: LifeLaws): Promise<void> => {
  const { chain, processor, store, trouble, world } = run.surroundings
  world.clockAheadMillis = 0
  Object.assign(trouble, noTrouble)
  chain.isCalm = true
  processor.isCalm = true
  const [process] = run.processes
  if (process === undefined) return
  if (laws.isHeld) await run.step([releaseHold(process, store, world, laws)])
  // What was put back may lack the money that was there when clients were answered first.
  for (const partnerId of run.partnerIds)
    await run.step([correctBalance(process, { partnerId, amountMinor: 10_000_000n * usdt })])
  const { invoices, payouts } = run.clients
  for (const request of payouts.filter(({ answer, isUnclear }) => answer === undefined && isUnclear))
    await run.step([requestPayout(process, run.clients, request)])
  for (const request of invoices.filter(({ answer, isUnclear }) => answer === undefined && isUnclear))
    await run.step([requestInvoice(process, run.clients, request)])
  await run.step([drain(process)])
  await settle(run)
  await checkFinalBooks(run)
  world.faults.push(...laws.brokenOutside())
  await checkKnown(run)
}

/** Every transfer that the processing side made is one of the store's. */
const checkKnown = async (run: Run): Promise<void> => {
  const { processor, world } = run.surroundings
  const references = new Set<string>()
  for (const partnerId of run.partnerIds) {
    const { items } = await run.look(
      Effect.flatMap(PayoutReader, (payouts) => payouts.list(partnerId, {}, { page: 1, limit: 10_000 }))
    )
    for (const { order } of items) references.add(order.reference)
  }
  for (const { payoutId, reference } of processor.transfers) {
    if (!references.has(reference))
      world.faults.push(`the transfer ${reference} of ${payoutId} is known to no store`)
  }
}
