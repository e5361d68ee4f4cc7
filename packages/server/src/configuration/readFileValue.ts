import { isUtf8 } from "node:buffer"
import { open, stat } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { jsonFault, WrittenNumber, writtenNumberReviver } from "@quittance/core/adapter"
import { isSystemError } from "../start/exclusiveFile.ts"
import { repeatedKeys } from "./repeatedKeys.ts"

/** The value of a configuration file, or the reason why it is invalid, without its content. */
export type FileValue = { readonly value: unknown } | { readonly faults: ReadonlyArray<string> }

/** Far more than any deployment needs. */
const bytesMax = 256 * 1024

/** Deeper than any setting. */
const depthMax = 16

const fault = (sentence: string): FileValue => ({ faults: [sentence] })

const isModule = (path: string): boolean => /\.[cm]?[jt]s$/i.test(path)

/** Reads a JSON file, or the default export of an ES module. */
export const readFileValue = async (path: string): Promise<FileValue> => {
  const bytes = await bytesOf(path)
  if (typeof bytes === "string") return fault(bytes)
  return isModule(path) ? moduleValue(path) : jsonValue(bytes)
}

const bytesOf = async (path: string): Promise<Uint8Array | string> => {
  try {
    // Checked first: opening a pipe would wait for its writer.
    const facts = await stat(path)
    if (!facts.isFile()) return "it must be a file, but is a folder or a device"
    if (facts.size > bytesMax) return `it must have at most ${bytesMax} bytes`
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(new Uint8Array(bytesMax + 1))
    return bytesRead > bytesMax ? `it must have at most ${bytesMax} bytes` : buffer.subarray(0, bytesRead)
  } catch (error) {
    const code = isSystemError(error) ? error.code : ""
    if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file"
    return code === "EACCES" ? "it may not be read by this user" : `it cannot be read (${code})`
  }
}

/** A number that no double represents keeps its text, which settings accept. */
const asWritten: typeof writtenNumberReviver = (...read) => {
  const kept = writtenNumberReviver(...read)
  return kept instanceof WrittenNumber ? kept.text : kept
}

const jsonValue = (bytes: Uint8Array): FileValue => {
  if (!isUtf8(bytes)) return fault("it must be UTF-8")
  const text = new TextDecoder().decode(bytes)
  try {
    const value: unknown = JSON.parse(text, asWritten)
    const repeated = repeatedKeys(text)
    if (repeated.length > 0) return { faults: repeated.map((each) => `${each} is given twice`) }
    return { value }
  } catch {
    return fault(`it must be well-formed JSON${placeIn(text)}`)
  }
}

/** Where the text is not well-formed; its content is not shown. */
const placeIn = (text: string): string => {
  const found = jsonFault(text)
  return found === undefined ? "" : `; line ${found.line}, column ${found.column}: ${found.message}`
}

const moduleValue = async (path: string): Promise<FileValue> => {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(path).href)
    if (!("default" in module)) return fault("it must export the configuration as its default")
    const faults: Array<string> = []
    const value = plainCopy(module.default, "", faults)
    return faults.length > 0 ? { faults } : { value }
  } catch (cause) {
    return fault(`it cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** A JSON copy of a value, without undefined; anything else would be read incorrectly. */
const plainCopy = (value: unknown, path: string, faults: Array<string>, depth = 0): unknown => {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value
  const within = (name: string | number): string => (path === "" ? String(name) : `${path}.${name}`)
  if (depth < depthMax && Array.isArray(value))
    return value.map((each, index) => plainCopy(each, within(index), faults, depth + 1))
  const isPlain = typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value))
  if (depth < depthMax && isPlain)
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) =>
        each === undefined ? [] : [[name, plainCopy(each, within(name), faults, depth + 1)]]
      )
    )
  faults.push(`${path === "" ? "its default export" : path} must be a JSON value`)
  return undefined
}
