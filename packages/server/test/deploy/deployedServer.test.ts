/**
 * The server, started with exactly the command and the environment of the unit and of the compose file, where nothing
 * but its folders can be written: in namespaces of its own, as a user without rights.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterwards, temporaryFolder } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { assert, it } from "vitest"
import {
  composeFile,
  deployFile,
  environmentIn,
  healthCheckIn,
  imageEnvironment,
  root,
  unitIn,
  wordsOfUnit
} from "./deployFiles.ts"

type Environment = Readonly<Record<string, string>>

/** What systemd and containers set besides. */
const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

/** The user of the units, as a machine after the guide has it. */
const uid = "64999"

/**
 * Lays out the machine that the guide describes over this one, then makes all of it read-only but what the unit or the
 * compose file leaves writable, and becomes a user without rights. Nothing of it is seen outside.
 */
const machine = `set -eu
place=$1 node=$2 checkout=$3 uid=$4 backups=$5; shift 5
over() { mkdir -p "/run/$2/upper" "/run/$2/work"
  mount -t overlay overlay -o "lowerdir=$1,upperdir=/run/$2/upper,workdir=/run/$2/work" "$1"; }
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs /run
mkdir /run/etc.files && cp -r "$place/etc/." /run/etc.files
mount --bind "$place/state" /mnt
over /etc etc; over /usr usr; over /var var; over /opt opt
mkdir -p /etc/quittance /var/lib/quittance /var/backups/quittance /opt/quittance /run/secrets
cp /run/etc.files/* /etc/quittance; cp /run/etc.files/master.key /run/secrets/master_key
echo "quittance:x:$uid:$uid::/var/lib/quittance:/usr/sbin/nologin" >> /etc/passwd
chown -R "$uid:$uid" /etc/quittance /run/secrets /mnt
mount --move /mnt /var/lib/quittance
mount -t tmpfs -o "uid=$uid,mode=700" tmpfs /var/backups/quittance
touch /usr/bin/node; mount --bind "$node" /usr/bin/node
mount --bind "$checkout" /opt/quittance
ip link set lo up
mount -t tmpfs tmpfs /tmp; mount -t tmpfs tmpfs /var/tmp; mount -t tmpfs tmpfs /home; mount -t tmpfs tmpfs /root
mount -t proc -o subset=pid,hidepid=invisible proc /proc
cut -d' ' -f5 /proc/self/mountinfo | sort -u | while read -r point; do
  case $point in /proc*|/sys*|/dev*|/tmp|/var/tmp|/var/lib/quittance|"$backups") ;;
  *) mount -o remount,bind,ro "$point" 2>/dev/null || true;; esac; done
cd /var/lib/quittance
exec setpriv --reuid="$uid" --regid="$uid" --clear-groups --no-new-privs --bounding-set=-all "$@"`

const textOf = async (child: ChildProcess): Promise<string> => {
  let text = ""
  child.stdout?.on("data", (chunk) => (text += chunk))
  child.stderr?.on("data", (chunk) => (text += chunk))
  await once(child, "close")
  return text
}

interface Machine {
  /** What it says when it is ready. */
  readonly url: string
  /** Runs a command in it, as another process of its user. */
  readonly runs: (command: ReadonlyArray<string>, environment: Environment) => Promise<string>
  /** Completes with what the server printed. */
  readonly stop: () => Promise<{ readonly status: number | null; readonly printed: string }>
}

