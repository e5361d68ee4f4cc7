import { Mailer, MailerUnavailable, MailRefused } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Process, World } from "../World.ts"

/** A mail server that is sometimes away, forgets to answer, and refuses some addresses for good. */
export class SimulatedMailServer {
  isAway = false
  readonly #world: World
  readonly #taken = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** Whether it ever took an e-mail with this id. */
  hasTaken(id: string): boolean {
    return this.#taken.has(id)
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): Mailer["Service"] {
    return Mailer.of({
      send: ({ id, to }) =>
        Effect.flatMap(
          this.#world.call(
            process,
            "mailer.send",
            Effect.sync(() => this.#deliver(id, to))
          ),
          (answer): Effect.Effect<void, MailerUnavailable | MailRefused> => {
            if (answer === "refused") return Effect.fail(new MailRefused({ reason: refusal }))
            const isLost = !this.#world.isCalm && this.#world.chance.happens(0.1)
            if (answer === "away" || isLost)
              return Effect.fail(new MailerUnavailable({ reason: "451 try again later" }))
            return !this.#world.isCalm && this.#world.chance.happens(0.2)
              ? Effect.sleep(this.#world.chance.millisUpTo(60_000))
              : Effect.void
          }
        )
    })
  }

  #deliver(id: string, to: string): "taken" | "away" | "refused" {
    if (this.isAway && !this.#world.isCalm) return "away"
    if (to.startsWith(nobody)) return "refused"
    this.#taken.add(id)
    return "taken"
  }
}

export const nobody = "nobody"
export const refusal = "550 no such user"
