import type { Rpc } from "@quittance/adapters-evm"
import {
  admitted,
  type Delivery,
  deliveryAmong,
  movedBy,
  nobodyHasAny,
  tokenBalance,
  transferCall,
  triedTokens
} from "@quittance/adapters-evm/parts"
import { Effect } from "effect"
import { addressOfHex, hexOfAddress } from "./address.ts"
import type { TronApi } from "./node/TronApi.ts"
import { tronSpelling } from "./spelling.ts"
import type { TronNetwork } from "./TronNetwork.ts"

/** Nobody has its key. */
const recipient = addressOfHex(`0x${"7ec1c0de".repeat(5)}`)

/**
 * Whether the token of a network of TRON delivers all that is sent: what a simulated transfer of an account that has
 * some says that it moves. Nodes of TRON simulate with no other state than theirs.
 */
export const simulatedDelivery = (
  api: TronApi,
  rpc: Rpc["Service"],
  token: TronNetwork["token"],
  accounts: ReadonlyArray<string>
): Effect.Effect<Delivery> => {
  const contract = hexOfAddress(token.address)
  const most = triedTokens * 10n ** BigInt(token.decimals)

  const triedOn = Effect.fnUntraced(
    function* (node: TronApi["nodes"][number], account: string) {
      const owner = hexOfAddress(account)
      const held = yield* tokenBalance(rpc, contract, owner)
      const sent = held < most ? held : most
      if (sent === 0n) return nobodyHasAny
      const logs = yield* node.logsOf({
        owner,
        contract,
        data: transferCall(hexOfAddress(recipient), sent)
      })
      if (logs.length === 0) return unsaid
      const moved = movedBy({ logs: logs.map((log) => ({ ...log, logIndex: 0 })) }, account, {
        spelling: tronSpelling,
        token
      })
      const received = moved
        .filter(({ to }) => to?.endsWith(hexOfAddress(recipient).slice(2)) === true)
        .reduce((sum, { value }) => sum + value, 0n)
      return (received < sent ? { _tag: "short", sent, received } : { _tag: "whole" }) satisfies Delivery
    },
    Effect.catchTags({
      CallReverted: ({ reason }) => unknown(`the token refuses a simulated transfer: ${reason}`),
      NoToken: ({ reason }) => unknown(reason),
      RpcUnavailable: ({ host, reason }) => unknown(`${host}: ${reason}`)
    })
  )

  const tries = api.nodes.flatMap((node) => accounts.map((account) => triedOn(node, account)))
  return Effect.flatMap(deliveryAmong(tries), (found) =>
    found._tag === "unknown" ? admitted(rpc, contract, found) : Effect.succeed(found)
  )
}

const unknown = (reason: string) => Effect.succeed<Delivery>({ _tag: "unknown", reason })

const unsaid: Delivery = { _tag: "unknown", reason: "no node says what a simulated transfer moves" }
