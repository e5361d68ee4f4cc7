import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  isSubscribed,
  type RegisteredEndpoint,
  signingSecrets,
  WebhookEndpoint,
  type WebhookEndpointCommand
} from "../../src/webhook/WebhookEndpoint.ts"
import { eventsOfFamily, familyOfEvent, subscribedFamilies } from "../../src/outbox/WebhookEvents.ts"
import { transitWebhookView, webhookView } from "../../src/webhook/WebhookView.ts"
import { stateAfter } from "../machine/lawsOf.ts"
import { endpointCommandsAt, failingMillisMax, otherUrl, start, target } from "./webhookSamples.ts"

/** The endpoint after these commands; a refused one fails the test. */
const after = (...commands: ReadonlyArray<WebhookEndpointCommand>): RegisteredEndpoint =>
  stateAfter(WebhookEndpoint, commands)

const { Register } = endpointCommandsAt(start)
const failure = (at: number): WebhookEndpointCommand => endpointCommandsAt(at).NoteFailure
const success = (at: number): WebhookEndpointCommand => endpointCommandsAt(at).NoteSuccess
const change = (
  changes: Extract<WebhookEndpointCommand, { readonly _tag: "Change" }>["target"],
  at: number
): WebhookEndpointCommand => ({ _tag: "Change", target: changes, switch: Option.none(), at })
const turn = (standing: "enabled" | "disabled", at: number): WebhookEndpointCommand => ({
  _tag: "Change",
  target: {},
  switch: Option.some(standing),
  at
})
const rotation = (sealedSecret: string, at: number, signsUntil: number): WebhookEndpointCommand => ({
  _tag: "RotateSecret",
  sealedSecret,
  signsUntil,
  at
})

describe("an unbroken row of failures", () => {
  const first = start + 1000
  const spent = first + failingMillisMax

  it("counts from its first failure", () =>
    assert.deepStrictEqual(
      after(Register, failure(first), failure(first + 5), failure(spent - 1)).failingSince,
      Option.some(first)
    ))

  it("disables the endpoint at the failure that makes it long enough, and not a millisecond before", () => {
    assert.strictEqual(after(Register, failure(first), failure(spent - 1))._tag, "enabled")
    assert.strictEqual(after(Register, failure(first), failure(spent))._tag, "disabled")
  })

  it("does not disable it by time alone: who is not called does not fail", () =>
    assert.strictEqual(after(Register, failure(spent + failingMillisMax))._tag, "enabled"))

  it("ends with a success, and the next failure begins another", () => {
    assert.deepStrictEqual(after(Register, failure(first), success(first + 1)).failingSince, Option.none())
    const again = after(Register, failure(first), success(spent - 2), failure(spent - 1), failure(spent))
    assert.deepStrictEqual([again._tag, again.failingSince], ["enabled", Option.some(spent - 1)])
  })

  it("ends with another URL, and not with other events", () => {
    const elsewhere = after(Register, failure(first), change({ url: otherUrl }, spent - 1), failure(spent))
    assert.deepStrictEqual([elsewhere._tag, elsewhere.failingSince], ["enabled", Option.some(spent)])
    const same = after(Register, failure(first), change({ events: ["invoice.paid"] }, spent - 1))
    assert.deepStrictEqual(same.failingSince, Option.some(first))
  })

  it("stays to be seen when it disabled the endpoint, and ends when that is enabled again", () => {
    const disabled = [Register, failure(first), failure(spent)]
    assert.deepStrictEqual(after(...disabled).failingSince, Option.some(first))
    const enabled = after(...disabled, turn("enabled", spent + 1), failure(spent + 2))
    assert.deepStrictEqual([enabled._tag, enabled.failingSince], ["enabled", Option.some(spent + 2)])
  })

  it("is not made by attempts that end after the endpoint was disabled", () => {
    const disabled = after(Register, turn("disabled", first), failure(first + 1), failure(spent + 1))
    assert.deepStrictEqual(disabled.failingSince, Option.none())
    assert.propertyVal(disabled, "cause", "partner")
  })

  it("is not made longer by a failure that is told late", () =>
    assert.deepStrictEqual(after(Register, failure(first), failure(start)).failingSince, Option.some(first)))
})

