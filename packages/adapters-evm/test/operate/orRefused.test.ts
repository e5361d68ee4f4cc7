import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@quittance/core"
import { LeaseLost } from "@quittance/core/adapter"
import { Effect } from "effect"
import { ChainRefused } from "../../src/ChainOperators.ts"
import { orRefused } from "../../src/operate/orRefused.ts"
import { BlockUnknown, RpcUnavailable, TooMuch } from "../../src/rpc/RpcFailure.ts"
import { SignerUnavailable } from "../../src/send/Signer.ts"
import { NoToken } from "../../src/tokenCalls.ts"

describe("an operator is told", () => {
  it.effect("why a command was not carried out, in a sentence", () =>
    Effect.gen(function* () {
      const away = { host: "one.example", reason: "it is away" }
      for (const [failure, reason] of [
        [new ChainRefused({ reason: "no" }), "no"],
        [new LeaseLost({ subjectId: "ethereum" }), "another process has taken over this work"],
        [new BlockUnknown({ host: "one.example", block: "7" }), "no node has block 7"],
        [
          new RpcUnavailable({ ...away, method: "", kind: "timeout" }),
          "the node one.example did not answer: it is away"
        ],
        [
          new RpcUnavailable({ ...away, method: "", kind: "wrongChain", reason: "it is chain 1, not 5" }),
          "the node one.example belongs to another network than the configuration says: it is chain 1, not 5"
        ],
        [
          new RpcUnavailable({ ...away, method: "", kind: "login", reason: "HTTP status 401" }),
          "the node one.example gave no answer that can be used: HTTP status 401"
        ],
        [new TooMuch(away), "the node one.example cannot answer that much at once: it is away"],
        [new NoToken({ reason: "no token" }), "no token"],
        [new SignerUnavailable({ reason: "no signer" }), "no signer"],
        [new StoreUnavailable({ outcome: "unknown", reason: "away" }), "the store did not answer: away"]
      ] as const) {
        const refused = yield* Effect.flip(orRefused(Effect.fail(failure)))
        assert.deepStrictEqual([refused._tag, refused.reason], ["ChainRefused", reason])
      }
    })
  )
})
