#!/usr/bin/env node
/**
 * Starts the command on a Node.js that can run it, and says in one sentence what is needed on any other: so nothing
 * here is newer than modules are, and nothing of the program is loaded before. A checkout runs from source, a package
 * what was built of it.
 */
import { existsSync, readFileSync } from "node:fs"
import * as modules from "node:module"

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
const needed = engines.node.replace(">=", "")
const [major, minor] = needed.split(".").map(Number)
const [foundMajor, foundMinor] = process.versions.node.split(".").map(Number)

// What is packed has no such file.
const isCheckout = existsSync(new URL("../tsconfig.build.json", import.meta.url))

if (foundMajor < major || (foundMajor === major && foundMinor < minor)) {
  console.error(`quittance needs Node.js ${needed} or newer, and this is ${process.versions.node}.`)
  process.exitCode = 1
} else if (isCheckout) {
  modules.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ["source", ...context.conditions] })
  })
  import("../src/main.ts")
} else {
  import("../dist/main.js")
}
