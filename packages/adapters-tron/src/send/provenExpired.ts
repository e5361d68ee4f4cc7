import type { SignedForm } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { readSigned } from "../encode/TronTransaction.ts"
import type { TronApi, TronBlock } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"
import { proofMarginMillis } from "./TronSenderOptions.ts"

/**
 * Whether forms of a slot can never be carried out any more.
 *
 * - `proven`: two nodes say so; `blockNumber` is the solid block of the one that is further behind
 * - `shown`: a node has one of them in a block, solid or not
 * - `unproven`: too few nodes can tell; `isAlone` if there is no second node to ask
 */
export type Expiry =
  | { readonly _tag: "proven"; readonly blockNumber: number }
  | { readonly _tag: "shown" }
  | { readonly _tag: "unproven"; readonly isAlone: boolean }

/** One node alone is not believed. A node that is named twice counts once. */
export const hostsMin = 2

/**
 * Asks every node by itself. A block takes no transaction that expired before its parent. So if a solid block is
 * later than the expiration, all blocks that may contain the transaction are solid too, and a node that has that
 * block has all of them. The solid block is requested first, because a missing transaction proves something only for
 * blocks that the node already had. A node proves nothing if it does not answer or has forgotten that time. A
 * transaction that waits at a node proves nothing either.
 */
export const provenExpired = Effect.fnUntraced(function* (
  nodes: TronApi["nodes"],
  forms: ReadonlyArray<SignedForm>
): Effect.fn.Return<Expiry> {
  const expiresAt = Math.max(...forms.map((form) => form.expiresAt))

  const ask = Effect.fnUntraced(function* (node: TronApi["nodes"][number]) {
    const solid = yield* node.solidHead
    for (const form of forms) yield* remembers(node, form, solid)
    for (const { hash } of forms) {
      const id = tronSpelling.hexOfHash(hash)
      if (Option.isSome(yield* node.info(id)) || (yield* node.isInBlock(id))) return "shown"
    }
    return { host: node.host, solid }
  })

  const answers = yield* Effect.forEach(nodes, (node) => Effect.option(ask(node)), {
    concurrency: "unbounded"
  })
  const witnesses = new Map<string, number>()
  for (const answer of answers.flatMap(Option.toArray)) {
    if (answer === "shown") return { _tag: "shown" }
    const { host, solid } = answer
    if (solid.timestamp >= expiresAt + proofMarginMillis) witnesses.set(host, solid.number)
  }
  if (witnesses.size >= hostsMin) return { _tag: "proven", blockNumber: Math.min(...witnesses.values()) }
  return { _tag: "unproven", isAlone: new Set(nodes.map(({ host }) => host)).size < hostsMin }
})

/** Blocks that a transaction may refer to. */
const referableBlocks = 0x10000

/**
 * Fails if the node lacks the block that a form refers to, or the outcomes of its transactions: a node that was
 * started from a later snapshot lacks both, and would deny what it never saw.
 */
const remembers = Effect.fnUntraced(function* (
  node: TronApi["nodes"][number],
  { bytes }: SignedForm,
  solid: TronBlock
) {
  const signed = readSigned(bytes)
  if (signed === undefined) return yield* Effect.fail("these bytes are not of this store")
  const { refBlockBytes, refBlockHash } = signed.transaction
  const behind = (solid.number - Number(refBlockBytes)) % referableBlocks
  const number = solid.number - (behind < 0 ? behind + referableBlocks : behind)
  const block = yield* node.block(number)
  if (!Option.exists(block, ({ id }) => id.slice(18, 34) === refBlockHash.slice(2)))
    return yield* Effect.fail("the node does not have the block")
  yield* node.infosOfBlock(number)
})
