/**
 * A Citus cluster on this machine, for tests: a coordinator and three workers on loopback.
 *
 *     npm run citus -- start           starts the four servers, makes them the first time, and prints the coordinator's URL
 *     npm run citus -- database NAME   makes a new, empty database on all four, replaces one of that name, and prints its URL
 *     npm run citus -- drop NAME       removes it
 *     npm run citus -- crash NAME      ends a server as a crash does (worker2, for example); `start` starts it again
 *     npm run citus -- suites          runs the tests in test/citus folders on the cluster, which must run
 *     npm run citus -- stop            stops the servers, keeps their data
 *
 * PG_CONFIG names the `pg_config` of the PostgreSQL to use, `pg_config` unless it is set. A release of Citus for its
 * version is installed in it. The servers keep their data in the folder CITUS_DATA, `node_modules/.cache/citus` unless
 * it is set, and run as the user `postgres` when root starts them.
 */
import { type SpawnSyncOptions, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

interface Server {
  readonly name: string
  readonly port: number
  readonly data: string
}

const { CITUS_DATA = "node_modules/.cache/citus", PG_CONFIG = "pg_config" } = process.env

const data = resolve(CITUS_DATA)
const servers: ReadonlyArray<Server> = ["coordinator", "worker1", "worker2", "worker3"].map(
  (name, index) => ({
    name,
    port: 54_400 + index,
    data: join(data, name)
  })
)
const [coordinator, ...workers] = servers as [Server, ...ReadonlyArray<Server>]

const fail: (message: string) => never = (message) => {
  console.error(message)
  process.exit(1)
}

/** Runs a program to its end and returns what it printed. A program that fails ends this one. */
const run = (program: string, args: ReadonlyArray<string>, options: SpawnSyncOptions = {}): string => {
  const done = spawnSync(program, args, { stdio: ["ignore", "pipe", "inherit"], ...options })
  if (done.status === 0) return String(done.stdout ?? "").trim()
  return fail(
    `${program} ${args.join(" ")} failed${done.error === undefined ? "" : `: ${done.error.message}`}`
  )
}

const programOf = (name: string): string => join(run(PG_CONFIG, ["--bindir"]), name)

/** PostgreSQL refuses to run as root. */
const serverUser =
  process.getuid?.() === 0
    ? { uid: Number(run("id", ["-u", "postgres"])), gid: Number(run("id", ["-g", "postgres"])) }
    : undefined

/** The reason for which no cluster can be had here. */
const lacking = (): string | undefined => {
  const asked = spawnSync(PG_CONFIG, ["--version", "--sharedir"], { encoding: "utf8" })
  if (asked.status !== 0)
    return `${PG_CONFIG} does not run: PG_CONFIG must name that of a PostgreSQL with Citus`
  const [version = "", shared = ""] = asked.stdout.trim().split("\n")
  return existsSync(join(shared, "extension/citus.control"))
    ? undefined
    : `${version} has no Citus: install the release of Citus for it, or name another one in PG_CONFIG`
}

const urlOf = (server: Server, database: string): string =>
  `postgres://postgres@127.0.0.1:${server.port}/${database}`

/** Each statement is a transaction of its own. */
const query = (server: Server, database: string, ...statements: ReadonlyArray<string>): string =>
  run(programOf("psql"), [
    urlOf(server, database),
    "-qAtX",
    "-v",
    "ON_ERROR_STOP=1",
    ...statements.flatMap((statement) => ["-c", statement])
  ])

/**
 * Later minor releases of PostgreSQL name the libraries that may decode the log, and refuse Citus's unless it is among
 * them.
 */
const decodes = (): ReadonlyArray<string> =>
  run(programOf("postgres"), ["--describe-config"], serverUser).includes("output_plugin_libraries\t")
    ? ["output_plugin_libraries = 'pgoutput, citus'"]
    : []

const configuration = ({ port }: Server): string =>
  [
    "shared_preload_libraries = 'citus'",
    "citus.node_conninfo = 'sslmode=disable'",
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    "unix_socket_directories = ''",
    "max_connections = 200",
    // A commit on several workers is prepared on each.
    "max_prepared_transactions = 200",
    // What moves shards under load reads the log.
    "wal_level = logical",
    "max_replication_slots = 32",
    "max_logical_replication_workers = 16",
    // Each database has a daemon on each server, and moves have theirs.
    "max_worker_processes = 64",
    ...decodes(),
    "shared_buffers = '64MB'",
    "max_wal_size = '256MB'",
    ""
  ].join("\n")

const make = (server: Server): void => {
  // The servers' user must be able to enter the folder above, so only their own is private.
  mkdirSync(data, { recursive: true })
  mkdirSync(server.data, { recursive: true, mode: 0o700 })
  if (serverUser !== undefined) chownSync(server.data, serverUser.uid, serverUser.gid)
  run(
    programOf("initdb"),
    ["-D", server.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions"],
    { ...serverUser, cwd: server.data }
  )
  writeFileSync(join(server.data, "postgresql.auto.conf"), configuration(server))
}

const runs = (server: Server): boolean =>
  spawnSync(programOf("pg_ctl"), ["-D", server.data, "status"], { ...serverUser, stdio: "ignore" }).status ===
  0

const startOne = (server: Server): void => {
  if (!existsSync(join(server.data, "PG_VERSION"))) make(server)
  if (runs(server)) return
  run(programOf("pg_ctl"), ["-D", server.data, "-l", join(server.data, "server.log"), "-w", "start"], {
    ...serverUser,
    cwd: server.data,
    stdio: ["ignore", "ignore", "inherit"]
  })
}

const start = (): void => {
  const reason = lacking()
  if (reason !== undefined) fail(reason)
  for (const server of servers) startOne(server)
  console.log(urlOf(coordinator, "postgres"))
}

const stop = (): void => {
  // A wrong folder must not read as a stopped cluster.
  if (!existsSync(coordinator.data)) fail(`${data} holds no cluster`)
  for (const server of servers.toReversed()) {
    if (!runs(server)) continue
    run(programOf("pg_ctl"), ["-D", server.data, "-m", "fast", "-w", "stop"], {
      ...serverUser,
      stdio: "ignore"
    })
  }
}

const crash = (name: string | undefined): void => {
  const server = servers.find((each) => each.name === name)
  if (server === undefined) fail(`name one of ${servers.map((each) => each.name).join(", ")}`)
  run(programOf("pg_ctl"), ["-D", server.data, "-m", "immediate", "-w", "stop"], {
    ...serverUser,
    stdio: "ignore"
  })
}

const databaseName = (name: string | undefined): string =>
  name !== undefined && /^[a-z][a-z0-9_]{0,62}$/.test(name)
    ? name
    : fail("a database needs a name of lower-case letters, digits and _")

const drop = (name: string): void => {
  for (const server of servers) query(server, "postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

const database = (name: string): void => {
  drop(name)
  for (const server of servers) {
    query(server, "postgres", `CREATE DATABASE ${name} TEMPLATE template0`)
    query(server, name, "CREATE EXTENSION citus")
  }
  query(
    coordinator,
    name,
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...workers.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`)
  )
  console.log(urlOf(coordinator, name))
}

/** More arguments are for vitest: which files, for example. */
const suites = (): void => {
  const reason = lacking()
  if (reason !== undefined) {
    console.log(`Citus: not run, because ${reason}`)
    return
  }
  if (!runs(coordinator)) fail("no cluster runs: `npm run citus -- start` starts one")
  const { status } = spawnSync(
    "vitest",
    ["run", "--config=vitest.citus.config.ts", ...process.argv.slice(3)],
    { stdio: "inherit", env: { ...process.env, CITUS_DATA: data } }
  )
  process.exitCode = status ?? 1
}

const commands: Record<string, () => void> = {
  start,
  stop,
  crash: () => crash(process.argv[3]),
  suites,
  database: () => database(databaseName(process.argv[3])),
  drop: () => drop(databaseName(process.argv[3]))
}

const command = commands[process.argv[2] ?? ""]
if (command === undefined) fail(`name one of ${Object.keys(commands).join(", ")}`)
command()
