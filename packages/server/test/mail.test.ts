import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { fiatClient } from "./fiatFetch.ts"
import { mailServer } from "./MailServer.ts"
import { credentialsIn, quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const csv = "amount,currency,email\n1,USD,ann@example.com\n2,EUR,bob@example.com\n"

const smtp = (port: number, login = "") => ({
  QUITTANCE_SMTP_URL: `smtp://${login}127.0.0.1:${port}`,
  QUITTANCE_MAIL_FROM: "Shop <pay@shop.example>"
})

const started = async (folder: string, variables: Readonly<Record<string, string>>) => {
  const server = await serveHere(folder, variables)
  return { server, client: fiatClient(server.url, credentialsIn(folder)) }
}

describe("e-mails of quittance serve", () => {
  it("reach the mail server, in the configured language, in place of the sandbox's mailbox", async () => {
    const logins: Array<string | undefined> = []
    const mail = await mailServer({
      onAuth: ({ password, username }, _, done) => {
        logins.push(`${username} ${password}`)
        done(null, { user: username })
      }
    })
    const { client, server } = await started(temporaryFolder(), {
      ...smtp(mail.port, "me:s3cret@"),
      QUITTANCE_MAIL_LOCALE: "ru-RU"
    })
    const { batchId, invoices } = (await client.upload(csv, { sendEmails: "true" })) as {
      batchId: string
      invoices: ReadonlyArray<{ paymentUrl: string }>
    }
    await mail.arrived(2)
    assert.sameMembers(
      mail.received.flatMap(({ to }) => to),
      ["ann@example.com", "bob@example.com"]
    )
    for (const { content, from } of mail.received) {
      assert.strictEqual(from, "pay@shop.example")
      assert.include(content, "From: Shop <pay@shop.example>\r\n")
      assert.include(content, '<html lang="ru">')
    }
    for (const { paymentUrl } of invoices) {
      assert.lengthOf(
        mail.received.filter(({ content }) => content.includes(paymentUrl)),
        1
      )
    }
    assert.include(logins, "me s3cret")
    assert.deepStrictEqual((await client.get("/sandbox/v1/mail")).mail, [])
    while ((await client.get(`/api/v1/batch/invoices/${batchId}`)).status !== "completed");
    assert.notInclude(await server.wholeOutput(), "s3cret")
  })

  it("are sent by the server when the command line queued them", async () => {
    const folder = temporaryFolder()
    const mail = await mailServer()
    const variables = smtp(mail.port)
    await started(folder, variables)
    const path = join(folder, "invoices.csv")
    writeFileSync(path, csv)
    const args = ["batch", "import", path, "--partner", "sandbox", "--send-emails", "--wait"]
    // A shell without the server's variables queues for it all the same.
    const { status, stdout } = await quittance(args, folder)
    assert.strictEqual(status, 0)
    assert.match(stdout, /2 of 2 sent/)
    assert.lengthOf(mail.received, 2)
  })

  it("wait for a login to be mended, whose password no log tells", async () => {
    const folder = temporaryFolder()
    const mail = await mailServer({
      authOptional: false,
      onAuth: (_, __, done) => done(Object.assign(new Error("no such login"), { responseCode: 535 }))
    })
    const { client, server } = await started(folder, smtp(mail.port, "me:s3cret@"))
    await client.upload("amount,currency,email\n1,USD,ann@example.com\n", { sendEmails: "1" })
    const logged = () => server.logged.join()
    while (!logged().includes("was not accepted")) await fetch(`${server.url}/healthz`)
    assert.include(logged(), "no such login")
    assert.notInclude(logged(), "s3cret")
    assert.isEmpty(mail.received)
  })

  it("come from the host's own mailer where its module exports one", async () => {
    const folder = temporaryFolder()
    const module = join(folder, "providers.mjs")
    const mailed = join(folder, "mailed")
    writeFileSync(
      module,
      `import { appendFileSync } from "node:fs"
       export const mailer = { send: async ({ to }) => {
         appendFileSync(${JSON.stringify(mailed)}, to + "\\n")
         return { _tag: "Sent" }
       } }\n`
    )
    writeFileSync(mailed, "")
    const { client, server } = await started(folder, { QUITTANCE_PROVIDERS: module })
    await client.upload(csv, { sendEmails: "on" })
    const addresses = () => readFileSync(mailed, "utf8").split("\n").slice(0, -1)
    while (addresses().length < 2) await fetch(`${server.url}/healthz`)
    assert.sameMembers(addresses(), ["ann@example.com", "bob@example.com"])
  })

  it("are finished before the server ends, and not sent again by the next", async () => {
    const folder = temporaryFolder()
    const mail = await mailServer({ takes: "told" })
    const first = await started(folder, smtp(mail.port))
    const { batchId } = await first.client.upload(csv, { sendEmails: "true" })
    await mail.arrived(2)
    const stopped = first.server.stop()
    for (const { take } of mail.received) take()
    await stopped
    const next = await started(folder, smtp(mail.port))
    assert.include(await next.client.get(`/api/v1/batch/invoices/${batchId}`), { status: "completed" })
    assert.lengthOf(mail.received, 2)
  })
})
