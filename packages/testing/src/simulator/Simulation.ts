import { defaultSettings, Partners, type SettingsShape, type StorePorts } from "@quittance/core"
import { type Context, Effect, Layer } from "effect"
import type { Act } from "./Act.ts"
import { correctBalance } from "./clientActs.ts"
import { BlobShelf } from "./BlobShelf.ts"
import { Chance } from "./Chance.ts"
import { checkFinalBooks } from "./finalBooks.ts"
import { checkFiatBooks } from "./finalFiatBooks.ts"
import { checkRedacted } from "./finalKyc.ts"
import { FiatLaws } from "./FiatLaws.ts"
import { FiatSchedule } from "./FiatSchedule.ts"
import { KycLaws } from "./KycLaws.ts"
import { KycSchedule } from "./KycSchedule.ts"
import { brokenOutside } from "./outsideLaws.ts"
import { Run } from "./Run.ts"
import { Schedule } from "./Schedule.ts"
import { settle } from "./settle.ts"
import { SimulatedChain } from "./SimulatedChain.ts"
import { SimulatedChecker } from "./SimulatedChecker.ts"
import { SimulatedMailServer } from "./SimulatedMailServer.ts"
import { SimulatedProcessor } from "./SimulatedProcessor.ts"
import { SimulatedRail } from "./SimulatedRail.ts"
import { SimulatedReceivers } from "./SimulatedReceivers.ts"
import { noTrouble, type Trouble } from "./troubledStore.ts"
import { checkWallets } from "./finalWallets.ts"
import { watchedStore } from "./watchedStore.ts"
import { WebhookLaws } from "./WebhookLaws.ts"
import { WebhookSchedule } from "./WebhookSchedule.ts"
import { World } from "./World.ts"

/** What came of one seed. */
export interface SimulationResult {
  readonly seed: number
  /** Milliseconds since the start, actor, and what was done: the same for the same seed, on every store. */
  readonly trace: ReadonlyArray<string>
  /** Every law that was broken, in one sentence each; empty when all is well. */
  readonly faults: ReadonlyArray<string>
}

export interface SimulationOptions {
  readonly stepCount?: number
}

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000

/** How many steps a run has, unless told otherwise. */
export const stepCountOfRun = 58

const partnerCount = 2
const processCount = 2
/** How many of the steps are about fiat invoices, about webhooks and wallets, and begin to be about KYC sessions. */
const fiatRatio = 0.29
const webhookRatio = 0.195
const kycRatio = 0.05
/** How often it goes on about KYC sessions, which do not live for long. */
const kycAgainRatio = 0.7
const usdt = 1_000_000n
const day = 24 * 60 * 60 * 1_000
const tenDays = 10 * day

/** A time for which KYC sessions are kept that ends within a run. */
const retentionMillis = 3 * day
const settings: SettingsShape = { ...defaultSettings, kyc: { ...defaultSettings.kyc, retentionMillis } }

/** How much goes wrong differs between runs: some have no trouble at all. */
export const troubleOf = (chance: Chance): Trouble => {
  const level = chance.oneOf([0, 0.3, 1, 2])
  return {
    notWritten: 0.03 * level,
    lostAnswer: 0.05 * level,
    lostWrite: 0.03 * level,
    unreadable: 0.015 * level,
    slow: 0.05 * level
  }
}

/**
 * Plays one seed on a store, which must be new: clients, persons, workers and operators on two processes that are killed and
 * started again, with trouble on the way to the store, the documents, the networks, the processing side, the bank rail, the
 * mail server, the checker of identities and the receivers of webhooks; then everything is brought to its end, and the books are
 * compared with what happened outside.
 */
export const simulate = <E>(
  seed: number,
  store: Layer.Layer<StorePorts, E>,
  options: SimulationOptions = {}
): Effect.Effect<SimulationResult, E> =>
  Effect.scoped(
    Effect.flatMap(Layer.build(store), (ports) => Effect.promise(() => play(seed, ports, options)))
  )

