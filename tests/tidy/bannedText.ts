import { codeOf } from "./maskCode.ts"
import { type Finding, lineAt, type SourceFile } from "./SourceFile.ts"

/**
 * One thing that may not be written. `bad` and `good` are its own test: every `bad` must be found and no `good` may be.
 * Unless `comments` is set the rule reads code only, without comments and the contents of strings.
 */
export interface Ban {
  readonly name: string
  readonly pattern: RegExp
  readonly where: RegExp
  /** Files that may do it, and the only place to make an exception. */
  readonly except?: ReadonlyArray<string>
  readonly comments?: true
  readonly instead: string
  readonly bad: ReadonlyArray<string>
  readonly good: ReadonlyArray<string>
}

const sources = /^packages\/[^/]+\/src\/.*\.ts$/
const coreSources = /^packages\/core\/src\/.*\.ts$/
const typeScript = /\.ts$/
const tests = /\.test\.ts$/

/** A word that may not stand in this file either, put together so that the file passes its own rule. */
const joined = (...parts: ReadonlyArray<string>): string => parts.join("")

export const bans: ReadonlyArray<Ban> = [
  {
    name: "wall clock",
    pattern: /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|\bperformance\.now\b/g,
    where: sources,
    // They run in other people's programs, which have no clock but that of their platform.
    except: ["packages/client/src/Platform.ts", "packages/webhook-receiver/src/verifyWebhook.ts"],
    instead: "Clock.currentTimeMillis (effect), so that a seeded run repeats",
    bad: [
      "const at = Date.now()",
      "const at = new Date()",
      "const at = new Date( )",
      "const t = performance.now()"
    ],
    good: [
      "const at = new Date(millis)",
      "// Date.now()",
      'const text = "Date.now()"',
      "const a = renewDate()"
    ]
  },
  {
    name: "unseen output",
    pattern: /\b(?:stdout|stderr)\.write\b/g,
    where: /^packages\/server\/src\/.*\.ts$/,
    except: [
      "packages/server/src/command/print.ts",
      "packages/server/src/command/TextOutput.ts",
      "packages/server/src/command/analytics.ts",
      // What these write is their own.
      "packages/server/src/cli/ProgressBar.ts",
      "packages/server/src/cli/runCommandLine.ts",
      "packages/server/src/start/printStart.ts"
    ],
    instead: "command/print.ts, which shows what would steer the terminal",
    bad: ["process.stdout.write(text)", "stderr.write(text)"],
    good: ["printLine(text)", "process.stdout.isTTY"]
  },
  {
    name: "unnamed export",
    pattern: /\bexport \* from\b/g,
    where: /^packages\/core\/src\/index\.ts$/,
    instead: "name what others may use: the rest is private to core",
    bad: ['export * from "./payout/Payout.ts"'],
    good: ['export { payout } from "./payout/PayoutRecord.ts"']
  },
  {
    name: "unseeded chance",
    pattern: /\bMath\.random\b/g,
    where: sources,
    except: ["packages/client/src/Platform.ts"],
    instead: "Random (effect), so that a seeded run repeats",
    bad: ["const n = Math.random()"],
    good: ["const n = yield* Random.next", "// Math.random is banned"]
  },
  {
    name: "unseeded id",
    pattern: /\brandomUUID\b/g,
    where: sources,
    except: ["packages/client/src/Platform.ts", "packages/core/src/kernel/ports/Ids.ts"],
    instead: "the Ids port, so that a seeded run repeats",
    bad: ["const id = crypto.randomUUID()", 'import { randomUUID } from "node:crypto"'],
    good: ["const id = yield* ids.payout", "/* crypto.randomUUID */"]
  },
  {
    name: "console",
    pattern: /\bconsole\s*\.\s*\w+/g,
    where: /^packages\/(?!server\/)[^/]+\/src\/.*\.ts$/,
    instead: "Effect.log, Effect.logWarning …",
    bad: ['console.log("x")', "console.error(error)"],
    good: ['yield* Effect.log("x")', "yield* Console.log(x)", "// console.log"]
  },
  {
    name: "timer",
    pattern: /\b(?:setTimeout|setInterval)\b/g,
    where: sources,
    // They wait for another process or machine, which a clock that is moved or simulated does not hurry.
    except: [
      "packages/adapters-postgres/src/Pause.ts",
      "packages/adapters-s3/src/Pause.ts",
      "packages/adapters-sqlite/src/Pause.ts",
      "packages/adapters-webhooks/src/Deadline.ts",
      "packages/client/src/Platform.ts",
      "packages/core/src/reference/sandbox/SandboxClock.ts"
    ],
    instead: "Effect.sleep, Effect.timeout or Schedule",
    bad: ["setTimeout(() => run(), 10)", "globalThis.setInterval(run, 10)"],
    good: ['yield* Effect.sleep("10 millis")', "// setTimeout would", "const resetTimeoutMillis = 1"]
  },
  {
    name: "throw",
    pattern: /(?<![.\w])throw\b(?!\s*[:(])/g,
    where: coreSources,
    // The second speaks to whoever imports the package.
    except: ["packages/core/src/kernel/machine/invariant.ts", "packages/core/src/requireNode.ts"],
    instead: "a Result or a failure of the Effect; invariant(…) for what cannot happen",
    bad: ['throw new Error("x")', "if (bad) throw error"],
    good: ["iterator.throw(error)", "// the only throw", "return yield* new Refused()", "invariant(ok, law)"]
  },
  {
    name: "commit past transact",
    pattern: /\bstore\s*\.\s*commit\b/gi,
    where: /^packages\/(?!testing\/)[^/]+\/src\/.*\.ts$/,
    except: ["packages/core/src/kernel/transact/Transact.ts"],
    instead: "transact/Transact.ts, which finds out what became of an unclear commit",
    bad: ["yield* store.commit(commit)", "Effect.flatMap(Store, (store) => store.commit(commit))"],
    good: ["yield* commit({ jobs })", "yield* transact(decide)", "// store.commit", "store.committed(event)"]
  },
  {
    name: "floating point",
    pattern: /\bparseFloat\b/g,
    where: /^packages\/(?!ml-signature\/)[^/]+\/src\/.*\.ts$/,
    instead: "the exact decimal parsing of money/Money.ts",
    bad: ["const amount = parseFloat(text)", "Number.parseFloat(text)"],
    good: ["const amount = parseMinor(text, currency)"]
  },
  {
    name: "any",
    pattern: /\bas\s+any\b|:\s*any\b|<any\b|\bany>/g,
    where: typeScript,
    instead: "unknown and a Schema that decodes it",
    bad: ["const x = y as any", "const x: any = y", "(x:any) => x", "Array<any>", "Effect<void, any>"],
    good: ["const anything: unknown = y", "// as any", 'it("takes as any")', "if (any > 1) f()"]
  },
  {
    name: "silenced type error",
    pattern: /@ts-(?:ignore|nocheck)\b/g,
    where: /\.[jt]s$/,
    comments: true,
    instead: "repair the type; in a test of types, @ts-expect-error",
    bad: [joined("// @ts", "-ignore"), joined("// @ts", "-nocheck")],
    good: ["// @ts-expect-error: a string is no amount"]
  },
  {
    name: "test left out",
    pattern: /\b(?:it|test|describe|suite|layer|effect|live|prop|scoped)\s*\.\s*(?:only|skip|todo)\b/g,
    where: tests,
    instead: "run every test; delete one that proves nothing",
    bad: [
      'it.only("x", f)',
      "describe.skip(name, f)",
      "it.effect.only(name, f)",
      "it.effect.skip(name, f)",
      "it.todo(name)"
    ],
    good: ["it.effect(name, f)", "Stream.drop(1)", "reader.skip(3)", "it.skipIf(noServer)(name, f)"]
  },
  {
    name: "unfinished work",
    pattern: new RegExp(joined("\\b(?:TO", "DO|FIX", "ME|XX", "X)\\b"), "g"),
    where: /\.(?:ts|js|mjs|css|html)$/,
    comments: true,
    instead: "finish it, or open an issue",
    bad: [joined("// TO", "DO: later"), joined("// FIX", "ME")],
    good: ["// toDo is a name", "const TODOS = 1"]
  },
  {
    name: "machine path",
    pattern: new RegExp(joined("(?<![\\w.:/}])/(?:ro", "ot|ho", "me|wo", "rk|tm", "p|Us", "ers)/"), "g"),
    where: /./,
    comments: true,
    instead: "a path relative to the repository, or os.tmpdir()",
    bad: [
      joined('"/ro', 'ot/x"'),
      joined("cd /ho", "me/me"),
      joined("see /wo", "rk/main"),
      joined("`/tm", "p/x`")
    ],
    good: [
      "https://example.org/home/page",
      "packages/core/src/work/Job.ts",
      "../work/Job.ts",
      "/healthz",
      "$" + "{base}/work/"
    ]
  },
  {
    name: "registry address",
    pattern: new RegExp(joined('"resolved": "https', "?:|^\\s*(?:@[\\w-]+:)?registry\\s*="), "gm"),
    where: /(?:^|\/)(?:package-lock\.json|\.npmrc)$/,
    comments: true,
    instead: "run npm install with the repository's .npmrc, which leaves addresses out of the lockfile",
    bad: [
      joined('"resolved": "https', '://registry.example/x.tgz"'),
      joined("registry", "=https://registry.example")
    ],
    good: ['"resolved": "packages/core"', "omit-lockfile-registry-resolved=true"]
  }
]

export const banFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> =>
  files.flatMap((file) => {
    const applying = bans.filter(
      (ban) => ban.where.test(file.path) && ban.except?.includes(file.path) !== true
    )
    if (applying.length === 0) return []
    const code = file.path.endsWith(".ts") ? codeOf(file) : file.text
    return applying.flatMap((ban) =>
      [...(ban.comments === true ? file.text : code).matchAll(ban.pattern)].map((match) => ({
        path: file.path,
        line: lineAt(file.text, match.index),
        found: `${ban.name}: ${match[0].trim()}`,
        instead: ban.instead
      }))
    )
  })
