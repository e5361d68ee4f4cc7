import {
  checkIdOf,
  isEnded,
  type KycOrder,
  kycSessionAsOf,
  kycSteps,
  type KycStep,
  type OpenedKycSession
} from "@quittance/core"
import type { Act } from "./Act.ts"
import { drain } from "./clientActs.ts"
import {
  confirmCheck,
  confirmNothing,
  decideKyc,
  type KycRequested,
  readKyc,
  redactKyc,
  refreshCheck,
  requestKyc,
  showWrongly,
  visit
} from "./kycActs.ts"
import { pdf, photo } from "./personFiles.ts"
import type { Run } from "./Run.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** What happens to KYC sessions in a run, by chance: partners, persons, their checker and operators. */

/** What somebody may do, as often as it stands here. */
const kinds = [
  "request",
  "visit",
  "visit",
  "visit",
  "visit",
  "visit",
  "visit",
  "showWrongly",
  "confirm",
  "confirm",
  "confirmNothing",
  "refresh",
  "refresh",
  "decide",
  "decide",
  "redact",
  "read",
  "drain",
  "drain",
  "drain",
  "drain",
  "drain",
  "drain"
] as const
type Kind = (typeof kinds)[number]

export class KycSchedule {
  readonly #run: Run
  #count = 0

  constructor(run: Run) {
    this.#run = run
  }

  /** The acts of one step, sometimes shortly before the end of a session's life. */
  async next(): Promise<ReadonlyArray<Act>> {
    const { chance, world } = this.#run.surroundings
    const order = this.#chooseSession()
    if (order !== undefined && chance.happens(0.1)) {
      world.now = Math.max(world.now, order.expiresAt - chance.millisUpTo(60_000))
      world.note("clock", `moves to the end of ${order.id}`)
    }
    // Somebody wants to be forgotten while they show something.
    if (chance.happens(0.05))
      return (["visit", "redact", "drain"] as const).map((kind) => this.#act(kind, order))
    const acts: Array<Act> = []
    const count = chance.oneOf([1, 1, 2, 2, 3])
    let kind: Kind = "drain"
    while (acts.length < count) {
      // Often several do the same to the same at once.
      if (acts.length === 0 || chance.happens(0.6)) kind = chance.oneOf(kinds)
      acts.push(this.#act(kind, order))
    }
    return acts
  }

  /** Most often the newest that still goes on. */
  #chooseSession(): KycOrder | undefined {
    const { chance, kycLaws, world } = this.#run.surroundings
    const opened = this.#run.clients.verifications.flatMap(({ answer }) => answer ?? [])
    const goesOn = (session: OpenedKycSession) => !isEnded(kycSessionAsOf(session, world.now))
    const going = new Set(kycLaws.sessions.filter(goesOn).map(({ order }) => order.id))
    return chance.happens(0.8) ? opened.findLast(({ id }) => going.has(id)) : chance.oneOfAny(opened)
  }

  /** An act of this kind on what the step is about; a drain while there is nothing of that sort. */
  #act(kind: Kind, order: KycOrder | undefined): Act {
    const { chance, checker, kycLaws, world } = this.#run.surroundings
    const process = chance.oneOfAny(this.#run.processes) as SimulatedProcess
    if (kind === "drain") return drain(process)
    if (kind === "request" || order === undefined) return requestKyc(process, this.#newRequest())
    switch (kind) {
      case "visit": {
        const look = chance.happens(0.1) ? "blurry" : "sharp"
        const fileCount = chance.oneOf([1, 3, 3, 9])
        return visit(process, kycLaws, order, { fileCount, fileFor: (step) => this.#file(step, look) })
      }
      case "showWrongly":
        return showWrongly(process, order, chance.oneOf(kycSteps))
      case "confirm": {
        const checkId = this.#checkOf(order)
        const verdict = checker.verdictOf(checkId)
        return verdict === undefined ? drain(process) : confirmCheck(process, checkId, verdict)
      }
      case "confirmNothing":
        return confirmNothing(process, order)
      case "refresh": {
        const checkId = this.#checkOf(order)
        return refreshCheck(process, checkId, checker.has(checkId))
      }
      case "decide":
        return decideKyc(process, kycLaws, order, chance.oneOf(["completed", "failed", "retry", "retry"]))
      case "redact":
        return redactKyc(process, kycLaws, order)
      case "read":
        return readKyc(process, order, () => world.now)
    }
  }

  /** Most often the last one. */
  #checkOf({ id }: KycOrder): string {
    const { chance, checker, kycLaws } = this.#run.surroundings
    const { check, documents } = kycLaws.sessions.find(({ order }) => order.id === id) ?? {
      check: 0,
      documents: []
    }
    const number = Math.max(1, chance.happens(0.8) ? check : check - 1)
    return checker.checkIdOf(id, number) ?? checkIdOf(id, number, documents)
  }

  /** Most often a new one; sometimes one that others show as well. */
  #file(step: KycStep, look: "sharp" | "blurry"): Uint8Array {
    const { chance } = this.#run.surroundings
    this.#count += 1
    const name = chance.happens(0.35) ? `stolen-${step}` : `file${this.#count}`
    return step === "proof_of_address" ? pdf(name) : photo(name, look)
  }

  /** Few persons, so that the same come again. */
  #newRequest(): KycRequested {
    const { chance } = this.#run.surroundings
    this.#count += 1
    const name = `verification-${this.#count}`
    const wanted: KycRequested = {
      partnerId: chance.oneOfAny(this.#run.partnerIds) ?? "",
      input: {
        level: chance.oneOf(["basic", "basic", "advanced"]),
        redirectUrl: `https://shop.example/${name}`,
        metadata: { person: chance.oneOf(["ann", "bob", "eve"]) },
        ...(chance.happens(0.6) ? { webhookUrl: `https://receiver${chance.below(4)}.example/kyc` } : {})
      },
      answer: undefined,
      isRefused: false
    }
    this.#run.clients.verifications.push(wanted)
    return wanted
  }
}
