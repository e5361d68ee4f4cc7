import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import { basename, resolve } from "node:path"
import { afterwards } from "@quittance/testing"
import { packedPackages } from "./packedPackages.ts"

const root = resolve(import.meta.dirname, "../..")

interface Manifest {
  readonly name: string
  readonly version: string
}

interface Release {
  readonly manifest: Manifest
  readonly integrity: string | undefined
  /** The path of its tarball below the registry's address. */
  readonly path: string
}

const pathOf = ({ name, version }: Manifest): string => `/${name}/-/${basename(name)}-${version}.tgz`

/** What is installed here, by the lock file: npm then finds the tarballs in its cache, by their hashes. */
const lockedReleases = (): ReadonlyArray<Release> => {
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8"))
  return Object.entries<Manifest & { readonly integrity?: string; readonly link?: true }>(packages).flatMap(
    ([place, { integrity, link, ...entry }]) => {
      const [, name] = /^node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)$/.exec(place) ?? []
      if (name === undefined || link === true) return []
      // Of one that is installed under another name too, this is its own.
      const manifest = { ...entry, name: entry.name ?? name }
      return [{ manifest, integrity, path: pathOf(manifest) }]
    }
  )
}

/**
 * A registry of npm packages on this machine: ours as they are packed, and of others exactly the releases of the lock
 * file. So a program that is installed from it has what was tested. Only what npm's cache lacks is fetched from the
 * registry that npm is configured for. Answers its address; it is closed afterwards.
 */
export const servePackages = async (): Promise<string> => {
  const files = new Map<string, Buffer>()
  const ours = (await packedPackages()).map(({ file, manifest }): Release => {
    const bytes = readFileSync(file)
    const path = pathOf(manifest)
    files.set(path, bytes)
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`
    return { manifest, integrity, path }
  })
  const releases = Map.groupBy([...ours, ...lockedReleases()], ({ manifest }) => manifest.name)
  const others = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim()

  const answer = (address: string, path: string, response: ServerResponse) => {
    // The next run listens elsewhere: nothing of this address is worth keeping.
    response.setHeader("Cache-Control", "no-store")
    const file = files.get(path)
    if (file !== undefined) return response.end(file)
    if (path.includes("/-/"))
      return response.writeHead(302, { Location: new URL(path.slice(1), others).href }).end()
    const found = releases.get(path.slice(1))
    const [latest] = found ?? []
    if (found === undefined || latest === undefined) return response.writeHead(404).end()
    const versions = found.map((release) => [
      release.manifest.version,
      { ...release.manifest, dist: { tarball: `${address}${release.path}`, integrity: release.integrity } }
    ])
    response.setHeader("Content-Type", "application/json")
    return response.end(
      JSON.stringify({
        name: latest.manifest.name,
        "dist-tags": { latest: latest.manifest.version },
        versions: Object.fromEntries(versions)
      })
    )
  }

  const server = createServer(({ headers, url = "" }, response) => {
    answer(`http://${headers.host}`, decodeURIComponent(url), response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  afterwards(() => void server.close().closeAllConnections())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
}