const play = async (
  seed: number,
  store: Context.Context<StorePorts>,
  { stepCount = stepCountOfRun }: SimulationOptions
): Promise<SimulationResult> => {
  const chance = new Chance(`run ${seed}`)
  const world = new World(start, chance)
  const trouble: Trouble = { ...noTrouble }
  const processor = new SimulatedProcessor(world, chance)
  const chain = new SimulatedChain(world, chance)
  const rail = new SimulatedRail(world, chance)
  const mail = new SimulatedMailServer(world, chance)
  const receivers = new SimulatedReceivers(world, chance)
  const fiatLaws = new FiatLaws(rail, mail)
  const webhookLaws = new WebhookLaws(receivers)
  const shelf = new BlobShelf()
  const checker: SimulatedChecker = new SimulatedChecker(world, chance, (id) => kycLaws.isRedacted(id))
  const kycLaws: KycLaws = new KycLaws(
    shelf,
    retentionMillis,
    (sessionId, check) => checker.verdictOf(checker.checkIdOf(sessionId, check) ?? ""),
    (said) => world.note("verification", said)
  )
  const watched = watchedStore(
    store,
    (commit) => [
      ...brokenOutside(commit, processor, chain),
      ...fiatLaws.brokenBy(commit),
      ...webhookLaws.brokenBy(commit),
      ...kycLaws.brokenBy(commit)
    ],
    (law) => void world.faults.push(law)
  )
  const run = new Run(
    {
      world,
      settings,
      chance,
      trouble,
      store: watched,
      processor,
      chain,
      rail,
      mail,
      receivers,
      checker,
      shelf,
      kycLaws,
      webhookLaws
    },
    processCount
  )
  await openAccounts(run)
  Object.assign(trouble, troubleOf(chance))
  const schedules = {
    fiat: new FiatSchedule(run),
    webhooks: new WebhookSchedule(run),
    kyc: new KycSchedule(run),
    crypto: new Schedule(run)
  }
  let subject: Subject = "crypto"
  for (let step = 0; step < stepCount; step++) {
    if (chance.happens(0.3)) {
      world.now += chance.millisUpTo(tenDays)
      world.note("clock", "moves")
    }
    subject = subject === "kyc" && chance.happens(kycAgainRatio) ? "kyc" : subjectOf(chance)
    const acts = await schedules[subject].next()
    if (chance.happens(0.1)) threaten(run, acts)
    await run.step(acts)
    world.deathOf = () => "none"
  }
  await settle(run)
  await checkFinalBooks(run)
  await checkFiatBooks(run)
  await checkWallets(run)
  await checkRedacted(run)
  world.faults.push(...webhookLaws.brokenAtTheEnd())
  return { seed, trace: world.trace, faults: world.faults }
}

/** What a step is about. */
type Subject = "fiat" | "webhooks" | "kyc" | "crypto"

const subjectOf = (chance: Chance): Subject => {
  const about = chance.random.nextDoubleUnsafe()
  if (about < fiatRatio) return "fiat"
  if (about < fiatRatio + webhookRatio) return "webhooks"
  return about < fiatRatio + webhookRatio + kycRatio ? "kyc" : "crypto"
}

/** Partners, one of which lets the payer bear the fee, each with some money. */
export const openAccounts = async (run: Run): Promise<void> => {
  const [process] = run.processes
  if (process === undefined) return
  for (let index = 0; index < partnerCount; index++) {
    const name = `partner${index}`
    const open: Act = {
      process,
      name: `open ${name}`,
      effect: Effect.gen(function* () {
        const partners = yield* Partners
        const { id } = yield* partners.ensure(name)
        if (index === 1) yield* partners.setTerms(name, { feePayer: "payer" })
        run.partnerIds.push(id)
        return id
      }),
      refusals: []
    }
    await run.step([open])
    await run.step([
      correctBalance(process, { partnerId: run.partnerIds[index] ?? "", amountMinor: 100n * usdt })
    ])
  }
}

/** One of the processes at work dies at one of its next calls, before or after it was made. */
const threaten = (run: Run, acts: ReadonlyArray<Act>): void => {
  const { chance, world } = run.surroundings
  const victim = chance.oneOfAny(acts)?.process
  let callsLeft = chance.below(20)
  const death = chance.oneOf(["before", "after"])
  world.deathOf = (process) => {
    if (process !== victim) return "none"
    callsLeft -= 1
    return callsLeft === -1 ? death : "none"
  }
}
