import type { Log, RangeLogs, Rpc } from "@quittance/adapters-evm"
import { mayBeTooMuch } from "@quittance/adapters-evm/parts"
import { Effect, Result } from "effect"

/**
 * The logs that any node has. A node whose index began late silently leaves logs out: for transfers out of a wallet,
 * it is enough that one node shows them. Nodes that do not answer are left out, as long as one does.
 */
export const everyNode = (rpc: Rpc["Service"]): Rpc["Service"] => ({
  ...rpc,
  logsOfRange: Effect.fnUntraced(function* (...question) {
    const asked = yield* Effect.forEach(rpc.nodes, (node) => Effect.result(node.logsOfRange(...question)), {
      concurrency: "unbounded"
    })
    const answers = asked.filter(Result.isSuccess).map(({ success }) => success)
    const [first] = answers
    const failed = asked.find((each) => Result.isFailure(each) && mayBeTooMuch(each.failure)) ?? asked[0]
    if (first === undefined)
      return yield* failed === undefined ? rpc.logsOfRange(...question) : Effect.fromResult(failed)
    const tooMuch = asked.find((each) => Result.isFailure(each) && each.failure._tag === "TooMuch")
    // With a smaller range all of them may answer.
    if (tooMuch !== undefined) return yield* Effect.fromResult(tooMuch)
    const logs = new Map<string, Log>()
    for (const answer of answers)
      for (const log of answer.logs) logs.set(`${log.blockHash} ${log.logIndex}`, log)
    return { last: first.last, logs: [...logs.values()] } satisfies RangeLogs
  })
})
