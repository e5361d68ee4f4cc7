import { assert, beforeAll, describe, it } from "@effect/vitest"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

describe("quittance users", () => {
  const folder = temporaryFolder()
  const run = (...args: ReadonlyArray<string>) => quittance(["users", ...args], folder)
  const refusal = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await run(...args)
    assert.strictEqual(stdout, "")
    return [status, stderr.replace(/^quittance: /, "").split("\n")[0]]
  }

  beforeAll(async () => {
    const made = await quittance(["keys", "create", "--partner", "shop"], folder)
    assert.strictEqual(made.status, 0, made.stderr)
  }, 60_000)

  it("prints a one-time link of the console, and says whom it is for", async () => {
    const { status, stderr, stdout } = await run("invite", "--operator", "--name", "Olga")
    assert.deepStrictEqual([status, stderr], [0, ""])
    assert.match(
      stdout.replace(/localhost:\d+/, "localhost:3000"),
      /^The link by which Olga becomes an operator\. It opens once, until 20\S+Z:\n\nhttp:\/\/localhost:3000\/console\/join\/[0-9a-f]{64}\n\nTo close it before it is used: quittance users revoke ivt_[0-9a-f]{32}\n$/
    )
    const made = await run(
      ...["invite", "--partner", "shop", "--role", "owner", "--name", "Anna"],
      ...["--email", "anna@shop.example", "--json"]
    )
    const {
      acceptedAt,
      createdBy,
      email,
      id,
      name,
      purpose,
      role,
      status: standing
    } = JSON.parse(made.stdout)
    assert.deepStrictEqual(
      { acceptedAt, createdBy, email, name, purpose, role, standing },
      {
        ...{ acceptedAt: null, createdBy: "operator", email: "anna@shop.example", name: "Anna" },
        ...{ purpose: "member", role: "owner", standing: "open" }
      }
    )
    const closed = await run("revoke", id, "--partner", "shop")
    assert.deepStrictEqual([closed.status, closed.stdout], [0, "The link opens nothing any more.\n"])
    assert.strictEqual((await run("revoke", id)).status, 1)
  })

  it("refuses by one sentence what is wrong", async () => {
    assert.deepStrictEqual(await refusal("invite", "--name", "Anna", "--partner", "shop"), [
      2,
      "--role is required with a partner."
    ])
    const [status, sentence] = await refusal("recover", "usr_1")
    assert.strictEqual(status, 1)
    assert.include(sentence, "there is no user usr_1: quittance users list")
  })

  it("lists nobody before somebody has joined", async () => {
    const { stdout } = await run("list")
    assert.include(
      stdout,
      "There is nobody yet: quittance users invite --operator --name NAME prints a link."
    )
  })
})
