import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { documentBytesMax, isInBlocks, signatureImageBytesMax } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { assert, describe, it } from "vitest"
import { findCommand } from "../../src/cli/findCommand.ts"
import { readInput } from "../../src/cli/readInput.ts"
import { readyCommand } from "../../src/cli/readyCommand.ts"
import { variables } from "../../src/configuration/variables.ts"
import {
  argumentsOf,
  composeFile,
  deployFile,
  directivesIn,
  directivesNamed,
  environmentIn,
  healthCheckIn,
  imageEnvironment,
  instructionsIn,
  root,
  unitIn,
  wordsOfUnit
} from "./deployFiles.ts"

const known = new Set(variables.flatMap(([names]) => names.split(", ")))
const ownNames = (environment: Readonly<Record<string, string>>) =>
  Object.keys(environment).filter((name) => name.startsWith("QUITTANCE_") || ["PORT", "HOST"].includes(name))

const bin = "/opt/quittance/node_modules/quittance/bin/quittance.js"

/** What the command line makes of these words. */
const understood = async (words: ReadonlyArray<string>) => {
  const command = findCommand(words)
  readInput(await readyCommand(command), words.slice(command.words.length))
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"))

describe("the Dockerfile", () => {
  const text = deployFile("Dockerfile")
  const instructions = instructionsIn(text)
  const of = (name: string) => instructions.filter(([each]) => each === name).map(([, rest]) => rest)

  it("packs the server and every package of ours that it needs, and no other", () => {
    const packed = [...text.matchAll(/-w (packages\/[\w-]+)/g)].map(([, folder = ""]) => folder)
    const folders = new Map(
      readdirSync(`${root}packages`).map((name) => [
        manifestOf(`packages/${name}`).name as string,
        `packages/${name}`
      ])
    )
    const needed = new Set<string>()
    const add = (folder: string) => {
      if (needed.has(folder)) return
      needed.add(folder)
      for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
        const own = folders.get(name)
        if (own !== undefined) add(own)
      }
    }
    add("packages/server")
    assert.deepStrictEqual(packed.toSorted(), [...needed].sort())
    assert.notInclude(packed, "packages/testing")
  })

  it("has the Node.js that every test runs on, as a fixed version", () => {
    const { node } = manifestOf("").devDependencies
    assert.deepStrictEqual(of("FROM"), [`node:${node}-bookworm-slim AS build`, `node:${node}-bookworm-slim`])
  })

  it("starts the command that npm installs, as a user without rights, and sets variables that exist", async () => {
    const [entry, command] = [of("ENTRYPOINT"), of("CMD")].map(
      ([each = "[]"]) => JSON.parse(each) as string[]
    )
    assert.strictEqual(entry?.at(-1), bin)
    assert.strictEqual(`./${bin.split("quittance/").at(-1)}`, manifestOf("packages/server").bin.quittance)
    await understood(command ?? [])
    assert.deepStrictEqual(of("USER"), ["node"])
    const environment = imageEnvironment(text)
    for (const name of ownNames(environment)) assert.isTrue(known.has(name), name)
    assert.deepStrictEqual(of("EXPOSE"), [environment.PORT])
    assert.include(of("RUN").join(), `install -d -o node -g node -m 0700 ${environment.QUITTANCE_DATA}`)
    assert.deepStrictEqual(of("STOPSIGNAL"), ["SIGTERM"])
  })

  it("is not given what is secret or made by a build", () => {
    const ignored = readFileSync(`${root}.dockerignore`, "utf8").split("\n")
    for (const each of ["**/node_modules", "**/dist", ".git", "**/data", "deploy/secrets", "deploy/.env"])
      assert.include(ignored, each)
  })
})

