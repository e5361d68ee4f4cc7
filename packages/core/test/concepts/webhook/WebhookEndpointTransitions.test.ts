import { Option } from "effect"
import { assert, describe, it } from "vitest"
import {
  type RegisteredEndpoint,
  registeredEndpoint,
  signingSecrets,
  WebhookEndpoint,
  type WebhookEndpointCommand,
  WebhookEndpointCommandRefused,
  type WebhookEndpointState,
  webhookEndpointTransitions
} from "../../../src/concepts/webhook/WebhookEndpoint.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { endpointCommandsAt, endpointOrder, failingMillisMax, start, target } from "./webhookSamples.ts"

const at = start + 1
/** When an endpoint that has failed since `at` is disabled. */
const spentAt = at + failingMillisMax

const { Register, RotateSecret, ...later } = endpointCommandsAt(at)

/** One command of every tag, and the variants that a side field could tell apart. */
const commands: ReadonlyArray<WebhookEndpointCommand> = [
  Register,
  { ...Register, switch: "disabled" },
  RotateSecret,
  { ...RotateSecret, sealedSecret: "sealed 3" },
  ...Object.values(later),
  { _tag: "Change", target: { events: ["invoice.paid"] }, switch: Option.none(), at },
  { _tag: "Change", target: {}, switch: Option.some("enabled"), at },
  { _tag: "Change", target: {}, switch: Option.some("disabled"), at },
  { _tag: "Change", target, switch: Option.some("enabled"), at },
  { _tag: "NoteFailure", failingMillisMax, at: spentAt }
]

/** Time goes on and decides nothing by itself. */
const keyOf = (state: WebhookEndpointState): string => show({ ...state, updatedAt: 0 })

const explored = explore(WebhookEndpoint, commands, keyOf, 20)
const { states, steps } = explored

const registered = (state: WebhookEndpointState): ReadonlyArray<RegisteredEndpoint> =>
  state._tag === "absent" ? [] : [state]

const { order, sealedSecret, switch: standing } = Register
const event = { _tag: "WebhookRegistered", order, target, sealedSecret, switch: standing } as const

lawsOf({
  machine: WebhookEndpoint,
  transitions: webhookEndpointTransitions,
  explored,
  refused: (named) => new WebhookEndpointCommandRefused(named),
  repeats: {
    Register: "is refused",
    Change: "adds nothing",
    RotateSecret: "adds nothing",
    NoteSuccess: "adds nothing",
    NoteFailure: "adds nothing",
    NoteGone: "adds nothing",
    Delete: "adds nothing"
  },
  still: { deleted: [] },
  defects: [
    [[event], event, "registered once"],
    [[], { _tag: "WebhookEnabled", at }, "needs an endpoint"]
  ]
})

it("an endpoint that was registered is never absent, and keeps the order of its registration", () => {
  assert.throws(() => registeredEndpoint(WebhookEndpoint.initial), "never absent")
  assert.strictEqual(states.flatMap(registered)[0]?.order, endpointOrder)
})

describe("a deleted endpoint", () => {
  it("keeps its target, its secrets and since when it failed", () => {
    const deletions = steps.filter(({ from, to }) => from._tag !== "deleted" && to._tag === "deleted")
    assert.isAbove(deletions.length, 0)
    for (const { from, to } of deletions) {
      assert.isTrue(from._tag !== "absent" && to._tag !== "absent")
      if (from._tag === "absent" || to._tag === "absent") continue
      assert.deepStrictEqual(
        [to.target, to.sealedSecret, to.retiring, to.failingSince],
        [from.target, from.sealedSecret, from.retiring, from.failingSince]
      )
    }
  })
})

describe("every state that an endpoint can reach", () => {
  it("signs with one or two secrets, the newest first, and never with one of them twice", () => {
    const counts = new Set<number>()
    for (const endpoint of states.flatMap(registered)) {
      const secrets = signingSecrets(endpoint, at)
      assert.strictEqual(secrets[0], endpoint.sealedSecret)
      assert.strictEqual(new Set(secrets).size, secrets.length, show(endpoint))
      counts.add(secrets.length)
    }
    assert.sameMembers([...counts], [1, 2])
  })

  it("says why it is disabled, and has every cause somewhere", () => {
    const causes = states.flatMap((state) => (state._tag === "disabled" ? [state.cause] : []))
    assert.sameMembers([...new Set(causes)], ["partner", "gone", "failing"])
  })

  it("was failing when days of failures disabled it", () => {
    const spent = steps.filter(({ events }) =>
      events.some((event) => event._tag === "WebhookDisabled" && event.cause === "failing")
    )
    assert.isAbove(spent.length, 0)
    for (const { from, to } of spent) {
      assert.deepStrictEqual("failingSince" in from && from.failingSince, Option.some(at))
      assert.deepStrictEqual("failingSince" in to && to.failingSince, Option.some(at))
    }
  })
})

describe("a disabled endpoint", () => {
  it("keeps the first cause, and only its partner enables it", () => {
    for (const { command, from, to } of steps) {
      if (from._tag !== "disabled") continue
      if (to._tag === "disabled") assert.strictEqual(to.cause, from.cause)
      if (to._tag === "enabled") assert.strictEqual(command._tag, "Change")
    }
  })

  it("is enabled with a clean record", () => {
    const enabled = steps.filter(({ events }) => events.some(({ _tag }) => _tag === "WebhookEnabled"))
    assert.isAbove(enabled.length, 0)
    for (const { to } of enabled)
      assert.deepStrictEqual("failingSince" in to && to.failingSince, Option.none())
  })
})
