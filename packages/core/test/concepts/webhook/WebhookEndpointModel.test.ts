import { Option, Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  signingSecrets,
  WebhookEndpoint,
  type WebhookEndpointCommand,
  type WebhookEndpointState,
  type WebhookSwitch,
  type WebhookTarget
} from "../../../src/concepts/webhook/WebhookEndpoint.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { holds } from "../../holds.ts"
import { show } from "../../kernel/machine/explore.ts"
import { endpointCommandsAt, otherUrl, start, target } from "./webhookSamples.ts"

type LaterCommand = Exclude<WebhookEndpointCommand, { readonly _tag: "Register" }>

const failingMillisMax = 50
const overlapMillis = 20

/** Anything that may be told, `at` so many milliseconds after what was told before. */
const happening: fc.Arbitrary<LaterCommand> = fc
  .tuple(
    fc.oneof(fc.nat(30), fc.constantFrom(0, overlapMillis, failingMillisMax)),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant({ _tag: "NoteFailure" as const, failingMillisMax }) },
      { weight: 2, arbitrary: fc.constant({ _tag: "NoteSuccess" as const }) },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constantFrom("NoteGone" as const, "Delete" as const) }) },
      {
        weight: 2,
        arbitrary: fc
          .nat(5)
          .map((n) => ({ _tag: "RotateSecret" as const, sealedSecret: `sealed ${n}`, signsUntil: 0 }))
      },
      {
        weight: 3,
        arbitrary: fc.record({
          _tag: fc.constant("Change" as const),
          target: fc.constantFrom<Partial<WebhookTarget>>({}, { url: target.url }, { url: otherUrl }),
          switch: fc.option(fc.constantFrom<WebhookSwitch>("enabled", "disabled")).map(Option.fromNullishOr)
        })
      }
    )
  )
  .map(([at, command]) => ({ ...command, at }))

/** Rows of failures and overlaps of secrets begin, end and are broken often. */
const histories = fc.array(happening, { maxLength: 40 }).map((commands) => {
  let now = start
  return commands.map((command): LaterCommand => {
    now += command.at
    return command._tag === "RotateSecret"
      ? { ...command, signsUntil: now + overlapMillis, at: now }
      : { ...command, at: now }
  })
})

/** A second, simpler account: it keeps all that was told, and works out from the end what that comes to. */
class EndpointModel {
  readonly log: Array<LaterCommand> = []
  readonly secrets: Array<{ readonly sealed: string; readonly until: number }> = []
  sealed = "sealed 1"
  url = target.url
  status: "enabled" | "disabled" | "deleted" = "enabled"

  /** Carries out a command and says whether it must be accepted. */
  tell(command: LaterCommand): boolean {
    if (this.status === "deleted" && (command._tag === "Change" || command._tag === "RotateSecret"))
      return false
    const before = this.status
    switch (command._tag) {
      case "Change":
        if (command.target.url !== undefined && command.target.url !== this.url) this.log.length = 0
        this.url = command.target.url ?? this.url
        this.status = Option.getOrUndefined(command.switch) ?? before
        if (before === "disabled" && this.status === "enabled") this.log.length = 0
        break
      case "RotateSecret":
        if (command.sealedSecret !== this.sealed) {
          this.secrets.push({ sealed: this.sealed, until: command.signsUntil })
          this.sealed = command.sealedSecret
        }
        break
      case "Delete":
        this.status = "deleted"
        break
      default:
        if (before !== "enabled") break
        this.log.push(command)
        if (this.isOver(command)) this.status = "disabled"
    }
    return true
  }

  /** The first failure behind the last success. */
  get failingSince(): number | undefined {
    const ended = this.log.findLastIndex(({ _tag }) => _tag === "NoteSuccess")
    return this.log.slice(ended + 1).find(({ _tag }) => _tag === "NoteFailure")?.at
  }

  signing(at: number): ReadonlyArray<string> {
    const retired = this.secrets.at(-1)
    return retired !== undefined && at < retired.until ? [this.sealed, retired.sealed] : [this.sealed]
  }

  private isOver(command: LaterCommand): boolean {
    const since = this.failingSince
    if (command._tag === "NoteGone") return true
    return command._tag === "NoteFailure" && since !== undefined && command.at - since >= failingMillisMax
  }
}

const afterCommand = (state: WebhookEndpointState, command: WebhookEndpointCommand): WebhookEndpointState =>
  Result.getOrElse(WebhookEndpoint.decide(state, command), () => []).reduce(WebhookEndpoint.evolve, state)

const registered = afterCommand(WebhookEndpoint.initial, endpointCommandsAt(start).Register)

describe("any history of a webhook endpoint", () => {
  it("agrees with the simpler model after every step: status, URL, row of failures and secrets", () =>
    holds(
      fc.property(histories, (commands) => {
        const model = new EndpointModel()
        let state = registered
        for (const command of commands) {
          const accepted = Result.isSuccess(WebhookEndpoint.decide(state, command))
          assert.strictEqual(accepted, model.tell(command), show(command))
          state = afterCommand(state, command)
          invariant(state._tag !== "absent", "a registered endpoint stays")
          assert.strictEqual(state._tag, model.status, show(command))
          assert.strictEqual(state.target.url, model.url)
          assert.strictEqual(Option.getOrUndefined(state.failingSince), model.failingSince, show(command))
          const { at } = command
          for (const instant of [at, at + overlapMillis - 1, at + overlapMillis])
            assert.deepStrictEqual(signingSecrets(state, instant), model.signing(instant))
        }
      }),
      2_000
    ))
})
