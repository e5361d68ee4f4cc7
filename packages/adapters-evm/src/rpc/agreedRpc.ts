import { Effect, Option, Result } from "effect"
import { distinctHosts } from "./distinctHosts.ts"
import type { Questions, Rpc } from "./Rpc.ts"
import { RpcUnavailable } from "./RpcFailure.ts"

/**
 * The same network, of which only what enough nodes say is true: for what returns or moves money. Its receipts,
 * transactions and blocks are those that as many nodes show alike, and none if they do not. Its heads are the highest
 * that so many nodes have reached. Every other answer is of one node: it may delay an outcome, and decides none. Fails
 * if too few nodes answer.
 */
export const agreedRpc = (rpc: Rpc["Service"], agreeing: number): Rpc["Service"] => {
  if (agreeing === 1) return rpc
  const nodes = distinctHosts(rpc.nodes)

  /** The answers of so many nodes, the preferred ones first; of more as long as they are not alike. */
  const answersTo = Effect.fnUntraced(function* <A>(
    ask: (node: Questions) => Effect.Effect<A, RpcUnavailable>,
    isEnough: (answers: ReadonlyArray<A>) => boolean
  ) {
    const answers: Array<A> = []
    let failure: RpcUnavailable | undefined
    for (const node of nodes) {
      const answer = yield* Effect.result(ask(node))
      if (Result.isFailure(answer)) failure = answer.failure
      else answers.push(answer.success)
      if (answers.length >= agreeing && isEnough(answers)) break
    }
    if (answers.length >= agreeing) return answers
    const { host = "", kind = "refused", method = "" } = failure ?? {}
    const reason = `${answers.length} of the ${agreeing} nodes that must agree answered${failure === undefined ? "" : ` (${failure.reason})`}`
    return yield* new RpcUnavailable({ host, kind, method, reason })
  })

  const alike = <A>(answers: ReadonlyArray<A>): A | undefined => {
    const counts = new Map<string, number>()
    for (const answer of answers) {
      const name = nameOf(answer)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      if (count >= agreeing) return answer
    }
    return undefined
  }

  const shown = <A>(ask: (node: Questions) => Effect.Effect<Option.Option<A>, RpcUnavailable>) =>
    Effect.map(
      answersTo(ask, (answers) => alike(answers) !== undefined),
      (answers) => alike(answers) ?? Option.none<A>()
    )

  return {
    ...rpc,
    head: (tag) =>
      Effect.map(
        answersTo(
          (node) => node.head(tag),
          () => true
        ),
        (heads) => {
          const reached = heads.toSorted((a, b) => b.number - a.number)[agreeing - 1]
          if (reached === undefined) throw new Error("so many nodes answered")
          return reached
        }
      ),
    block: (number) => shown((node) => node.block(number)),
    receipt: (hash) => shown((node) => node.receipt(hash)),
    transaction: (hash) => shown((node) => node.transaction(hash)),
    receipts: Effect.fnUntraced(function* (hashes) {
      if (hashes.length === 0) return []
      const each = (node: Questions) =>
        Effect.flatMap(node.receipts(hashes), (found) => Effect.fromResult(Result.all(found)))
      const answered = yield* Effect.result(
        answersTo(each, (answers) =>
          hashes.every((_, index) => alike(answers.map((found) => found[index])) !== undefined)
        )
      )
      return hashes.map((_, index) =>
        Result.map(
          answered,
          (answers) => alike(answers.flatMap((found) => found[index] ?? [])) ?? Option.none()
        )
      )
    })
  }
}

/** Amounts are bigints. Some nodes leave out what others write as null or false: both say the same. */
const nameOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value === null || value === false ? undefined : value
  )