describe("the secrets that sign", () => {
  const at = start + 1000
  const until = at + 500

  it("are one before any rotation", () =>
    assert.deepStrictEqual(signingSecrets(after(Register), at), ["sealed 1"]))

  it("are the new and the old one until the overlap ends, the newest first", () => {
    const endpoint = after(Register, rotation("sealed 2", at, until))
    assert.deepStrictEqual(signingSecrets(endpoint, at), ["sealed 2", "sealed 1"])
    assert.deepStrictEqual(signingSecrets(endpoint, until - 1), ["sealed 2", "sealed 1"])
    assert.deepStrictEqual(signingSecrets(endpoint, until), ["sealed 2"])
  })

  it("are two after a second rotation as well: the oldest stops at once", () => {
    const endpoint = after(Register, rotation("sealed 2", at, until), rotation("sealed 3", at + 1, until + 1))
    assert.deepStrictEqual(signingSecrets(endpoint, at + 2), ["sealed 3", "sealed 2"])
    assert.deepStrictEqual(signingSecrets(endpoint, until), ["sealed 3", "sealed 2"])
    assert.deepStrictEqual(signingSecrets(endpoint, until + 1), ["sealed 3"])
  })

  it("do not change when a rotation is told twice", () => {
    const once = after(Register, rotation("sealed 2", at, until))
    assert.deepStrictEqual(
      after(Register, rotation("sealed 2", at, until), rotation("sealed 2", at, until)),
      once
    )
  })
})

describe("a change", () => {
  it("leaves alone what it does not name", () => {
    const url = after(Register, change({ url: otherUrl }, start + 1))
    assert.deepStrictEqual(url.target, { url: otherUrl, events: target.events })
    const events = after(Register, change({ events: ["invoice.paid"] }, start + 1))
    assert.deepStrictEqual(events.target, { url: target.url, events: ["invoice.paid"] })
  })

  it("of nothing adds nothing", () => {
    for (const nothing of [change({}, start + 1), change(target, start + 1), turn("enabled", start + 1)])
      assert.deepStrictEqual(WebhookEndpoint.decide(after(Register), nothing), Result.succeed([]))
  })

  it("of target and switch at once takes both", () => {
    const off = after(Register, turn("disabled", start + 1))
    const on = WebhookEndpoint.decide(off, {
      _tag: "Change",
      target: { url: otherUrl },
      switch: Option.some("enabled"),
      at: start + 2
    })
    const tags = Result.getOrElse(on, () => []).map(({ _tag }) => _tag)
    assert.deepStrictEqual(tags, ["WebhookTargetChanged", "WebhookEnabled"])
  })
})

describe("what an endpoint wants to be told of", () => {
  const all = subscribedFamilies.flatMap((family) => eventsOfFamily[family])

  it("is everything when it names no events", () => {
    for (const type of all) assert.isTrue(isSubscribed(after(Register), type), type)
  })

  it("is what it names and nothing else", () => {
    const endpoint = after(Register, change({ events: ["invoice.paid", "kyc.failed"] }, start + 1))
    assert.deepStrictEqual(
      all.filter((type) => isSubscribed(endpoint, type)),
      ["invoice.paid", "kyc.failed"]
    )
  })

  it("belongs to exactly one family", () => {
    for (const family of subscribedFamilies)
      for (const type of eventsOfFamily[family]) assert.strictEqual(familyOfEvent(type), family)
    assert.strictEqual(new Set(all).size, all.length)
  })
})

describe("an endpoint as the API shows it", () => {
  const instant = (millis: number): string => new Date(millis).toISOString()

  it("in the fiat group", () =>
    assert.deepStrictEqual(webhookView(after(Register, failure(start + 5))), {
      id: "whk_1",
      url: target.url,
      events: [],
      active: true,
      disabledReason: null,
      failingSince: instant(start + 5),
      createdAt: instant(start),
      updatedAt: instant(start + 5)
    }))

  it("in the transit group", () =>
    assert.deepStrictEqual(transitWebhookView(after(Register, endpointCommandsAt(start + 5).NoteGone)), {
      url: target.url,
      events: [],
      enabled: false,
      disabledReason: "gone",
      failingSince: null,
      createdAt: instant(start),
      updatedAt: instant(start + 5)
    }))

  it("never shows a secret", () => {
    const endpoint = after(Register, rotation("sealed 2", start + 1, start + 2))
    for (const view of [webhookView(endpoint), transitWebhookView(endpoint)])
      assert.notInclude(JSON.stringify(view), "sealed")
  })
})