describe("compose.yaml", () => {
  const compose = composeFile()
  const { backup, database, server } = compose.services

  it("names files, secrets, volumes and services that exist, and pins its images", () => {
    assert.isTrue(existsSync(`${root}${server.build?.dockerfile}`))
    for (const { depends_on = {}, image, secrets, volumes } of [backup, database, server]) {
      for (const name of Object.keys(depends_on)) assert.property(compose.services, name)
      for (const name of secrets) assert.property(compose.secrets, name)
      for (const volume of volumes) {
        const [from = "", , options] = volume.split(":")
        if (from.startsWith("./"))
          assert.isTrue(existsSync(`${root}deploy/${from}`) && options === "ro", volume)
        else assert.property(compose.volumes, from)
      }
      assert.match(image ?? "", /^(?:postgres:\d+\.\d+-bookworm|quittance)$/)
    }
    assert.strictEqual(backup.image, database.image)
    const script = backup.entrypoint?.at(-1)
    assert.isTrue(backup.volumes.some((each) => each === `.${script}:${script}:ro`))
  })

  it("sets variables that exist, on a database and secrets that are there", () => {
    for (const name of ownNames(server.environment)) assert.isTrue(known.has(name), name)
    const place = new URL((server.environment.QUITTANCE_DB ?? "").replace(/\$\{\w+:\?[^}]*\}/, "secret"))
    assert.strictEqual(place.hostname, "database")
    assert.strictEqual(place.username, database.environment.POSTGRES_USER)
    assert.strictEqual(place.pathname, `/${database.environment.POSTGRES_DB}`)
    assert.strictEqual(backup.environment.PGHOST, "database")
    assert.strictEqual(backup.environment.PGUSER, database.environment.POSTGRES_USER)
    assert.strictEqual(backup.environment.PGDATABASE, database.environment.POSTGRES_DB)
    const secretFiles = Object.keys(compose.secrets).map((name) => `/run/secrets/${name}`)
    for (const path of [
      server.environment.QUITTANCE_MASTER_KEY_FILE,
      database.environment.POSTGRES_PASSWORD_FILE,
      backup.environment.PASSWORD_FILE
    ])
      assert.include(secretFiles, path)
    // Each name that is asked of .env stands in the first lines of the file, which say how to make it.
    const [head = ""] = deployFile("compose.yaml").split("\nname:")
    for (const [, name = ""] of deployFile("compose.yaml").matchAll(/\$\{(\w+):\?/g))
      assert.include(head, `${name}=`)
    for (const { file } of Object.values(compose.secrets)) assert.include(head, file)
  })

  it("writes nowhere but in volumes and memory, and trusts only the proxy of this machine", () => {
    for (const { cap_drop, read_only, security_opt } of [server, backup]) {
      assert.isTrue(read_only)
      assert.deepStrictEqual(cap_drop, ["ALL"])
      assert.deepStrictEqual(security_opt, ["no-new-privileges:true"])
    }
    const environment = imageEnvironment(deployFile("Dockerfile"))
    assert.include(server.volumes, `data:${environment.QUITTANCE_DATA}`)
    assert.include(backup.volumes, `backups:${backup.environment.BACKUP_FOLDER}`)
    const [published = ""] = server.ports ?? []
    assert.strictEqual(published, `127.0.0.1:3000:${environment.PORT}`)
    const [inside] = compose.networks.inside.ipam.config
    assert.strictEqual(server.environment.QUITTANCE_TRUSTED_PROXIES, inside?.gateway)
    assert.isTrue(isInBlocks(inside?.gateway ?? "", [inside?.subnet ?? ""]))
  })
})

describe("backup.sh", () => {
  const backUp = (folder: string, dumps: "well" | "badly") => {
    const bins = join(folder, "bin")
    const backups = join(folder, "backups")
    for (const each of [bins, backups]) mkdirSync(each, { recursive: true })
    writeFileSync(join(folder, "password"), "secret")
    const write = `for each; do case $each in --file=*) printf dump > "\${each#--file=}";; esac; done`
    const dump = `${write}; [ "$PGPASSWORD" = secret ]${dumps === "badly" ? " && exit 1" : ""}`
    for (const [name, body] of [
      ["pg_dump", dump],
      ["pg_restore", '[ "$(cat "$2")" = dump ]']
    ])
      writeFileSync(join(bins, name ?? ""), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
    const { status } = spawnSync("sh", [`${root}deploy/backup.sh`, "now"], {
      env: {
        PATH: `${bins}:${process.env.PATH}`,
        PASSWORD_FILE: join(folder, "password"),
        BACKUP_FOLDER: backups,
        BACKUP_DAYS: "14"
      }
    })
    return { status, files: readdirSync(backups) }
  }

  it("names a dump when it is complete, and removes old ones only after that", () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, "backups"))
    const old = join(folder, "backups/quittance-2020-01-01T000000Z.dump")
    writeFileSync(old, "")
    spawnSync("touch", ["-d", "2020-01-01", old])
    const failed = backUp(folder, "badly")
    assert.strictEqual(failed.status, 1)
    assert.include(failed.files, "quittance-2020-01-01T000000Z.dump")
    assert.isTrue(failed.files.every((each) => each.endsWith(".part") || each.includes("2020")))
    const { files, status } = backUp(folder, "well")
    assert.strictEqual(status, 0)
    assert.notInclude(files, "quittance-2020-01-01T000000Z.dump")
    assert.strictEqual(files.filter((each) => each.endsWith(".dump")).length, 1)
  })
})

