import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { fiatClient } from "./fiatFetch.ts"
import { credentialsIn, quittance, quittanceProcess, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()
const publicUrl = "https://pay.example.com"
let client: ReturnType<typeof fiatClient>

beforeAll(async () => {
  const server = await serveHere(folder, { QUITTANCE_PUBLIC_URL: publicUrl })
  client = fiatClient(server.url, credentialsIn(folder))
})

const fileOf = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const importing = (...args: ReadonlyArray<string>) =>
  quittance(["batch", "import", ...args, "--partner", "sandbox"], folder, { QUITTANCE_PUBLIC_URL: publicUrl })

/** Runs a command that must fail with one sentence and nothing on standard output. */
const refusal = async (status: number, ...args: ReadonlyArray<string>): Promise<string> => {
  const result = await importing(...args)
  assert.deepStrictEqual([result.status, result.stdout], [status, ""], result.stderr)
  assert.match(result.stderr, /^quittance: .*\n$/)
  return result.stderr.slice("quittance: ".length, -1)
}

describe("quittance batch import, beside a running server", () => {
  it("creates an invoice for every row that is right, and tells what is wrong with the others", async () => {
    const path = fileOf(
      "mixed.csv",
      "amount,currency,description,externalId\n12.50,USD,Coffee,a-1\n1,KZT,Too little,a-2\n7,EUR,Tea,a-1\n500,KZT,Mug,\n"
    )
    const { status, stderr, stdout } = await importing(path)
    assert.deepStrictEqual([status, stderr], [0, ""])
    assert.match(stdout, /^INVOICE +AMOUNT +EXTERNAL ID +PAYMENT URL\n/)
    assert.match(stdout, /\ninv_\w+ +12\.50 USD +a-1 +https:\/\/pay\.example\.com\/pay\/bank\/\w+\n/)
    assert.match(stdout, /\n2 +a-2 +amount must be from 100 to 25000000 KZT, but is "1"\n/)
    assert.match(stdout, /\n3 +a-1 +externalId must be different in each row, but is the same as in row 1\n/)
    assert.match(stdout, /\n +Rows +4\n +Created +2 \(12\.50 USD, 500\.00 KZT\)\n +Refused +2\n$/)
    const batchId = /Batch +(bat_\w+)/.exec(stdout)?.[1]
    const batch = await client.get(`/api/v1/batch/invoices/${batchId}`)
    assert.deepInclude(batch, { batchId, status: "completed", total: 4, created: 2, failed: 2 })
  })

  it("tells programs what the upload of the same file would, and the server has it at once", async () => {
    const csv = "amount,currency,externalId\n3,USD,j-%\n0,USD,\n"
    const path = fileOf("json.csv", csv.replace("%", "1"))
    const { status, stdout } = await importing(path, "--json")
    assert.strictEqual(status, 0)
    const printed = JSON.parse(stdout)
    const uploaded = await client.upload(csv.replace("%", "2"))
    assert.hasAllKeys(printed, Object.keys(uploaded))
    assert.deepStrictEqual(printed.errors, uploaded.errors)
    const [invoice, ...others] = printed.invoices
    assert.isEmpty(others)
    assert.include(invoice, { amount: 3, currency: "USD", externalId: "j-1", status: "pending" })
    assert.include(await client.get(`/api/v1/invoices/${invoice.id}`), {
      amount: 3,
      batchId: printed.batchId
    })
  })

  it("takes the standard input, and what stands in for empty cells", async () => {
    const back = "https://shop.example/thanks"
    const cart = "https://shop.example/cart"
    const path = fileOf("bare.csv", "\ufeffAmount\r\n4.05\r\n")
    const { status, stdout } = await importing(path, "--default-currency", "EUR", "--json")
    assert.strictEqual(status, 0)
    assert.include(JSON.parse(stdout).invoices[0], { amount: 4.05, currency: "EUR" })
    const piped = await quittanceProcess(
      [
        ...["batch", "import", "-", "--partner", "sandbox", "--json"],
        ...["--default-currency", "EUR", "--default-redirect-url", back, "--default-cancel-url", cart]
      ],
      folder,
      {},
      {},
      "\ufeffAmount\r\n4.06\r\n"
    )
    const [invoice] = JSON.parse(piped.stdout).invoices
    const issued = await client.get(`/api/v1/invoices/${invoice.id}`)
    assert.include(issued, { amount: 4.06, currency: "EUR", cancelUrl: cart })
    const exported = await quittance(["invoices", "export", "--partner", "sandbox"], folder)
    const [row] = exported.stdout.split("\r\n").filter((line) => line.startsWith(invoice.id))
    assert.include(row, back)
  })

  it("creates nothing where every row is wrong, tells each and exits 1", async () => {
    const path = fileOf("again.csv", "amount,currency,externalId\n1,USD,once\n-1,USD,\n")
    assert.strictEqual((await importing(path)).status, 0)
    const people = await importing(path)
    assert.deepStrictEqual([people.status, people.stderr], [1, ""])
    assert.match(
      people.stdout,
      /^ROW +WHAT IS WRONG\n1 +externalId must be unique, but an earlier invoice has it/
    )
    assert.match(
      people.stdout,
      /\n2 +amount must be a decimal number .* but is "-1"\n\nNothing of .*again\.csv/
    )
    const programs = await importing(path, "--json")
    assert.strictEqual(programs.status, 1)
    const printed = JSON.parse(programs.stdout)
    assert.deepInclude(printed, { batchId: null, total: 2, created: 0, failed: 2, invoices: [] })
    assert.deepStrictEqual(
      printed.errors.map(({ row }: { row: number }) => row),
      [1, 2]
    )
  })

  it("shows what a file says without what could steer the terminal", async () => {
    const path = fileOf("steering.csv", "amount,currency,externalId\n1,USD,\u001b[2Jgone\u202e\n")
    const { stdout } = await importing(path)
    assert.include(stdout, "\\u001b[2Jgone\\u202e")
    for (const character of ["\u001b", "\u202e"]) assert.notInclude(stdout, character)
  })

  it("queues e-mails that the server sends, and follows them when asked", async () => {
    const path = fileOf(
      "mails.csv",
      "amount,currency,email\n1,USD,ann@example.com\n2,USD,\n3,USD,bob@example.com\n"
    )
    const { status, stderr, stdout } = await importing(path, "--send-emails", "--wait")
    assert.deepStrictEqual([status, stderr], [0, ""])
    assert.match(stdout, /E-mails +2 queued; a running server sends them\n/)
    assert.match(stdout, /The e-mails are done: 2 of 2 sent or permanently refused\.\n$/)
    const { mail } = (await client.get("/sandbox/v1/mail")) as { mail: ReadonlyArray<{ to: string }> }
    assert.sameMembers(
      mail.map(({ to }) => to),
      ["ann@example.com", "bob@example.com"]
    )
  })

  it("says that no e-mail is queued where no row has an address", async () => {
    const path = fileOf("silent.csv", "amount,currency\n1,USD\n")
    const { stdout } = await importing(path, "--send-emails")
    assert.match(stdout, /E-mails +none: no created row has an address\n$/)
  })
})

describe("what goes wrong after the import", () => {
  it("is no failure where the reader of a long answer has seen enough", async () => {
    const path = fileOf("long.csv", `amount,currency,externalId\n${"1,USD,\n".repeat(999)}1,USD,last\n`)
    const script = `{ "$0" --conditions=source "$@"; echo "status $?" >&2; } | head -n 1`
    const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
    const { stderr, stdout } = await promisify(execFile)(
      "sh",
      ["-c", script, process.execPath, main, "batch", "import", path, "--partner", "sandbox"],
      { env: { ...process.env, QUITTANCE_DB: join(folder, "quittance.db") } }
    )
    assert.match(stdout, /^INVOICE .*\n$/)
    assert.strictEqual(stderr, "status 0\n")
  })
})

describe("what cannot be imported", () => {
  it("a file of no invoices: the sentence names it", async () => {
    const path = fileOf("wrong.csv", "amount;currency\n1;USD\n")
    const expected = "the columns must be separated by commas, but are separated by semicolons."
    assert.strictEqual(await refusal(1, path), `${path}: ${expected}`)
  })

  it("a file that is missing, no file, or too large, whoever hands it over", async () => {
    assert.match(await refusal(1, "none.csv"), /^There is no file none\.csv\.$/)
    assert.match(await refusal(1, "."), /^\. is a folder, and must be a file\.$/)
    const large = new Uint8Array(5 * 1024 * 1024 + 1).fill(10)
    const path = fileOf("large.csv", large)
    assert.strictEqual(
      await refusal(1, path),
      `${path} has more than 5242880 bytes; split it into several files.`
    )
    const args = ["batch", "import", "-", "--partner", "sandbox"]
    const piped = await quittanceProcess(args, folder, {}, {}, large)
    assert.strictEqual(
      piped.stderr,
      "quittance: standard input has more than 5242880 bytes; split it into several files.\n"
    )
    const header = Buffer.from("amount,currency\n1,USD\n")
    fileOf("large.csv", Buffer.concat([header, large.subarray(header.length + 1)]))
    assert.strictEqual((await importing(path)).status, 0, "the largest file that is allowed")
  })

  it("for a partner that nobody knows, who is not made", async () => {
    const path = fileOf("right.csv", "amount,currency\n1,USD\n")
    const { status, stderr, stdout } = await quittance(
      ["batch", "import", path, "--partner", "sandbx"],
      folder
    )
    assert.deepStrictEqual(
      [status, stdout, stderr],
      [1, "", "quittance: there is no partner sandbx: did you mean sandbox?\n"]
    )
  })

  it("with a redirect URL that is none: refused with status 2", async () => {
    const path = fileOf("right.csv", "amount,currency\n1,USD\n")
    for (const option of ["--default-redirect-url", "--default-cancel-url"])
      assert.strictEqual(
        await refusal(2, path, option, "ftp://shop.example"),
        `${option} must be an absolute URL that starts with https:// or http://.`
      )
  })
})
