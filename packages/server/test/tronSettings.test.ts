import { assert, describe, it } from "@effect/vitest"
import { defaultSettings } from "@quittance/core"
import { addressOfBytes, isAddress } from "@quittance/core/adapter"
import { readConfiguration } from "./readConfiguration.ts"

const read = async (content: unknown) => {
  const { chains, ...others } = await readConfiguration(content)
  return { ...others, chains: chains.flatMap((each) => (each.kind === "tron" ? [each.network] : [])) }
}

const faultsOf = async (content: unknown): Promise<ReadonlyArray<string>> => (await read(content)).faults

const addressOf = (byte: number): string => addressOfBytes("tron", new Uint8Array(20).fill(byte))

const rpcUrls = ["https://nile.trongrid.io", "https://node.example.com/s3cret-key"]
const treasury = addressOf(0xa1)
const token = { address: addressOf(0xb2), decimals: 6 }
const nile = 3_448_148_188

/** TRON on Nile with everything it needs, and what a test says otherwise. */
const testNetwork = (other: object = {}) => ({
  networks: { tron: { rpcUrls, chainId: nile, token, treasury, ...other } }
})

const addressExpected =
  "must be an address of TRON: T and 33 letters and digits, with the right checksum (Base58Check)"

describe("the settings of TRON", () => {
  it("are complete with two nodes and a treasury in live mode", async () => {
    const { chains, faults, lacking } = await read({
      mode: "live",
      networks: { tron: { rpcUrls, apiKey: "s3cret-key", treasury } }
    })
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual(chains, [
      {
        ...{
          agreeing: undefined,
          name: "tron",
          rpcUrls: ["https://nile.trongrid.io", "https://node.example.com/s3cret-key"]
        },
        ...{ apiKey: "s3cret-key", chainId: 0x2b_66_53_dc, treasury },
        token: { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", decimals: 6 },
        ...{ confirmations: 20, finality: "finalized", energy: "burn" },
        ...{ maxPayoutMinor: 50_000_000_000n, maxPayoutPerHourMinor: undefined },
        ...{ maxPayoutPerDayMinor: undefined, minCoinSun: undefined, minTokenMinor: undefined },
        sweep: { minimumMinor: 200_000_000n, maxFeeSun: 15_000_000n }
      }
    ])
    assert.isTrue(isAddress("tron", chains[0]?.token.address ?? ""))
    assert.deepStrictEqual(
      lacking.map(({ name }) => name),
      ["ethereum", "bsc", "polygon"]
    )
  })

  it("name the explorer of a network, at an https URL or on this machine", async () => {
    const { explorers, faults } = await read({
      mode: "live",
      networks: {
        tron: { rpcUrls, treasury, explorerUrl: "https://scan.example/tron/" },
        ethereum: { explorerUrl: "http://127.0.0.1:4000" }
      }
    })
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual(explorers, {
      tron: "https://scan.example/tron/tx/",
      ethereum: "http://127.0.0.1:4000/tx/"
    })
    for (const explorerUrl of ["http://scan.example", "https://scan.example/?q=", "javascript:alert(1)"])
      assert.match(
        (await faultsOf({ networks: { tron: { explorerUrl } } }))[0] ?? "",
        /explorerUrl must be an https URL/
      )
  })

  it("are all read, and none reaches core", async () => {
    const { chains, faults, settings } = await read(
      testNetwork({
        ...{ apiKey: "s3cret-key", confirmations: 1, finality: 19, energy: "staked" },
        ...{ sweep: { minimum: 50, maxFee: "7.5" }, minCoin: "100.000001", minToken: 250 },
        ...{ maxPayout: 1000, maxPayoutPerHour: 700, maxPayoutPerDay: 2000 }
      })
    )
    assert.deepStrictEqual(faults, [])
    assert.deepInclude(chains[0], {
      ...{ chainId: nile, token, treasury, confirmations: 1, finality: 19, energy: "staked" },
      ...{ sweep: { minimumMinor: 50_000_000n, maxFeeSun: 7_500_000n } },
      ...{ minCoinSun: 100_000_001n, minTokenMinor: 250_000_000n, maxPayoutMinor: 700_000_000n },
      ...{ maxPayoutPerHourMinor: 700_000_000n, maxPayoutPerDayMinor: 2_000_000_000n }
    })
    const network = settings.networks.find(({ name }) => name === "tron")
    assert.sameMembers(Object.keys(network ?? {}), Object.keys(defaultSettings.networks[0] ?? {}))
    assert.isUndefined((await read(testNetwork({ sweep: false }))).chains[0]?.sweep)
  })

  it("know the test chains Nile and Shasta, whose token is the deployment's own", async () => {
    const shasta = 2_494_104_990
    const { chains } = await read(testNetwork({ chainId: shasta }))
    assert.deepInclude(chains[0], { chainId: shasta, token })
    for (const chainId of [nile, shasta])
      assert.deepStrictEqual(await faultsOf({ networks: { ethereum: { chainId } } }), [
        "networks.ethereum.chainId is that of tron"
      ])
    const { lacking } = await read({ mode: "live", networks: { tron: { rpcUrls, treasury, chainId: nile } } })
    assert.deepInclude(lacking, { name: "tron", lacks: ["token"] })
  })

  it("name what they lack", async () => {
    assert.deepInclude((await read({ mode: "live" })).lacking, {
      ...{ name: "tron", lacks: ["rpcUrls", "treasury"] }
    })
    assert.deepStrictEqual(
      await faultsOf({ networks: { tron: { rpcUrls } } }),
      ["chainId", "token", "treasury"].map((key) => `networks.tron.${key} is required with rpcUrls`)
    )
  })

  it("without nodes leave a sandbox simulated, with the confirmations of the standard", async () => {
    for (const tron of [{}, { rpcUrls: [], treasury }]) {
      const { chains, faults, settings } = await read({ networks: { tron } })
      assert.deepStrictEqual([chains, faults], [[], []])
      assert.deepStrictEqual(settings.networks[0], defaultSettings.networks[0])
      assert.deepInclude(settings.networks[0], { name: "tron", confirmations: 20 })
    }
  })

  it("need two hosts in live mode, and one in a sandbox", async () => {
    const oneNode =
      "networks.tron.rpcUrls must name nodes on at least two hosts: one alone cannot prove that a transaction expired"
    for (const urls of [rpcUrls.slice(1), ["https://a.example/s3cret-key", "https://A.example:443/"]]) {
      const live = { mode: "live", networks: { tron: { rpcUrls: urls, treasury } } }
      assert.deepStrictEqual(await faultsOf(live), [oneNode])
      const { chains, faults } = await read(testNetwork({ rpcUrls: urls }))
      assert.deepStrictEqual([chains.length, faults], [1, []])
    }
  })

  it.each<readonly [string, object, ReadonlyArray<string>]>([
    [
      "the URL of one of its interfaces",
      {
        rpcUrls: [
          ...["https://a.example/jsonrpc", "https://a.example/s3cret-key/wallet/"],
          ...["https://a.example/walletsolidity", "https://a.example/?key=s3cret-key", "https://a.example#"]
        ]
      },
      [0, 1, 2, 3, 4].map(
        (index) =>
          `networks.tron.rpcUrls.${index} must be a URL that ends before /wallet and /jsonrpc, without a query`
      )
    ],
    [
      "a node without http",
      { rpcUrls: ["grpc://s3cret-key.example:50051", rpcUrls[0]] },
      ["networks.tron.rpcUrls.0 must be an http or https URL"]
    ],
    ...["", "s3cret key", "s3cret-kеy", "s3cret\n", "s3cret".repeat(40)].map(
      (apiKey) =>
        [
          `the key ${JSON.stringify(apiKey)}`,
          { apiKey },
          ["networks.tron.apiKey must be 1 to 200 letters, digits and signs without spaces"]
        ] as const
    ),
    ...[
      ["an address of EVM", `0x${"a1".repeat(20)}`],
      ["an address in hex", `41${"a1".repeat(20)}`],
      ["an address in hex after 0x", `0x41${"a1".repeat(20)}`],
      ["a wrong checksum", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"],
      ["a letter too few", treasury.slice(0, -1)],
      ["an address of Bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
      ["another prefix that begins with T all the same, 0x42", "Tp3SQPyXWxn7NH3iqBmSWBKag6ugTUJis3"],
      ["a space", ` ${treasury}`]
    ].flatMap(
      ([what, address]) =>
        [
          [`${what} as treasury`, { treasury: address }, [`networks.tron.treasury ${addressExpected}`]],
          [
            `${what} as token`,
            { token: { ...token, address } },
            [`networks.tron.token.address ${addressExpected}`]
          ]
        ] as const
    ),
    [
      "the zero address",
      {
        treasury: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
        token: { ...token, address: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb" }
      },
      ["token.address", "treasury"].map((key) => `networks.tron.${key} must not be the zero address`)
    ],
    [
      "the token as the treasury",
      { treasury: token.address },
      ["networks.tron.treasury must not be the contract of the token"]
    ],
    [
      "a token with too few decimals",
      { token: { ...token, decimals: 5 } },
      ["networks.tron.token.decimals must be from 6 to 36"]
    ],
    ...["safe", "solidified", 0, 1.5, null].map(
      (finality) =>
        [
          `finality ${finality}`,
          { finality },
          ['networks.tron.finality must be "finalized" or a number of blocks from 1 to 100000']
        ] as const
    ),
    ["energy of nobody", { energy: "rented" }, ['networks.tron.energy must be "burn" or "staked"']],
    ...[-1, 1e9 + 1, "1e3", "0.0000001", "five"].map(
      (minCoin) =>
        [
          `${minCoin} coins`,
          { minCoin, sweep: { maxFee: minCoin } },
          ["minCoin", "sweep.maxFee"].map(
            (key) => `networks.tron.${key} must be from 0 to 1000000000 coins, with at most 6 decimals`
          )
        ] as const
    ),
    [
      "sweeps of the other kind",
      { sweep: { minimum: 0, maxFeeGwei: 10 } },
      [
        "networks.tron.sweep.maxFeeGwei is not a setting; the settings are minimum, maxFee",
        "networks.tron.sweep.minimum must be from 0.000001 to 1000000000 USDT"
      ]
    ],
    ["the chain of another network", { chainId: 1 }, ["networks.tron.chainId is that of ethereum"]],
    [
      "a main chain in a sandbox",
      { chainId: 0x2b_66_53_dc },
      [
        "networks.tron.chainId must be a test chain in sandbox mode, such as 3448148188: a sandbox credits money that nobody sent"
      ]
    ]
  ])("with %s are refused by their path, without values", async (_what, other, expected) => {
    const faults = await faultsOf(testNetwork(other))
    assert.sameMembers([...faults], [...expected])
    assert.notInclude(faults.join(), "s3cret")
  })

  it("have no signer", async () => {
    const [fault] = await faultsOf(testNetwork({ signer: { url: "http://127.0.0.1:9000" } }))
    assert.match(fault ?? "", /^networks\.tron\.signer is not a setting; .*\benergy\b/)
  })
})
