import { afterwards } from "@quittance/testing"
import { Client } from "pg"

/** A client of the test's own, beside the store's. It ends with the test. */
export const adminOf = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  // A test may crash the server under it.
  client.on("error", () => {})
  await client.connect()
  afterwards(() => client.end())
  return client
}
