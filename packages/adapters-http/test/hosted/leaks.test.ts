import { Brandings } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import type { TestApi } from "../TestApi.ts"
import { type Answer, origin, post, send } from "./pageVisit.ts"
import { actionOf, formOf, picture, startVerification } from "./VerificationSession.ts"

/**
 * A link tells who holds it what it is about, and nothing else of the partner, of its customers or of other partners.
 */

type Key = TestApi["key"]

interface Linked {
  readonly path: string
  readonly token: string
  readonly id: string
}

/** What an answer of the API names `id`, with the link to its page. */
const linkedIn = (body: Readonly<Record<string, unknown>>): Linked => {
  const [link = "no link"] = Object.values(body).filter((value) => String(value).startsWith(`${origin}/`))
  const path = new URL(String(link)).pathname
  return { path, token: path.split("/").at(-1) ?? "no token", id: String(body.id) }
}

/** Everything that a partner has pages of, and what nobody but the partner should know of it. */
const issueAll = async (api: TestApi, key: Key, partner: string) => {
  const secrets = {
    partnerId: key.partnerId,
    publicKey: key.publicKey,
    secret: key.secret,
    externalId: `external-of-${partner}`,
    metadata: `metadata-of-${partner}`,
    customerName: `Customer of ${partner}`,
    customerEmail: `customer@${partner}.example`
  }
  const { externalId, customerEmail, customerName } = secrets
  const metadata = { noted: secrets.metadata }
  const fiatBody = { amount: 12.5, currency: "EUR", description: "Order", metadata }
  const fiat = async () => linkedIn((await api.fiat("invoices", { body: fiatBody, key })).body)
  const csv = `amount,currency,email,externalId\n10,EUR,${customerEmail},${externalId}`
  const file = new FormData()
  file.append("file", new Blob([csv], { type: "text/csv" }), `${partner}.csv`)
  const batch = await api.fiat("batch/invoices", { body: file, key })
  const [ofBatch = {}] = batch.body.invoices as ReadonlyArray<Record<string, unknown>>
  const asked = { amount: 5, network: "tron", description: "Order", customerEmail, customerName }
  const crypto = async (place: string) => {
    const body = { ...asked, externalId: `${externalId}-${place}` }
    return (await api.call({ path: "/api/v2/crypto/invoices", body, key })).body.invoice as Record<
      string,
      unknown
    >
  }
  const open = await crypto("open")
  const paid = await crypto("paid")
  const session = await api.fiat("kyc/sessions", { body: { level: "basic", metadata }, key })
  return {
    secrets,
    address: String(paid.address),
    pages: {
      fiat: await fiat(),
      fiatPaid: await fiat(),
      ofBatch: linkedIn(ofBatch),
      crypto: linkedIn(open),
      cryptoPaid: linkedIn(paid),
      verification: linkedIn(session.body)
    }
  }
}

/** What the first of a page's events tells, with its headers. */
const firstEvent = async (api: TestApi, path: string): Promise<Answer> => {
  const { body, headers, status } = await api.handler(new Request(new URL(path, origin)))
  const reader = body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return { status, headers, text: new TextDecoder().decode(value as Uint8Array | undefined) }
}

const told = ({ headers, text }: Answer): string => [text, ...[...headers].flat()].join("\n")

describe("what hosted pages tell", () => {
  it("is nothing that only the partner should know, and nothing of other invoices, sessions and partners", async () => {
    await using api = await startVerification()
    const globex = await api.createKey({ partner: "globex" })
    const name = (key: Key, shown: string) =>
      api.runtime.runPromise(Brandings.use((brandings) => brandings.set(key.partnerId, { name: shown })))
    await name(api.key, "Corner Shop")
    await name(globex, "Globex Trading")
    const [own, other] = [await issueAll(api, api.key, "acme"), await issueAll(api, globex, "globex")]
    const { crypto, cryptoPaid, fiat, fiatPaid, ofBatch, verification } = own.pages
    await post(api, `${fiatPaid.path}/simulate`)
    await api.sandbox("crypto/deposits", { address: own.address, amount: 5, confirmations: 20 })
    await post(api, `${fiat.path}/payments`, { bank: "sandbox" })
    await api.work()
    const [, bank = "no bank"] = /id="open-bank" href="([^"]*)"/.exec((await send(api, fiat.path)).text) ?? []

    const visits: ReadonlyArray<readonly [Linked | null, () => Promise<Answer>]> = [
      ...[fiat, fiatPaid, ofBatch, crypto, cryptoPaid, verification].flatMap(
        (page) =>
          [
            [page, () => send(api, page.path)],
            [page, () => firstEvent(api, `${page.path}/events`)],
            // Pages that say that something is refused or went wrong.
            [page, () => send(api, `${page.path}?bank=%00`)],
            [page, () => post(api, `${page.path}/payments`, { bank: "none" })],
            [page, () => post(api, `${page.path}/simulate`, {}, { "sec-fetch-site": "cross-site" })],
            [null, () => send(api, `${page.path}0`)]
          ] as const
      ),
      [fiatPaid, () => send(api, `${fiatPaid.path}/receipt`)],
      [cryptoPaid, () => send(api, `${cryptoPaid.path}/receipt`)],
      [fiat, () => send(api, new URL(bank).pathname)],
      [fiat, () => post(api, new URL(bank).pathname, { decision: "approve" })],
      [
        verification,
        async () => post(api, actionOf(await send(api, verification.path)), formOf(picture("mine")))
      ],
      [verification, () => send(api, verification.path)]
    ]
    const everything = [...Object.values(own.pages), ...Object.values(other.pages)]
    const secrets = [...Object.values(own.secrets), ...Object.values(other.secrets), "Globex", "globex"]
    for (const { id, path } of everything) {
      assert.match(id, /[0-9a-f]{12}/)
      assert.strictEqual((await send(api, path)).status, 200, path)
    }
    const statuses = new Set<number>()
    for (const [page, visit] of visits) {
      const answer = await visit()
      statuses.add(answer.status)
      const text = told(answer)
      for (const secret of secrets) assert.notInclude(text, secret, `${page?.path} ${answer.status}`)
      for (const { id, token } of everything) {
        if (token === page?.token) continue
        assert.notInclude(text, id, `${page?.path} ${answer.status}`)
        assert.notInclude(text, token, `${page?.path} ${answer.status}`)
      }
    }
    assert.includeMembers([...statuses], [200, 303, 403, 404, 422])
  })
})
