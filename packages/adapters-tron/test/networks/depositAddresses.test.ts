import { giveOut, takeTurn } from "@quittance/adapters-evm/testing"
import {
  ChainAddresses,
  type ChainJournal,
  type ChainNetworks,
  chainJobs,
  type Store,
  type WorkQueue
} from "@quittance/core/adapter"
import { type DepositAddressesHarness, depositAddressesSuite } from "@quittance/testing"
import { Effect } from "effect"
import { hexOfAddress } from "../../src/address.ts"
import type { Hex } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import { coinTransfer, keyOf } from "../node/tronweb.ts"
import { onTron } from "./onTron.ts"
import { payer, personOf, startTron } from "./ownTron.ts"

const decimals = 18
const unitsPerMinor = 10n ** BigInt(decimals - 6)

const { chain, deployFactory, deposit, network, nodes } = await startTron()
chain.setToken({ decimals })
const factory = deployFactory()

/** Another token that the same people have. */
const other: Hex = `0x${"b7".repeat(20)}`
const donor = keyOf(1)
chain.giveCoin(donor.address, 1_000_000_000n)
chain.change((state) => {
  const same = state.contracts.get(token)
  if (same === undefined) throw new Error("there is no token")
  state.contracts.set(other, same)
  state.change(other, () => ({ isContract: true }))
  for (const contract of [token, other])
    for (const holder of state.accounts.keys()) state.hold(contract, holder, 10n ** 26n)
})

/** Reads until nothing new is left. */
const look = Effect.gen(function* () {
  while ((yield* takeTurn(chainJobs.read)) === 0);
})

/** Does something to the chain, which is then read. */
const done = <A>(work: () => A | Promise<A>) =>
  Effect.tap(
    Effect.promise(async () => work()),
    () => look
  )

const sendCoins = async (to: string) => {
  nodes[0].broadcast(await coinTransfer(chain, donor, hexOfAddress(to), 1))
  chain.produce()
}

const harness: DepositAddressesHarness<ChainJournal | ChainNetworks | Store | WorkQueue> = {
  networks: [{ name: network.name, addressFormat: "tron" }],
  deposit: (name, address, amountMinor) =>
    giveOut(name, address).pipe(
      Effect.andThen(done(() => deposit(address, amountMinor * unitsPerMinor))),
      Effect.map((id) => ({ txHash: id.slice(2), logIndex: 0 }))
    ),
  distract: (name, address) =>
    Effect.andThen(
      giveOut(name, address),
      done(async () => {
        deposit(address, unitsPerMinor, other)
        deposit(payer, unitsPerMinor)
        deposit(personOf(0x99), unitsPerMinor)
        deposit(address, 10n ** 30n)
        deposit(address, 0n)
        await sendCoins(address)
      })
    ),
  addBlocks: (_name, count) => done(() => chain.produceMany(count)),
  drop: (_name, txHash) =>
    done(() => {
      const gone = chain.found(`0x${txHash}`)
      if (gone === undefined) throw new Error(`no block contains ${txHash}`)
      const first = gone.block.number
      const places = new Map(
        chain.blocks
          .slice(first)
          .flatMap(({ mined, number }) => mined.map(({ transaction }) => [transaction.id, number - first]))
      )
      chain.reorganise(chain.head.number - first + 1, {
        comesBack: ({ id }) => id !== gone.transaction.id,
        takes: ({ id }, place) => places.get(id) === place
      })
    })
}

depositAddressesSuite(
  "a network of TRON that is read",
  onTron({ ...network, token: { ...network.token, decimals } }, factory, ChainAddresses.layer),
  harness
)