const started = async (
  command: ReadonlyArray<string>,
  environment: Environment,
  network: "own" | "shared"
): Promise<Machine> => {
  const place = temporaryFolder()
  for (const each of ["etc", "state"]) mkdirSync(join(place, each))
  for (const each of ["systemd/quittance.env", "quittance.config.json"])
    writeFileSync(join(place, "etc", each.split("/").at(-1) ?? ""), deployFile(each))
  writeFileSync(join(place, "etc/master.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`)
  chmodSync(place, 0o755)
  const apart = ["-m", ...(network === "own" ? ["-n"] : []), ...(process.getuid?.() === 0 ? [] : ["-r"])]
  const layout = [place, process.execPath, root, uid, "/var/backups/quittance"]
  const child = spawn("unshare", [...apart, "sh", "-c", machine, "sh", ...layout, ...command], {
    env: { PATH: path, ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  afterwards(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill("SIGKILL")
    await once(child, "close")
  })
  let printed = ""
  const ready = new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk) => (printed += chunk))
    child.stdout.on("data", (chunk) => {
      printed += chunk
      const line = printed.split("\n").find((each) => each.includes('"quittance is ready"'))
      if (line !== undefined && printed.includes(`${line}\n`)) resolve(JSON.parse(line).annotations.url)
    })
    child.once("close", () => reject(new Error(printed)))
  })
  return {
    url: await ready,
    runs: async (words, variables) => {
      const within = ["-t", String(child.pid), "-m", ...(network === "own" ? ["-n"] : [])]
      const as = ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--no-new-privs"]
      const entered = spawn("nsenter", [...within, "--wd=/proc/self/cwd", "--", ...as, ...words], {
        env: { PATH: path, ...variables },
        cwd: "/",
        stdio: ["ignore", "pipe", "pipe"]
      })
      const text = await textOf(entered)
      assert.strictEqual(entered.exitCode, 0, text)
      return text
    },
    stop: async () => {
      const closed = once(child, "close")
      child.kill("SIGTERM")
      const [status] = await closed
      return { status, printed }
    }
  }
}

const healthCheck = healthCheckIn(deployFile("Dockerfile"))

it("the unit starts the server in live mode, read-only but for its folder, and its backup is made beside it", async () => {
  const environment = environmentIn(deployFile("systemd/quittance.env"))
  const serve = unitIn(deployFile("systemd/quittance.service")).one("Service.ExecStart")
  const server = await started(wordsOfUnit(serve), environment, "own")
  assert.strictEqual(server.url, `http://${environment.HOST}:${environment.PORT}`)
  await server.runs(healthCheck, environment)
  const backup = unitIn(deployFile("systemd/quittance-backup.service"))
  await server.runs(wordsOfUnit(backup.one("Service.ExecStart")), environment)
  await server.runs(wordsOfUnit(backup.one("Service.ExecStartPost")), environment)
  const made = await server.runs(["ls", "/var/backups/quittance"], {})
  assert.match(made, /^\d{4}-\d\d-\d\dT\d{6}Z\.db\n/)
  for (const place of ["/etc/quittance", "/opt/quittance", "/usr/bin", "/var/log"])
    await server.runs(["sh", "-c", `! touch ${place}/strange 2>/dev/null`], {})
  const { printed, status } = await server.stop()
  assert.strictEqual(status, 0, printed)
  assert.notInclude(printed, '"level":"ERROR"')
})

it("the compose file starts the server on PostgreSQL with a read-only root, healthy by the image's own check", async () => {
  const { environment } = composeFile().services.server
  // As compose reads it where `.env` names none.
  assert.match(environment.QUITTANCE_CONSOLE_URL ?? "", /^\$\{QUITTANCE_CONSOLE_URL:-\}$/)
  const database = await (await testServer()).newDatabase()
  const variables: Environment = {
    ...imageEnvironment(deployFile("Dockerfile")),
    ...environment,
    // What is not on this machine: the service of the database, and a name of one's own.
    QUITTANCE_DB: database,
    QUITTANCE_PUBLIC_URL: "https://pay.example.com",
    QUITTANCE_CONSOLE_URL: "",
    PORT: "0",
    // Live mode refuses the database of these tests, which loses data in a crash.
    QUITTANCE_MODE: "sandbox"
  }
  const entry = ["node", "--max-semi-space-size=16", "/opt/quittance/node_modules/quittance/bin/quittance.js"]
  assert.include(deployFile("Dockerfile"), `ENTRYPOINT ${JSON.stringify(entry).replaceAll(",", ", ")}`)
  const server = await started([...entry, "serve"], variables, "shared")
  await server.runs(healthCheck, { ...variables, PORT: new URL(server.url).port })
  const left = await server.runs(["ls", "/var/lib/quittance"], {})
  assert.include(left, "sandbox-credentials.json")
  const { printed, status } = await server.stop()
  assert.strictEqual(status, 0, printed)
})
