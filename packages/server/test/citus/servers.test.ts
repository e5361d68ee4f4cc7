import { assert, it } from "@effect/vitest"
import { newClusterDatabase, onCluster } from "@quittance/adapters-postgres/testing"
import { afterwards } from "@quittance/testing"
import { asked } from "@quittance/testing/postgres"
import { paid, price, provenLedger, provenTransfers } from "../provenPayouts.ts"
import { credentialsIn, QuittanceServer, quittance, temporaryFolder } from "../QuittanceProcess.ts"
import { balancePath, type Credentials, signedFetch } from "../signedFetch.ts"

const names = ["sandbox", "north", "south", "east", "west", "up"]
const perPartner = 100
const funded = 1_000

interface Customer {
  readonly name: string
  readonly partnerId: string
  readonly credentials: Credentials
  readonly ids: Array<string>
}

it("four servers lose nothing and pay nothing twice while servers and a worker are killed and partners move", {
  timeout: 600_000
}, async () => {
  const folder = temporaryFolder()
  const url = await newClusterDatabase()
  // A failure in between leaves a worker down.
  afterwards(async () => void (await onCluster("start")))
  const variables = { QUITTANCE_DB: url, QUITTANCE_DATA: folder, QUITTANCE_RATE_LIMITS: "off" }
  const json = async (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = await quittance([...args, "--json"], folder, variables)
    assert.strictEqual(status, 0, stderr)
    return JSON.parse(stdout)
  }
  await json("store", "distribute", "--shards", "6")
  const servers = [await QuittanceServer.start(folder, variables)]
  while (servers.length < 4) servers.push(await QuittanceServer.start(folder, variables))
  const customers: Array<Customer> = []
  for (const name of names) {
    const credentials =
      name === "sandbox" ? credentialsIn(folder) : await json("keys", "create", "--partner", name)
    const { partnerId } = await json(
      "balance",
      "adjust",
      "--partner",
      name,
      "--amount",
      String(funded),
      "--reason",
      "test"
    )
    customers.push({ name, partnerId, credentials, ids: [] })
  }

  const faults: ReadonlyArray<() => Promise<unknown>> = [
    async () => {
      assert.isNull(await servers[0]?.stop("SIGKILL"))
      servers[0] = await QuittanceServer.start(folder, variables)
    },
    () => onCluster("crash", "worker2"),
    () => onCluster("start"),
    () => moveShardOf(url, customers[1]),
    () =>
      asked(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'quittance'`
      ),
    () =>
      asked(
        url,
        `SELECT isolate_tenant_to_new_shard('payouts', '${customers[2]?.partnerId}', 'CASCADE', shard_transfer_mode => 'block_writes')`
      ),
    async () => {
      assert.isNull(await servers[1]?.stop("SIGKILL"))
      servers[1] = await QuittanceServer.start(folder, variables)
    },
    () => onCluster("crash", "worker1"),
    () => onCluster("start")
  ]
  let paidCount = 0
  let waiters: Array<() => void> = []
  const untilPaid = async (count: number) => {
    while (paidCount < count) await new Promise<void>((resolve) => waiters.push(resolve))
  }
  const total = perPartner * names.length
  const disturbed = (async () => {
    for (const [nth, fault] of faults.entries()) {
      await untilPaid(Math.floor(((nth + 1) * total) / (2 * faults.length)))
      await fault()
    }
  })()
  const callers = customers.flatMap(({ credentials, ids, name }, customer) =>
    [0, 1].map(async (half) => {
      for (let nth = half; nth < perPartner; nth += 2) {
        const at = () => servers[(customer + nth) % servers.length]?.url ?? ""
        ids.push(await paid(at, credentials, `${name} ${nth}`))
        paidCount += 1
        const heard = waiters
        waiters = []
        for (const hear of heard) hear()
      }
    })
  )
  await Promise.all([disturbed, ...callers])

  const [server] = servers
  assert.isDefined(server)
  for (const { credentials, ids } of customers) {
    assert.lengthOf(ids, perPartner)
    await provenTransfers(folder, server, ids, credentials)
    const { body } = await signedFetch(server.url, credentials, { path: balancePath })
    assert.strictEqual((body.balance as { available: number }).available, funded - price * perPartner)
  }
  for (const each of servers) assert.strictEqual(await each.stop(), 0)
  for (const { stderr } of servers) assert.strictEqual(stderr, "")
  await provenLedger(folder, variables)
})

/** To another worker, with what lies beside it, while it is written. */
const moveShardOf = async (url: string, customer: Customer | undefined) => {
  const [place] = await asked(
    url,
    `SELECT shardid, nodename, nodeport FROM citus_shards
      WHERE table_name = 'payouts'::regclass
        AND shardid = get_shard_id_for_distribution_column('payouts', '${customer?.partnerId}')`
  )
  const [other] = await asked(
    url,
    `SELECT nodename, nodeport FROM pg_dist_node WHERE shouldhaveshards AND nodeport <> ${place?.nodeport} ORDER BY nodeport LIMIT 1`
  )
  await asked(
    url,
    `SELECT citus_move_shard_placement(${place?.shardid}, '${place?.nodename}', ${place?.nodeport},
       '${other?.nodename}', ${other?.nodeport}, 'force_logical')`
  )
}
