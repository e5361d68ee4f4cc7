import { Effect } from "effect"
import { encodeFunctionData } from "viem/utils"
import { TransferProbe } from "./contracts/TransferProbe.ts"
import { admitted, type Delivery, deliveryAmong, nobodyHasAny, triedTokens } from "./delivery.ts"
import { bytesOf, type Hex, hexOf, keccak, word } from "./hex.ts"
import type { Questions, Rpc } from "./rpc/Rpc.ts"
import type { StateOverrides } from "./rpc/StateOverrides.ts"

/** Accounts that nobody has the keys of. */
const imagined: Hex = `0x${"71a5c0de".repeat(5)}`
const recipient: Hex = `0x${"7ec1c0de".repeat(5)}`

/** How many places of a contract's storage are tried for its balances. */
const placesMax = 60

/** Where upgradable tokens of OpenZeppelin have their balances (ERC-7201, `openzeppelin.storage.ERC20`). */
const namespaced = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n

/** Where tokens may have the balance of an account: Solidity's mapping at a place, and Vyper's. */
const balancePlaces = (account: Hex): ReadonlyArray<Hex> => {
  const owner = word(BigInt(account))
  const hashed = (text: string) => hexOf(keccak(bytesOf(`0x${text}`)))
  const places = Array.from({ length: placesMax }, (_, place) => word(BigInt(place)))
  return [
    ...[...places, word(namespaced)].map((place) => hashed(`${owner}${place}`)),
    ...places.map((place) => hashed(`${place}${owner}`))
  ]
}

const unsupported: Delivery = {
  _tag: "unknown",
  reason: "no node simulates a transfer (eth_call with other states)"
}

/**
 * Tries a transfer in a simulated call, in which the code of an account that holds the token is replaced by a contract
 * that sends what it has (`TransferProbe.sol`). At first an imagined account has a balance, so that nobody needs any
 * money; then the given ones, if the token's balances are nowhere where it was tried.
 */
const triedOn = Effect.fnUntraced(function* (
  node: Questions,
  token: Hex,
  decimals: number,
  accounts: ReadonlyArray<Hex>
) {
  const most = triedTokens * 10n ** BigInt(decimals)
  const data = encodeFunctionData({
    abi: TransferProbe.abi,
    functionName: "probe",
    args: [token, recipient, most]
  })

  const tried = (account: Hex, others: StateOverrides): Effect.Effect<Delivery> =>
    node
      .call({ to: account, data }, "latest", { ...others, [account]: { code: TransferProbe.runtimeCode } })
      .pipe(
        Effect.map(deliveryIn),
        // Nodes that do not know the third parameter refuse the call, each in its own words.
        Effect.orElseSucceed(() => unsupported)
      )

  const stateDiff = Object.fromEntries(
    balancePlaces(imagined).map((place) => [place, `0x${word(most)}` as const])
  )
  const found = yield* tried(imagined, { [token]: { stateDiff } })
  if (found._tag !== "unknown" || found === unsupported) return found
  return yield* deliveryAmong(accounts.map((account) => tried(account, {})))
})

const deliveryIn = (answer: Hex): Delivery => {
  const [, held = "", done = "", arrived = ""] =
    /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{64})$/.exec(answer) ?? []
  if (held === "") return unsupported
  const [sent, received] = [BigInt(`0x${held}`), BigInt(`0x${arrived}`)]
  if (sent === 0n) return nobodyHasAny
  if (BigInt(`0x${done}`) === 0n) return { _tag: "unknown", reason: "the token refuses a simulated transfer" }
  return received < sent ? { _tag: "short", sent, received } : { _tag: "whole" }
}

/** Whether the token of an EVM network delivers all that is sent. */
export const simulatedDelivery = (
  rpc: Rpc["Service"],
  { address, decimals }: { readonly address: string; readonly decimals: number },
  accounts: ReadonlyArray<string>
): Effect.Effect<Delivery> => {
  const token = address as Hex
  const tries = rpc.nodes.map((node) => triedOn(node, token, decimals, accounts as ReadonlyArray<Hex>))
  return Effect.flatMap(deliveryAmong(tries), (found) =>
    found._tag === "unknown" ? admitted(rpc, token, found) : Effect.succeed(found)
  )
}