describe("the units of systemd", () => {
  const service = unitIn(deployFile("systemd/quittance.service"))
  const backup = unitIn(deployFile("systemd/quittance-backup.service"))
  const timer = unitIn(deployFile("systemd/quittance-backup.timer"))
  const environment = environmentIn(deployFile("systemd/quittance.env"))

  it("pass systemd's own check, and are as hardened as V8 allows", () => {
    // Where it is: a machine with containers only has none.
    if (spawnSync("systemd-analyze", ["--version"]).error !== undefined) return
    const files = ["quittance.service", "quittance-backup.service", "quittance-backup.timer"]
    const paths = files.map((each) => `${root}deploy/systemd/${each}`)
    const verified = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" })
    // On a machine that has no Node.js in /usr/bin, that is all it may find.
    const faults = verified.stderr
      .split("\n")
      .filter((line) => line !== "" && !line.includes("/usr/bin/node"))
    assert.deepStrictEqual(faults, [])
    for (const path of paths.slice(0, 2)) {
      const rated = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", path])
      assert.strictEqual(rated.status, 0, path)
    }
  })

  it("start commands that exist, with the file of the environment", async () => {
    const serve = wordsOfUnit(service.one("Service.ExecStart"))
    assert.strictEqual(serve.at(-2), bin)
    await understood(serve.slice(-1))
    const [, , inner = ""] = wordsOfUnit(backup.one("Service.ExecStart"))
    const words = wordsOfUnit(inner)
    assert.strictEqual(words[2], bin)
    await understood(words.slice(3))
    for (const unit of [service, backup]) {
      assert.strictEqual(unit.one("Service.EnvironmentFile"), "/etc/quittance/quittance.env")
      assert.strictEqual(unit.one("Service.User"), "quittance")
    }
    assert.include(deployFile("systemd/quittance.sh"), `${bin} "$@"`)
    assert.strictEqual(timer.one("Install.WantedBy"), "timers.target")
  })

  it("may write where the environment says that the store is, and where backups go", () => {
    for (const name of ownNames(environment)) assert.isTrue(known.has(name), name)
    const folder = `/var/lib/${service.one("Service.StateDirectory")}`
    assert.strictEqual(environment.QUITTANCE_DB, `${folder}/quittance.db`)
    const [own, backups = ""] = backup.one("Service.ReadWritePaths").split(" ")
    assert.strictEqual(own, folder)
    for (const key of ["Service.ExecStart", "Service.ExecStartPost"])
      assert.include(backup.one(key), `${backups}`)
    assert.strictEqual(service.one("Service.ProtectSystem"), "strict")
  })

  it("give the server the time that it takes to finish", () => {
    assert.isAtLeast(Number(service.one("Service.TimeoutStopSec")), 10)
    assert.strictEqual(service.one("Service.RestartPreventExitStatus"), "2")
  })
})

