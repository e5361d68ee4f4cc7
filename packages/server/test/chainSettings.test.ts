import { assert, describe, it } from "@effect/vitest"
import { canonicalAddress, isAddress } from "@quittance/core/adapter"
import { readConfiguration } from "./readConfiguration.ts"

/** Its networks of the Ethereum kind. */
const read = async (content: unknown) => {
  const { chains, ...others } = await readConfiguration(content)
  return { ...others, chains: chains.flatMap((each) => (each.kind === "evm" ? [each.network] : [])) }
}

const faultsOf = async (content: unknown): Promise<ReadonlyArray<string>> => (await read(content)).faults

const rpcUrls = ["https://rpc.example.com/v3/s3cret-key"]
const treasury = canonicalAddress("evm", `0x${"a1".repeat(20)}`)
const token = { address: `0x${"b2".repeat(20)}`, decimals: 6 }

/** A network of a test chain with everything it needs, and what a test says otherwise. */
const testNetwork = (other: object = {}) => ({
  networks: { ethereum: { rpcUrls, chainId: 31_337, token, treasury, ...other } }
})

describe("the settings of a network on which the server acts by itself", () => {
  it("are those of the example of the contract", async () => {
    const { chains, faults, lacking, settings } = await read({
      networks: {
        ethereum: {
          ...{ rpcUrls: ["http://127.0.0.1:8545"], chainId: 31_337, token, treasury },
          ...{ confirmations: 3, finality: "finalized" },
          ...{ minPayout: 1, maxPayout: 10_000, maxPayoutPerDay: 100_000 },
          ...{ invoiceFee: { percent: 1, fixed: 0 }, payoutFee: { percent: 0, fixed: 2 } }
        }
      }
    })
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual(chains, [
      {
        ...{ agreeing: undefined, name: "ethereum", rpcUrls: ["http://127.0.0.1:8545"], chainId: 31_337 },
        token: { ...token, address: canonicalAddress("evm", token.address) },
        ...{ confirmations: 3, finality: "finalized", treasury },
        maxPayoutMinor: 10_000_000_000n,
        ...{ maxPayoutPerHourMinor: undefined, maxPayoutPerDayMinor: 100_000_000_000n },
        ...{ signer: undefined, minCoinWei: undefined, minTokenMinor: undefined },
        sweep: { minimumMinor: 100_000_000n, maxFeeWei: 10_000_000_000n }
      }
    ])
    assert.deepStrictEqual(
      lacking.map(({ name }) => name),
      ["tron", "bsc", "polygon"]
    )
    const network = settings.networks.find(({ name }) => name === "ethereum")
    assert.deepInclude(network, {
      ...{ confirmations: 3, minPayoutMinor: 1_000_000n, maxPayoutMinor: 10_000_000_000n }
    })
    assert.deepInclude(network?.invoiceFee, { basisPoints: 100, fixedMinor: 0n })
    assert.deepInclude(network?.payoutFee, { basisPoints: 0, fixedMinor: 2_000_000n })
    // Core and its hosts never see what may have a key in it.
    assert.doesNotHaveAnyKeys(network, ["rpcUrls", "token", "treasury", "chainId", "finality"])
  })

  it("need only nodes and a treasury in live mode; the decimals of USDT differ", async () => {
    const { chains, faults } = await read({
      mode: "live",
      networks: Object.fromEntries(
        ["ethereum", "bsc", "polygon"].map((name) => [name, { rpcUrls, treasury }])
      )
    })
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual(
      chains.map((each) => [each.name, each.chainId, each.token.decimals, each.confirmations, each.finality]),
      [
        ["ethereum", 1, 6, 12, "finalized"],
        ["bsc", 56, 18, 15, "finalized"],
        ["polygon", 137, 6, 128, "finalized"]
      ]
    )
    for (const each of chains) {
      assert.isTrue(isAddress("evm", each.token.address), each.token.address)
      assert.notStrictEqual(each.token.address, each.token.address.toLowerCase(), "it has a checksum")
    }
  })

  it("of another chain need their token", async () => {
    const { chains, lacking } = await read({
      mode: "live",
      networks: {
        ethereum: { rpcUrls, treasury, chainId: 11_155_111 },
        bsc: { rpcUrls, treasury, chainId: 97, token },
        polygon: { treasury }
      }
    })
    assert.deepStrictEqual(
      chains.map(({ chainId, name }) => [name, chainId]),
      [["bsc", 97]]
    )
    assert.deepStrictEqual(lacking, [
      { name: "tron", lacks: ["rpcUrls", "treasury"] },
      { name: "ethereum", lacks: ["token"] },
      { name: "polygon", lacks: ["rpcUrls"] }
    ])
  })

  it("say when deposit addresses are emptied, or that they are not", async () => {
    const sweepOf = async (given: object) => (await read(testNetwork(given))).chains[0]?.sweep
    assert.deepStrictEqual(await sweepOf({ sweep: { minimum: "12.5" } }), {
      ...{ minimumMinor: 12_500_000n, maxFeeWei: 10_000_000_000n }
    })
    assert.deepStrictEqual(await sweepOf({ sweep: { maxFeeGwei: 0.05 } }), {
      ...{ minimumMinor: 100_000_000n, maxFeeWei: 50_000_000n }
    })
    assert.isUndefined(await sweepOf({ sweep: false }))
    assert.deepStrictEqual(await faultsOf(testNetwork({ sweep: { minimum: 0, maxFeeGwei: 0 } })), [
      "networks.ethereum.sweep.minimum must be from 0.000001 to 1000000000 USDT",
      "networks.ethereum.sweep.maxFeeGwei must be from 1e-9 to 1000000"
    ])
    assert.deepStrictEqual(await faultsOf(testNetwork({ sweep: true })), [
      "networks.ethereum.sweep must be false or object"
    ])
  })

  it("limit a payout to what wallets may pay at all", async () => {
    const { chains, settings } = await read(testNetwork({ maxPayoutPerHour: 30, maxPayoutPerDay: 200 }))
    assert.deepInclude(chains[0], {
      maxPayoutMinor: 30_000_000n,
      maxPayoutPerHourMinor: 30_000_000n,
      maxPayoutPerDayMinor: 200_000_000n
    })
    assert.strictEqual(settings.networks.find(({ name }) => name === "ethereum")?.maxPayoutMinor, 30_000_000n)
  })

  it("say how many nodes must agree: at most as many as there are hosts", async () => {
    const three = ["https://a.example", "https://b.example", "https://c.example"]
    for (const agreeing of [1, 3]) {
      const { chains, faults } = await read(testNetwork({ rpcUrls: three, agreeing }))
      assert.deepStrictEqual([chains[0]?.agreeing, faults], [agreeing, []])
    }
    assert.deepStrictEqual(await faultsOf(testNetwork({ rpcUrls: three, agreeing: 4 })), [
      "networks.ethereum.agreeing must be at most 3, because rpcUrls names 3 hosts: deposits would wait for ever"
    ])
    const oneHost = ["https://a.example/one", "https://a.example/two"]
    assert.deepStrictEqual(await faultsOf(testNetwork({ rpcUrls: oneHost, agreeing: 2 })), [
      "networks.ethereum.agreeing must be at most 1, because rpcUrls names 1 host: deposits would wait for ever"
    ])
    for (const agreeing of [0, -1])
      assert.deepStrictEqual(await faultsOf(testNetwork({ rpcUrls: three, agreeing })), [
        "networks.ethereum.agreeing must be a whole number from 1 to the number of hosts in rpcUrls"
      ])
  })

  it("name who holds the keys of wallets, and what each should have", async () => {
    const signer = { url: "http://signer.example:9000/s3cret-key" }
    const { chains, faults, settings } = await read(
      testNetwork({ signer, minCoin: "0.050000000000000001", minToken: 250 })
    )
    assert.deepStrictEqual(faults, [])
    assert.deepInclude(chains[0], {
      ...{ signer, minCoinWei: 50_000_000_000_000_001n, minTokenMinor: 250_000_000n }
    })
    const network = settings.networks.find(({ name }) => name === "ethereum")
    assert.doesNotHaveAnyKeys(network, ["signer", "minCoinWei", "minTokenMinor"])
    const written = [0, 0.05, "1", 1_000_000_000]
    assert.deepStrictEqual(
      await Promise.all(
        written.map(async (minCoin) => (await read(testNetwork({ minCoin }))).chains[0]?.minCoinWei)
      ),
      [0n, 5n * 10n ** 16n, 10n ** 18n, 10n ** 27n]
    )
  })

  it("without nodes leave a sandbox simulated", async () => {
    const { chains, faults } = await read({ networks: { ethereum: { rpcUrls: [], treasury } } })
    assert.deepStrictEqual([chains, faults], [[], []])
  })

  it.each<readonly [string, object, ReadonlyArray<string>]>([
    [
      "a node without http",
      { rpcUrls: ["wss://rpc.example.com/s3cret-key", "https://", "s3cret-key", 8545] },
      [0, 1, 2, 3].map((index) => `networks.ethereum.rpcUrls.${index} must be an http or https URL`)
    ],
    [
      "too many nodes",
      { rpcUrls: Array.from({ length: 17 }, () => rpcUrls[0]) },
      ["networks.ethereum.rpcUrls must have at most 16 items"]
    ],
    [
      "no list of nodes",
      { rpcUrls: rpcUrls[0] },
      ["networks.ethereum.rpcUrls must be a list, but is a text"]
    ],
    ["chain 0", { chainId: 0 }, ["networks.ethereum.chainId must be a whole number from 1"]],
    ["half a chain", { chainId: 1.5 }, ["networks.ethereum.chainId must be a whole number from 1"]],
    ["a chain in words", { chainId: "0x1" }, ["networks.ethereum.chainId must be a whole number from 1"]],
    [
      "an address in the wrong case",
      {
        treasury: treasury.replace(/[a-f]/gi, (digit) =>
          /[a-f]/.test(digit) ? digit.toUpperCase() : digit.toLowerCase()
        )
      },
      [
        "networks.ethereum.treasury must be an address: 0x and 40 hex digits, with the EIP-55 checksum if the case is mixed"
      ]
    ],
    [
      "the zero address",
      { treasury: `0x${"0".repeat(40)}` },
      ["networks.ethereum.treasury must not be the zero address"]
    ],
    [
      "the token as the treasury",
      { treasury: token.address },
      ["networks.ethereum.treasury must not be the contract of the token"]
    ],
    [
      "a token without decimals",
      { token: { address: token.address, symbol: "USDT" } },
      [
        "networks.ethereum.token.symbol is not a setting; the settings are address, decimals",
        "networks.ethereum.token.decimals is required"
      ]
    ],
    [
      "a token with too many decimals",
      { token: { ...token, decimals: 37 } },
      ["networks.ethereum.token.decimals must be from 6 to 36"]
    ],
    [
      "a token with too few",
      { token: { ...token, decimals: 5 } },
      ["networks.ethereum.token.decimals must be from 6 to 36"]
    ],
    ...[0, 1.5, "latest", "3", null].map(
      (finality) =>
        [
          `finality ${finality}`,
          { finality },
          ['networks.ethereum.finality must be "finalized", "safe" or a number of blocks from 1 to 100000']
        ] as const
    ),
    [
      "no limit",
      { maxPayoutPerDay: 0 },
      ["networks.ethereum.maxPayoutPerDay must be from 0.000001 to 1000000000 USDT"]
    ],
    [
      "a signer without http",
      { signer: { url: "unix:/s3cret-key", token: "s3cret" } },
      [
        "networks.ethereum.signer.token is not a setting; the setting is url",
        "networks.ethereum.signer.url must be an http or https URL"
      ]
    ],
    ["a signer without a URL", { signer: {} }, ["networks.ethereum.signer.url is required"]],
    ...[-1, 1e9 + 1, "1e3", "0.0000000000000000001", "five"].map(
      (minCoin) =>
        [
          `${minCoin} coins`,
          { minCoin },
          ["networks.ethereum.minCoin must be from 0 to 1000000000 coins, with at most 18 decimals"]
        ] as const
    ),
    [
      "no coins at all",
      { minCoin: true },
      ["networks.ethereum.minCoin must be an amount of the coin, as a number or in quotes"]
    ],
    ["the chain of another network", { chainId: 56 }, ["networks.ethereum.chainId is that of bsc"]],
    [
      "a main chain in a sandbox",
      { chainId: 1 },
      [
        "networks.ethereum.chainId must be a test chain in sandbox mode, such as 11155111: a sandbox credits money that nobody sent"
      ]
    ],
    [
      "nodes alone in a sandbox",
      { chainId: undefined, token: undefined, treasury: undefined },
      ["chainId", "token", "treasury"].map((key) => `networks.ethereum.${key} is required with rpcUrls`)
    ]
  ])("with %s are refused by their path, without values", async (_what, other, expected) => {
    const faults = await faultsOf(testNetwork(other))
    assert.deepStrictEqual(faults, expected)
    assert.notInclude(faults.join(), "s3cret")
  })

  it("are not those of a network of another kind", async () => {
    const [fault] = await faultsOf(testNetwork({ apiKey: "s3cret-key" }))
    assert.match(fault ?? "", /^networks\.ethereum\.apiKey is not a setting; .*\bsigner\b/)
    assert.deepStrictEqual(await faultsOf(testNetwork({ sweep: { maxFee: 15 } })), [
      "networks.ethereum.sweep.maxFee is not a setting; the settings are minimum, maxFeeGwei"
    ])
  })
})
