import { Effect } from "effect"
import { factoryContracts } from "./factoryContracts.ts"
import type { Hex } from "./hex.ts"
import type { StateTag } from "./rpc/questions.ts"
import type { Questions } from "./rpc/Rpc.ts"
import type { RpcUnavailable } from "./rpc/RpcFailure.ts"

/**
 * What is at the address of a factory.
 *
 * - `missing`: no code
 * - `foreign`: other code: money sent to its deposit addresses may be out of reach
 * - `ready`: the factory of this treasury, and the implementation that it made
 */
export type FactoryState = "missing" | "foreign" | "ready"

/** Looks at the block of `tag`. What was created by a plain transaction can be undone by a reorganisation until it is final. */
export const factoryState = Effect.fn("factoryState")(function* (
  { code }: Pick<Questions, "code">,
  factory: Hex,
  treasury: Hex,
  tag: StateTag
): Effect.fn.Return<FactoryState, RpcUnavailable> {
  const expected = factoryContracts(factory, treasury)
  const found = yield* code(expected.factory.address, tag)
  if (found === "0x") return "missing"
  if (found !== expected.factory.code) return "foreign"
  const { address, code: implementation } = expected.implementation
  return (yield* code(address, tag)) === implementation ? "ready" : "foreign"
})
