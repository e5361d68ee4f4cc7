import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { testServer } from "@quittance/testing/postgres"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import {
  advanceClock,
  balancePath,
  type Credentials,
  payoutRequest,
  payoutsPath,
  signedFetch,
  signedHeaders
} from "./signedFetch.ts"

const timeoutMillis = 120_000

const places: ReadonlyArray<
  readonly [name: string, variables: (folder: string) => Promise<Readonly<Record<string, string>>>]
> = [
  ["SQLite", async () => ({})],
  [
    "PostgreSQL",
    async (folder) => ({ QUITTANCE_DB: await (await testServer()).newDatabase(), QUITTANCE_DATA: folder })
  ]
]

const idsOf = (items: unknown) => (items as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)

/** A list whose cursor may tell when it was asked for. */
const timeless = ({ pagination, ...items }: { readonly [name: string]: unknown }) => {
  const { nextCursor, ...page } = pagination as { readonly nextCursor: string | null }
  return { ...items, page, isLast: nextCursor === null }
}

describe.each(places)("what an operator looks at, on %s, beside a running server", (_store, placed) => {
  const folder = temporaryFolder()
  let store: Readonly<Record<string, string>> = {}
  let server: Awaited<ReturnType<typeof serveHere>>
  let sandbox: Credentials
  let shop: Credentials
  let stuck = ""

  const run = (...args: ReadonlyArray<string>) => quittance(args, folder, store)
  /** Runs a command that must do what it is asked. */
  const text = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await run(...args)
    assert.deepStrictEqual([status, stderr], [0, ""])
    return stdout
  }
  const jsonOf = async (...args: ReadonlyArray<string>) => JSON.parse(await text(...args, "--json"))
  const refusal = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await run(...args)
    assert.strictEqual(stdout, "")
    return [status, stderr.replace(/^quittance: (.*)\n$/, "$1")]
  }
  /** A query is not signed. */
  const get = async (credentials: Credentials, path: string, query = "") => {
    const answer = await fetch(`${server.url}${path}?${query}`, {
      headers: signedHeaders(credentials, { path })
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const pay = async (credentials: Credentials, key: string, note?: string) => {
    const { body } = await signedFetch(server.url, credentials, payoutRequest(key, note))
    return (body.payout as { readonly id: string }).id
  }
  /** Asks the server until the payout is there. */
  const reached = async (credentials: Credentials, id: string, step: string) => {
    for (;;) {
      const { payout } = await get(credentials, `${payoutsPath}/${id}`)
      if ((payout as { readonly processingStatus: string }).processingStatus === step) return
    }
  }

  beforeAll(async () => {
    store = await placed(folder)
    server = await serveHere(folder, { ...store, QUITTANCE_RATE_LIMITS: "off" })
    sandbox = credentialsIn(folder)
    shop = await jsonOf("keys", "create", "--partner", "Läden 株式会社")
    for (const partner of ["sandbox", "Läden 株式会社"])
      await text("balance", "adjust", "--partner", partner, "--amount", "100", "--reason", "test")
    stuck = await pay(sandbox, "stuck", "sandbox:no-answer")
    await reached(sandbox, stuck, "unknown")
    for (let index = 0; index < 5; index++) {
      const credentials = index % 2 === 0 ? shop : sandbox
      await reached(credentials, await pay(credentials, `paid-${index}`), "confirmed")
    }
  }, timeoutMillis)

  it("payouts list of one partner is the API's list", async () => {
    for (const [flags, query] of [
      [[], "limit=50"],
      [["--limit", "2"], "limit=2"],
      [["--limit", "2", "--page", "2"], "limit=2&page=2"],
      [["--status", "pending", "--limit", "1"], "status=PENDING&limit=1"]
    ] as const) {
      const { pagination, payouts } = await get(sandbox, payoutsPath, query)
      assert.deepStrictEqual(await jsonOf("payouts", "list", "--partner", "sandbox", ...flags), {
        payouts,
        pagination
      })
    }
  })

  it("payouts list of all partners is all of them, the newest first, in pages of any size", async () => {
    const all = await jsonOf("payouts", "list")
    assert.deepInclude(all.pagination, { page: 1, total: 6, totalPages: 1 })
    const instants = all.payouts.map(({ createdAt }: { readonly createdAt: string }) => createdAt)
    assert.deepStrictEqual(instants, [...instants].sort().reverse())
    assert.deepStrictEqual(
      all.payouts.map(({ partner }: { readonly partner: string }) => partner),
      [0, 1, 0, 1, 0].map((index) => ["Läden 株式会社", "sandbox"][index]).concat("sandbox")
    )
    for (const limit of [1, 2, 4, 6, 7]) {
      const walked: Array<unknown> = []
      for (let page = 1; page <= Math.ceil(6 / limit); page++) {
        const { payouts } = await jsonOf("payouts", "list", "--limit", String(limit), "--page", String(page))
        walked.push(...payouts)
      }
      assert.deepStrictEqual(walked, all.payouts)
    }
  })

  it("payouts list is walked by cursor: the API's of one partner, and its own of all", async () => {
    const all = await jsonOf("payouts", "list")
    assert.isNull(all.pagination.nextCursor)
    for (const flags of [[], ["--partner", "sandbox"]] as const) {
      const walked: Array<unknown> = []
      let { pagination, payouts } = await jsonOf("payouts", "list", "--limit", "1", ...flags)
      for (;;) {
        walked.push(...idsOf(payouts))
        const { nextCursor } = pagination
        if (nextCursor === null) break
        const next = await jsonOf("payouts", "list", "--limit", "2", "--cursor", nextCursor, ...flags)
        const table = await text("payouts", "list", "--limit", "2", "--cursor", nextCursor, ...flags)
        assert.strictEqual(
          table.includes(`\nThe next are on --cursor ${next.pagination.nextCursor}\n`),
          next.pagination.nextCursor !== null
        )
        if (flags.length > 0) {
          const api = await get(sandbox, payoutsPath, `limit=2&cursor=${nextCursor}`)
          // The one that is stuck is tried again meanwhile.
          assert.deepStrictEqual([idsOf(api.payouts), api.pagination], [idsOf(next.payouts), next.pagination])
        }
        ;({ pagination, payouts } = next)
      }
      const { payouts: expected } = await jsonOf("payouts", "list", ...flags)
      assert.deepStrictEqual(walked, idsOf(expected))
    }
  })

  it("payouts list lines up, and names the oldest that waits", async () => {
    const table = await text("payouts", "list")
    const [head = "", ...rows] = table.split("\n")
    assert.match(
      head,
      /^ID +PARTNER +CREATED \(UTC\) +AMOUNT +NETWORK +STATUS +STEP +ATTEMPTS +NEXT \(UTC\) +ERROR$/
    )
    const statusAt = head.indexOf("STATUS")
    // Its partner's name has four wide characters.
    const wide = rows.find((row) => row.includes("株式会社")) ?? ""
    assert.strictEqual(wide.indexOf("COMPLETED"), statusAt - 4)
    const own = rows.find((row) => row.startsWith(stuck)) ?? ""
    assert.strictEqual(own.indexOf("PENDING"), statusAt)
    assert.match(own, /1\.000000 USDT +tron +PENDING +unknown +\d+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\S/)
    assert.match(
      table,
      new RegExp(`The oldest that waits is of .* UTC, .* ago\\.\nquittance payouts show ${stuck}`)
    )
    assert.match(
      await text("payouts", "list", "--limit", "4"),
      /\n1 to 4 of 6, the newest first; the next are on --page 2\.\n/
    )
    assert.notInclude(await text("payouts", "list", "--status", "COMPLETED"), "oldest that waits")
    assert.strictEqual(
      await text("payouts", "list", "--to", "2020-01-01", "--status", "failed"),
      "There are none.\n"
    )
  })

  it("payouts show is the API's record, and tells people what a stuck one waits for and what to do", async () => {
    const { payout } = await get(sandbox, `${payoutsPath}/${stuck}`)
    assert.deepStrictEqual(await jsonOf("payouts", "show", stuck), payout)
    const shown = await text("payouts", "show", stuck)
    for (const line of [
      /^ +Partner +sandbox$/m,
      /^ +Step +unknown: the answer was lost: the money may have left$/m,
      /^ +Amount +1\.000000 USDT, with the fee \d\.\d{6} USDT$/m,
      /^ +Attempts +\d+$/m,
      /^ +Last error +\S/m,
      /^ +Next attempt +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, /m,
      /^submit +\d{4}-\d\d-\d\d .* +no answer/m
    ])
      assert.match(shown, line)
    assert.include(shown, `quittance payouts resolve ${stuck} --as completed --reason TEXT, or --as failed.`)
    const [paid] = (await jsonOf("payouts", "list", "--status", "COMPLETED")).payouts
    const ended = await text("payouts", "show", paid.id)
    assert.match(ended, /^ +Step +confirmed: the money arrived$/m)
    assert.notMatch(ended, /Next attempt|resolve/)
  })

  it("invoices list and show, crypto show and balance show are the API's", async () => {
    const fiat = fiatClient(server.url, sandbox)
    const { id } = await fiat.post("/api/v1/invoices", {
      amount: 12.5,
      currency: "EUR",
      description: "a\u001b[2Jcup"
    })
    await fiat.post("/api/v1/invoices", { amount: 300, currency: "KZT" })
    for (const [flags, query] of [
      [[], "limit=50"],
      [["--currency", "eur", "--status", "pending"], "currency=EUR&status=pending&limit=50"]
    ] as const) {
      const { invoices, pagination } = await fiat.get(`/api/v1/invoices?${query}`)
      const listed = await jsonOf("invoices", "list", "--partner", "sandbox", ...flags)
      assert.deepStrictEqual(listed, { invoices, pagination })
    }
    const { success: _, requestId: __, ...invoice } = await fiat.get(`/api/v1/invoices/${id}`)
    assert.deepStrictEqual(await jsonOf("invoices", "show", String(id)), invoice)
    const table = await text("invoices", "list")
    assert.match(table, /12\.50 EUR +pending/)
    assert.include(await text("invoices", "show", String(id)), String.raw`a\u001b[2Jcup`)

    const body = { amount: 5, network: "tron", externalId: "crypto-1" }
    const made = await signedFetch(server.url, sandbox, {
      method: "POST",
      path: "/api/v2/crypto/invoices",
      body
    })
    const { id: cryptoId } = made.body.invoice as { readonly id: string }
    const shown = await get(sandbox, `/api/v2/crypto/invoices/${cryptoId}`)
    assert.deepStrictEqual(await jsonOf("crypto", "show", cryptoId), shown.invoice)
    assert.match(
      await text("crypto", "show", cryptoId),
      /Expected +5\.\d{6} USDT[\s\S]*No transfer was seen yet/
    )

    await signedFetch(server.url, sandbox, {
      ...{ method: "POST", path: "/api/v2/crypto/invoices" },
      body: { amount: 6, network: "bsc", externalId: "crypto-2" }
    })
    for (const [flags, query] of [
      [[], "limit=50"],
      [["--network", "bsc", "--status", "pending"], "network=bsc&status=pending&limit=50"],
      [["--exception", "none"], "exception=none&limit=50"],
      [["--exception", "late"], "exception=late&limit=50"]
    ] as const) {
      const { invoices, pagination } = await get(sandbox, "/api/v2/crypto/invoices", query)
      const listed = await jsonOf("crypto", "list", "--partner", "sandbox", ...flags)
      assert.deepStrictEqual(timeless(listed), timeless({ invoices, pagination }))
    }
    assert.match(await text("crypto", "list"), /6\.000000 USDT +0\.000000 USDT +bsc +pending +crypto-2/)
    assert.deepStrictEqual(await refusal("crypto", "list", "--network", "trom"), [
      2,
      '--network must be one of tron, ethereum, bsc, polygon, not "trom": did you mean tron?'
    ])
    assert.deepStrictEqual(await refusal("crypto", "list", "--exception", "late", "--status", "paid"), [
      2,
      "--exception is combined with --from and --to only: leave --status and --network out."
    ])

    for (const [command, path] of [
      [["batch", "list"], "/api/v1/batch/invoices"],
      [["kyc", "sessions"], "/api/v1/kyc/sessions"]
    ] as const) {
      if (path.includes("kyc")) await fiat.post(path, { level: "basic" })
      const { requestId: _id, success: _ok, ...list } = await fiat.get(`${path}?limit=50`)
      assert.deepStrictEqual(await jsonOf(...command, "--partner", "sandbox"), list)
    }
    assert.match(await text("kyc", "sessions"), /basic +pending +0/)

    const { balance } = await get(sandbox, balancePath)
    assert.deepStrictEqual(await jsonOf("balance", "show", "--partner", "sandbox"), balance)
    assert.match(await text("balance", "show", "--partner", "sandbox"), /Available +\d+\.\d{6} USDT/)
  })

  it("histories are the API's, and name the operator to the operator alone", async () => {
    const fiat = fiatClient(server.url, sandbox)
    const { id } = await fiat.post("/api/v1/invoices", { amount: 7, currency: "EUR" })
    await text("invoices", "redact", String(id))
    const session = await fiat.post("/api/v1/kyc/sessions", { level: "basic" })
    const crypto = await signedFetch(server.url, sandbox, {
      method: "POST",
      path: "/api/v2/crypto/invoices",
      body: { amount: 5, network: "tron", externalId: "of histories" }
    })
    const cryptoId = (crypto.body.invoice as { readonly id: string }).id
    const told = ({ history, olderOmitted }: Record<string, unknown>) => ({ history, olderOmitted })
    for (const [command, answer, recordId] of [
      ["payouts", await get(sandbox, `${payoutsPath}/${stuck}/history`), stuck],
      ["crypto", await get(sandbox, `/api/v2/crypto/invoices/${cryptoId}/history`), cryptoId],
      ["invoices", await fiat.get(`/api/v1/invoices/${id}/history`), String(id)],
      ["kyc", await fiat.get(`/api/v1/kyc/sessions/${session.id}/history`), String(session.id)]
    ] as const) {
      const json = await jsonOf(command, "history", recordId)
      assert.deepStrictEqual(
        JSON.parse(JSON.stringify(json).replaceAll(/"operator:[^"]+"/g, '"operator"')),
        told(answer)
      )
      assert.isAbove(json.history.length, 0, command)
    }
    const redacted = await text("invoices", "history", String(id))
    assert.match(redacted, /^AT \(UTC\) +WHAT +WHO +DETAILS$/m)
    assert.match(redacted, / invoice\.created +key:\S+ +amount 7, currency EUR, expiresAt \S+$/m)
    assert.match(redacted, / invoice_redacted +operator:\S+$/m)
    assert.match(await text("payouts", "history", stuck), / submission_started .*\n(?:.*\n)*.* answer_lost +/)
  })

  it("balance entries is the API's statement", async () => {
    const { entries, pagination } = await get(sandbox, `${balancePath}/entries`)
    assert.isAbove((entries as ReadonlyArray<unknown>).length, 1)
    const own = ["balance", "entries", "--partner", "sandbox"] as const
    assert.deepStrictEqual(await jsonOf(...own, "--limit", "20"), { entries, pagination })
    assert.match(await text(...own), /payout\.reserved +-\d+\.\d{6} USDT +\d+\.\d{6} USDT/)
    assert.match(await text(...own, "--kind", "transit.reversed"), /There are none/)
  })

  it("a wrong id, partner or status names the right ones", async () => {
    const [{ id: invoiceId }] = (await jsonOf("invoices", "list")).invoices
    for (const [args, status, sentence] of [
      [["payouts", "show", "none"], 1, "there is no payout none: quittance payouts list shows them."],
      [
        ["payouts", "open", "--after", "none"],
        1,
        "there is no payout none: quittance payouts list shows them."
      ],
      [
        ["payouts", "show", invoiceId],
        1,
        `there is no payout ${invoiceId}: it is the id of a fiat invoice; see quittance invoices show.`
      ],
      [
        ["crypto", "show", stuck],
        1,
        `there is no crypto invoice ${stuck}: it is a payout; see quittance payouts show ${stuck}.`
      ],
      [
        ["payouts", "show", stuck, "--partner", "Läden 株式会社"],
        1,
        `payout ${stuck} belongs to the partner sandbox, not to Läden 株式会社.`
      ],
      [["payouts", "open", "--after", "x"], 1, "there is no payout x: quittance payouts list shows them."],
      [["payouts", "list", "--partner", "sandbx"], 1, "there is no partner sandbx: did you mean sandbox?"],
      [
        ["balance", "show", "--partner", "nobody at all"],
        1,
        "there is no partner nobody at all: the partners are sandbox, Läden 株式会社."
      ],
      [
        ["payouts", "list", "--status", "unknown"],
        2,
        '--status must be PENDING, COMPLETED or FAILED, not "unknown".'
      ],
      [
        ["invoices", "list", "--status", "open"],
        2,
        '--status must be pending, paid, expired or cancelled, not "open".'
      ],
      [["payouts", "list", "--limit", "0"], 2, '--limit must be a whole number from 1 to 1000, not "0".'],
      [
        ["payouts", "list", "--page", "300"],
        2,
        "--page 300 is too far: pages reach the newest 10000; older ones are found with --cursor or --to."
      ],
      [["payouts", "list", "--from", "2026-02-01", "--to", "2026-01-01"], 2, "--from must be before --to."],
      [
        ["payouts", "list", "--cursor", "x", "--page", "1"],
        2,
        "--cursor and --page exclude each other: give one of them."
      ],
      [
        ["payouts", "list", "--cursor", "x"],
        2,
        "--cursor must be a nextCursor exactly as it was answered; leave it out to begin with the first page."
      ]
    ] as const)
      assert.deepStrictEqual(await refusal(...args), [status, sentence])
  })

  it("search finds records of any partner by an exact value, as the API does for one", async () => {
    const found = await jsonOf("search", "paid-0")
    const [{ id }] = found.results
    assert.deepInclude(found.results, {
      partner: "Läden 株式会社",
      type: "payout",
      id,
      status: "COMPLETED",
      createdAt: found.results[0].createdAt
    })
    const { results } = await get(shop, "/api/v2/crypto/search", `q=${id}`)
    assert.deepStrictEqual(await jsonOf("search", id, "--partner", "Läden 株式会社"), { results })
    const { address } = (await jsonOf("payouts", "show", stuck)) as { readonly address: string }
    const table = (await text("search", ` ${address}`)).split("\n")
    assert.match(table[0] ?? "", /^PARTNER +TYPE +ID +STATUS +CREATED \(UTC\)$/)
    assert.lengthOf(table, 1 + 6 + 1)
    assert.strictEqual(await text("search", "paid-"), "Nothing has exactly this value.\n")
    assert.deepStrictEqual(await refusal("search", " "), [2, "VALUE must have more than blanks."])
  })

  it("links are those of the server, whatever the environment of the command says", async () => {
    const file = join(folder, "invoices.csv")
    writeFileSync(file, "amount,currency\n5,EUR\n")
    const own = { ...store, QUITTANCE_PUBLIC_URL: "https://laptop.example" }
    for (const args of [
      ["invoices", "list"],
      ["batch", "import", file, "--partner", "sandbox"]
    ]) {
      const { stdout } = await quittance([...args, "--json"], folder, own)
      assert.include(stdout, `"${server.url}/pay/bank/`)
      assert.notInclude(stdout, "laptop")
    }
  })

  it("payouts open is what has no outcome, the oldest first, on from any of them", async () => {
    // A stuck one is looked up again and again, so two answers have the same ids, and not the same attempts.
    interface Open {
      readonly nextAfter: string | null
      readonly payouts: ReadonlyArray<{ readonly id: string; readonly processingStatus: string }>
    }
    const open = async (...flags: ReadonlyArray<string>) => {
      const { nextAfter, payouts }: Open = await jsonOf("payouts", "open", ...flags)
      return { ids: payouts.map(({ id }) => id), nextAfter, payouts }
    }
    const waiting = [stuck]
    for (const key of ["stuck too", "stuck as well"]) {
      const id = await pay(sandbox, key, "sandbox:no-answer")
      await reached(sandbox, id, "unknown")
      waiting.push(id)
    }
    const { ids, nextAfter } = await open()
    assert.deepStrictEqual([ids, nextAfter], [waiting, null])
    const first = await open("--limit", "1")
    assert.deepStrictEqual([first.ids, first.nextAfter], [[stuck], stuck])
    assert.deepStrictEqual((await open("--after", stuck)).ids, waiting.slice(1))
    assert.include(await text("payouts", "open"), stuck)
    for (const step of ["unknown", "submitting", "reserved"])
      for (const { processingStatus } of (await open("--step", step)).payouts)
        assert.strictEqual(processingStatus, step)
  })

  it("ages are told by the sandbox's clock, as the metrics do", async () => {
    await advanceClock(server.url, sandbox, 2 * 60 * 60)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    const age = Number(/^quittance_payout_oldest_age_seconds (\S+)$/m.exec(metrics)?.[1])
    assert.isAbove(age, 7_200)
    assert.match(await text("payouts", "list"), /The oldest that waits is of .* UTC, 2 h ago\./)
    assert.match(await text("payouts", "show", stuck), /^ +Created .* UTC, 2 h ago$/m)
    const [{ id }] = (await jsonOf("invoices", "list")).invoices
    assert.match(await text("invoices", "show", id), /^ +Created .* UTC, 2 h ago$/m)
  })
})
