import { assert } from "@effect/vitest"
import {
  type AddressFormat,
  canonicalAddress,
  DepositAddresses,
  fingerprintOf,
  isAddress
} from "@quittance/core/adapter"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** The laws of `DepositAddresses`: an address is a function of network and salt, and shows what arrives at it. */

interface TransferName {
  readonly txHash: string
  readonly logIndex: number
}

/** What the checks must be able to make happen on the networks. */
export interface DepositAddressesHarness<R> {
  /** The networks to prove, at least one. */
  readonly networks: ReadonlyArray<{ readonly name: string; readonly addressFormat: AddressFormat }>
  /** Transfers the network's token to an address, in a transaction of its own. */
  readonly deposit: (
    network: string,
    address: string,
    amountMinor: bigint
  ) => Effect.Effect<TransferName, unknown, R>
  /** Does to an address what must not be shown: failed transfers, other tokens, transfers to other addresses. */
  readonly distract: (network: string, address: string) => Effect.Effect<void, unknown, R>
  /** Adds blocks to a network. */
  readonly addBlocks: (network: string, count: number) => Effect.Effect<void, unknown, R>
  /** Removes a transaction by a reorganisation. */
  readonly drop: (network: string, txHash: string) => Effect.Effect<void, unknown, R>
}

/** The same salts every time, as random as drawn ones. */
const saltOf = (number: number): string => fingerprintOf({ number }).slice(0, 32)

/** Deposits go to addresses that hold nothing else. */
const firstNumber = 1_000_000

export const depositAddressesChecks = <R>(harness: DepositAddressesHarness<R>) => {
  const { addBlocks, deposit, distract, drop, networks } = harness

  const shown = Effect.fnUntraced(function* (network: string, address: string) {
    const addresses = yield* DepositAddresses
    const transfers = yield* addresses.transfers(network, address)
    return transfers.filter(({ dropped }) => !dropped)
  })

  /** The check on every network, each with an address of its own. */
  const onEveryNetwork = <E, R2>(
    number: number,
    check: (network: string, address: string) => Effect.Effect<void, E, R2>
  ) =>
    Effect.gen(function* () {
      const addresses = yield* DepositAddresses
      for (const { name } of networks)
        yield* check(name, yield* addresses.derive(name, saltOf(firstNumber + number)))
    })

  return {
    "every address is valid, in canonical spelling": Effect.gen(function* () {
      const addresses = yield* DepositAddresses
      for (const { addressFormat, name } of networks) {
        for (const salt of ["0".repeat(32), "f".repeat(32), "8".repeat(32), saltOf(0), saltOf(1)]) {
          const address = yield* addresses.derive(name, salt)
          assert.isTrue(isAddress(addressFormat, address), address)
          assert.strictEqual(canonicalAddress(addressFormat, address), address)
        }
      }
    }),

    "a salt has one address, whenever it is asked for": Effect.gen(function* () {
      const addresses = yield* DepositAddresses
      for (const { name } of networks) {
        const ask = Effect.forEach([3, 1, 2], (number) => addresses.derive(name, saltOf(number)))
        assert.deepStrictEqual(yield* ask, yield* ask)
      }
    }),

    "different salts have different addresses": Effect.gen(function* () {
      const addresses = yield* DepositAddresses
      for (const { name } of networks) {
        const salts = Array.from({ length: 200 }, (_, number) => saltOf(number))
        const derived = yield* Effect.forEach(salts, (salt) => addresses.derive(name, salt))
        assert.strictEqual(new Set(derived).size, salts.length)
      }
    }),

    "an address where nothing arrived shows nothing": onEveryNetwork(0, (network, address) =>
      Effect.map(shown(network, address), (transfers) => assert.isEmpty(transfers))
    ),

    "every transfer to an address is shown, with its amount": onEveryNetwork(1, (network, address) =>
      Effect.gen(function* () {
        const amounts = [1n, 5_000_000n, 5_000_000n]
        const made = yield* Effect.forEach(amounts, (amountMinor) => deposit(network, address, amountMinor))
        const transfers = yield* shown(network, address)
        assert.lengthOf(transfers, amounts.length)
        for (const [index, { logIndex, txHash }] of made.entries()) {
          const found = transfers.find((each) => each.txHash === txHash && each.logIndex === logIndex)
          assert.strictEqual(found?.amountMinor, amounts[index])
          assert.isAtLeast(found?.confirmations ?? -1, 0)
        }
      })
    ),

    "a transfer is confirmed by every block that comes, and by nothing else": onEveryNetwork(
      4,
      (network, address) =>
        Effect.gen(function* () {
          const first = yield* deposit(network, address, 1n)
          const confirmationsOf = Effect.fnUntraced(function* (txHash: string) {
            const found = (yield* shown(network, address)).find((each) => each.txHash === txHash)
            return found === undefined ? assert.fail(`${txHash} is not shown`) : found.confirmations
          })
          const before = yield* confirmationsOf(first.txHash)
          assert.strictEqual(yield* confirmationsOf(first.txHash), before, "asking confirms nothing")
          yield* addBlocks(network, 3)
          assert.strictEqual(yield* confirmationsOf(first.txHash), before + 3)
          const second = yield* deposit(network, address, 2n)
          const [of, ofSecond] = [yield* confirmationsOf(first.txHash), yield* confirmationsOf(second.txHash)]
          assert.isBelow(ofSecond, of, "what came later has fewer")
          yield* addBlocks(network, 2)
          assert.strictEqual(yield* confirmationsOf(first.txHash), of + 2)
          assert.strictEqual(yield* confirmationsOf(second.txHash), ofSecond + 2)
        })
    ),

    "what is no transfer of the token to the address is never shown": onEveryNetwork(2, (network, address) =>
      Effect.gen(function* () {
        yield* distract(network, address)
        assert.isEmpty(yield* shown(network, address))
        const { txHash } = yield* deposit(network, address, 7n)
        yield* distract(network, address)
        assert.deepStrictEqual(
          (yield* shown(network, address)).map((transfer) => transfer.txHash),
          [txHash]
        )
      })
    ),

    "a transfer that was reorganised away is not shown as there": onEveryNetwork(3, (network, address) =>
      Effect.gen(function* () {
        const gone = yield* deposit(network, address, 1n)
        const stays = yield* deposit(network, address, 2n)
        yield* drop(network, gone.txHash)
        assert.deepStrictEqual(
          (yield* shown(network, address)).map(({ txHash }) => txHash),
          [stays.txHash]
        )
      })
    )
  } satisfies Checks<DepositAddresses | R>
}

/** Proves a `DepositAddresses` against the laws of its port. */
export const depositAddressesSuite = <R>(
  name: string,
  layer: Layer.Layer<DepositAddresses | R, unknown>,
  harness: DepositAddressesHarness<R>
): void => suiteOf<DepositAddresses | R>("deposit addresses", depositAddressesChecks(harness))(name, layer)
