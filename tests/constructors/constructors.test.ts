import { readdirSync } from "node:fs"
import { join } from "node:path"
import { fetchHandler, nodeListener } from "@quittance/adapters-http"
import { UsageError } from "@quittance/client"
import { InvalidInput } from "@quittance/core"
import { WebhookVerificationError } from "@quittance/webhook-receiver"
import { assert, describe, it } from "vitest"
import { type Constructor, constructors, others } from "./constructors.ts"

/** The core has one, which is listed; what the others have that is published is for tests, or is the program. */
const withoutList = ["core", "server", "testing"]

const packages = readdirSync(join(import.meta.dirname, "../../packages")).filter(
  (name) => !withoutList.includes(name)
)

const isClass = (value: unknown): boolean =>
  typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value))

/** How services and modules name what makes them. */
const makers = ["layer", "layerNoDeps", "make"]

/** The functions of an entrance that are no methods of values: its own, those of its modules, what makes services. */
const functionsOf = (entrance: object): ReadonlyArray<string> =>
  Object.entries(entrance).flatMap(([name, value]) => {
    if (isClass(value))
      return makers.filter((each) => Object.hasOwn(value, each)).map((each) => `${name}.${each}`)
    if (typeof value === "function") return [name]
    const isModule = typeof value === "object" && /^[A-Z]/.test(name)
    return isModule
      ? Object.entries(value).flatMap(([each, member]) =>
          typeof member === "function" && !isClass(member) ? [`${name}.${each}`] : []
        )
      : []
  })

const isGroup = (value: unknown): value is object => {
  const prototype = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined
  return prototype === Object.prototype || prototype === Array.prototype
}

/** All paths of options, those within groups and lists too. */
const pathsIn = (options: object): ReadonlyArray<string> =>
  Object.entries(options).flatMap(([name, value]) => [
    name,
    ...(isGroup(value) ? pathsIn(value).map((path) => `${name}.${path}`) : [])
  ])

const at = (options: object, path: string): unknown =>
  path.split(".").reduce((value: unknown, name) => Reflect.get(value as object, name), options)

/** The options with another value at the path; without one there if it is `absent`. */
const absent = Symbol("absent")
const changed = (options: object, path: string, value: unknown): object => {
  const [name = "", ...rest] = path.split(".")
  const copy: Record<string, unknown> = Array.isArray(options) ? ([...options] as never) : { ...options }
  if (rest.length > 0) copy[name] = changed(copy[name] as object, rest.join("."), value)
  else if (value === absent) delete copy[name]
  else copy[name] = value
  return copy
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof InvalidInput ||
  (error instanceof UsageError && error.code === "invalid_option") ||
  (error instanceof UsageError && error.code === "invalid_key") ||
  (error instanceof WebhookVerificationError && error.code === "option_invalid")

const refusalOf = async ({ make }: Constructor, options: object): Promise<Error | undefined> => {
  try {
    await make(options as never)
    return undefined
  } catch (error) {
    return isRefusal(error) ? error : undefined
  }
}

/** Refused by its path, in a sentence. */
const assertRefused = async (constructor: Constructor, options: object, path: string): Promise<void> => {
  const refusal = await refusalOf(constructor, options)
  const { name, within } = constructor
  if (refusal === undefined) return assert.fail(`${name} takes ${path}`)
  const whole = within === "" ? path : `${within}.${path}`
  if (refusal instanceof InvalidInput)
    assert.isTrue(
      refusal.issues.some(({ field }) => field === whole || field.startsWith(`${whole}.`)),
      `${name}: ${refusal.message} names ${whole}`
    )
  for (const part of path.split(".")) assert.include(refusal.message, part, `${name} ${path}`)
}

/** Values that the same type allows, and no option. */
const outside = (value: unknown): ReadonlyArray<unknown> => {
  if (typeof value === "number") return [Number.NaN, -1, Number.POSITIVE_INFINITY]
  return typeof value === "bigint" ? [-1n] : []
}

describe("every constructor refuses by name", () => {
  it("the functions of every entrance are in the list, or known to be none", async () => {
    const found: Array<string> = []
    for (const name of packages)
      found.push(...functionsOf(await import(`@quittance/${name}`)).map((each) => `${name} ${each}`))
    const known = [
      ...constructors.map(({ name }) => name).filter((name) => !name.startsWith("core ")),
      ...Object.entries(others).flatMap(([name, functions]) => functions.map((each) => `${name} ${each}`))
    ]
    assert.deepStrictEqual(found.sort(), known.sort())
  })

  describe.each(constructors)("$name", (constructor) => {
    const { complete, required } = constructor
    const paths = pathsIn(complete)

    it("takes each option that there is", async () => {
      const refusal = await refusalOf(constructor, complete)
      assert.isUndefined(refusal, refusal?.message)
    })

    it("an unknown option, in every group", async () => {
      const groups = ["", ...paths.filter((path) => isGroup(at(complete, path)) && !isAble(path))]
      for (const group of groups.filter((path) => !Array.isArray(path === "" ? {} : at(complete, path)))) {
        const path = group === "" ? "misspelt" : `${group}.misspelt`
        await assertRefused(constructor, changed(complete, path, 1), path)
      }
    })

    it("an option that is missing", async () => {
      for (const path of required) await assertRefused(constructor, changed(complete, path, absent), path)
    })

    it("a value of another type", async () => {
      for (const path of paths) await assertRefused(constructor, changed(complete, path, Symbol("x")), path)
    })

    it("a number out of bounds", async () => {
      for (const path of paths)
        for (const value of outside(at(complete, path)))
          await assertRefused(constructor, changed(complete, path, value), path)
    })
  })
})

describe("what takes no options", () => {
  const sentence = (make: () => unknown) =>
    Promise.resolve()
      .then(make)
      .then(
        () => "taken",
        (error) => (error instanceof InvalidInput ? error.message : String(error))
      )

  it("says what would be right", async () => {
    assert.strictEqual(
      await sentence(() => nodeListener(Promise.resolve() as never)),
      "nodeListener.handler must be a Fetch handler, such as await fetchHandler(quittance.runtime)"
    )
    assert.strictEqual(
      await sentence(() => fetchHandler({} as never)),
      "fetchHandler.runtime must be a runtime, such as quittance.runtime of createQuittance"
    )
  })
})

/** A provider of the host, which may have more than is called, and settings, which have rules of their own. */
const isAble = (path: string): boolean =>
  /(?:payoutProcessor|depositAddresses|bankRail|mailer|kycChecker|signer)$/.test(path)