describe("the proxies", () => {
  const nginx = directivesIn(deployFile("proxy/nginx.conf"), ";")
  const caddy = directivesIn(deployFile("proxy/Caddyfile"), "line")
  const {
    HOST,
    PORT,
    QUITTANCE_PUBLIC_URL = "",
    QUITTANCE_TRUSTED_PROXIES = ""
  } = environmentIn(deployFile("systemd/quittance.env"))
  const server = `${HOST}:${PORT}`
  const host = new URL(QUITTANCE_PUBLIC_URL).host
  /** A file, and what its form adds at most. */
  const uploadMax = Math.max(documentBytesMax, signatureImageBytesMax) + 128 * 1024

  it("lead to where the server listens, under the name of its links, and are trusted", () => {
    const upstream = directivesNamed(nginx, "upstream").at(0)
    assert.deepStrictEqual(argumentsOf(upstream?.block ?? [], "server"), [server])
    assert.deepStrictEqual(argumentsOf(nginx, "proxy_pass"), [`http://${upstream?.words[1]}`])
    assert.deepStrictEqual(
      directivesNamed(nginx, "server_name").map(({ words }) => words[1]),
      [host, host]
    )
    assert.deepStrictEqual(argumentsOf(caddy, "reverse_proxy"), [server])
    assert.strictEqual(directivesNamed(caddy, host).length, 1)
    assert.isTrue(isInBlocks("127.0.0.1", QUITTANCE_TRUSTED_PROXIES.split(",")))
  })

  it("let the largest upload through, pass events on at once, and hide the metrics", () => {
    const [limit = ""] = argumentsOf(nginx, "client_max_body_size")
    assert.isAbove(Number.parseInt(limit, 10) * 1024 ** 2, uploadMax)
    const [size = ""] = argumentsOf(caddy, "max_size")
    assert.match(size, /^\d+MiB$/)
    assert.isAbove(Number.parseInt(size, 10) * 1024 ** 2, uploadMax)
    assert.deepStrictEqual(argumentsOf(nginx, "proxy_buffering"), ["off"])
    assert.deepStrictEqual(argumentsOf(caddy, "flush_interval"), ["-1"])
    assert.deepStrictEqual(argumentsOf(caddy, "respond"), ["/metrics", "404"])
    const hidden = directivesNamed(nginx, "location").find(({ words }) => words.includes("/metrics"))
    assert.deepStrictEqual(hidden?.block, [{ words: ["return", "404"], block: [] }])
  })

  it("give up a connection before the server closes it, and wait longer than a stream is silent", () => {
    const seconds = (text = "") => Number.parseInt(text, 10)
    const keepAliveSeconds = 65
    assert.isBelow(seconds(argumentsOf(nginx, "keepalive_timeout")[0]), keepAliveSeconds)
    assert.isBelow(seconds(argumentsOf(caddy, "keepalive")[0]), keepAliveSeconds)
    const heartbeatSeconds = 15
    assert.isAbove(seconds(argumentsOf(nginx, "proxy_read_timeout")[0]), 2 * heartbeatSeconds)
    // A payout is repeated by whoever asked for it, under its key.
    assert.deepStrictEqual(argumentsOf(nginx, "proxy_next_upstream"), ["off"])
  })

  it("replace what a client writes about its address", () => {
    const forwarded = directivesNamed(nginx, "proxy_set_header").find(({ words }) =>
      words.includes("X-Forwarded-For")
    )
    assert.strictEqual(forwarded?.words[2], "$remote_addr")
    // Caddy does so unless it trusts proxies of its own.
    assert.deepStrictEqual(directivesNamed(caddy, "trusted_proxies"), [])
  })
})

it("the health check of the image asks what every start answers", () => {
  const [node, flag, program = ""] = healthCheckIn(deployFile("Dockerfile"))
  assert.deepStrictEqual([node, flag], ["node", "-e"])
  assert.include(program, "/readyz")
})

it("the guide to one small server uses commands, files and variables that exist", async () => {
  const guide = readFileSync(`${root}docs/guides/one-small-server.md`, "utf8")
  const shells = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code = ""]) => code).join("\n")
  const calls = [
    ...shells.matchAll(/(?:^|[;&|(] ?)(?:sudo |docker compose exec server |npx )*quittance ([a-z][^#|\n]*)/gm)
  ]
  assert.isAtLeast(calls.length, 5)
  for (const [, words = ""] of calls)
    await understood(
      [...words.trim().matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")
    )
  for (const [path] of shells.matchAll(/\bdeploy\/[\w./-]*\w/g))
    assert.isTrue(existsSync(`${root}${path}`), path)
  for (const [name] of guide.matchAll(/QUITTANCE_\w+/g)) assert.isTrue(known.has(name), name)
  // A live key is not made without.
  for (const [line] of guide.matchAll(/^quittance keys create.*/gm)) assert.include(line, "--scopes")
})
