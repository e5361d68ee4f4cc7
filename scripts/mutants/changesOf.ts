import { parseAst } from "rolldown/parseAst"
import type { Change } from "./Mutant.ts"

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string"

const child = (node: Node, key: string): Node => {
  const value = node[key]
  if (!isNode(value)) throw new Error(`${node.type} at ${node.start} has no ${key}`)
  return value
}

const comparisons: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "==="
}
const arithmetic: Record<string, string> = { "+": "-", "-": "+", "*": "/", "/": "*" }
const assignments: Record<string, string> = { "+=": "-=", "-=": "+=" }
const methods: Record<string, string> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  isSome: "isNone",
  isNone: "isSome"
}
/** Calls that return what they are called on when they are left out. */
const steps = new Set(["filter", "slice", "toReversed", "toSorted"])
const onServices = /^[A-Z]/
const typeWrappers = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"])
/** What is said of the work and not done by it. */
const telling =
  /^(?:yield\* )?(?:Effect\.(?:log|annotateLogs|annotateCurrentSpan|withSpan)|Metric\.|count(?:Failure|Reorganisation)\b|[\w.]*[mM]etrics?\b)/
/** How much is done at once, and in which order, changes no outcome; what is discarded neither. */
const unseenNames = new Set(["askedAtOnce", "concurrency", "discard", "unordered"])
const texts = new Set(["TemplateLiteral"])
const bigFrom = 100

const isText = (node: Node): boolean =>
  texts.has(node.type) || (node.type === "Literal" && typeof node.value === "string")

/** Names a literal by its neighbours: by one when it is small, by half and double when only its size can matter. */
const neighbours = (raw: string): ReadonlyArray<string> => {
  const suffix = raw.endsWith("n") ? "n" : ""
  const text = raw.replaceAll("_", "").replace(/n$/, "")
  const value = Number(text)
  if (!Number.isInteger(value) || !Number.isSafeInteger(value)) return [`(${raw} * 2${suffix})`]
  if (value >= bigFrom) return [`${value * 2}${suffix}`, `${Math.floor(value / 2)}${suffix}`]
  return value === 0 ? [`1${suffix}`] : [`${value + 1}${suffix}`, `${value - 1}${suffix}`]
}

/** All changes of a TypeScript source, outermost first. */
export const changesOf = (source: string): ReadonlyArray<Change> => {
  const changes: Array<Change> = []
  const text = ({ end, start }: Pick<Node, "start" | "end">): string => source.slice(start, end)
  const change = (node: Node, ...others: ReadonlyArray<string>): void => {
    for (const becomes of others) changes.push({ start: node.start, end: node.end, was: text(node), becomes })
  }

  /** Only the operator changes: the parentheses around its sides are in no node. */
  const withOperator = (node: Node, was: string, becomes: string): string => {
    const { end } = child(node, "left")
    const { start } = child(node, "right")
    return `${source.slice(node.start, end)}${source.slice(end, start).replace(was, becomes)}${source.slice(start, node.end)}`
  }

  const condition = (test: Node): void => {
    change(test, "true", "false")
  }

  const call = (node: Node, isInChain: boolean): void => {
    const callee = child(node, "callee")
    if (isInChain || callee.type !== "MemberExpression" || callee.computed === true) return
    const object = child(callee, "object")
    const property = child(callee, "property")
    const name = text(property)
    const rest = source.slice(property.end, node.end)
    if (text(callee) === "Option.some") change(node, "Option.none()")
    else if (steps.has(name) && !onServices.test(text(object))) change(node, text(object))
    else if (methods[name] !== undefined)
      change(node, `${source.slice(node.start, property.start)}${methods[name]}${rest}`)
  }

  const binary = (node: Node, isTest: boolean): void => {
    const left = child(node, "left")
    const right = child(node, "right")
    const operator = String(node.operator)
    const isEquality = operator === "===" || operator === "!=="
    const swapped =
      comparisons[operator] ?? (isText(left) || isText(right) ? undefined : arithmetic[operator])
    // The other answer of a test is already one of its changes.
    if (swapped !== undefined && !(isTest && isEquality)) change(node, withOperator(node, operator, swapped))
  }

  const visit = (node: Node, { isInChain = false, isTest = false } = {}): void => {
    if (typeWrappers.has(node.type)) {
      visit(child(node, "expression"), { isTest })
      return
    }
    if (node.type.startsWith("TS") || node.type === "ImportDeclaration" || texts.has(node.type)) return
    if (telling.test(text(node)) && /Statement|Call|Yield/.test(node.type)) return
    switch (node.type) {
      case "IfStatement":
        condition(child(node, "test"))
        break
      case "ConditionalExpression":
        if (isText(child(node, "consequent")) && isText(child(node, "alternate"))) return
        condition(child(node, "test"))
        break
      case "WhileStatement":
        change(child(node, "test"), "false")
        break
      case "LogicalExpression":
        if (node.operator !== "??") change(node, text(child(node, "left")), text(child(node, "right")))
        break
      case "BinaryExpression":
        binary(node, isTest)
        break
      case "UnaryExpression":
        if (node.operator === "!" && !isTest) change(node, text(child(node, "argument")))
        break
      case "AssignmentExpression": {
        const swapped = assignments[String(node.operator)]
        if (swapped !== undefined) change(node, withOperator(node, String(node.operator), swapped))
        break
      }
      case "CallExpression":
        call(node, isInChain)
        break
      case "ExpressionStatement":
        if (node.directive !== null && node.directive !== undefined) return
        change(node, "")
        break
      case "VariableDeclarator":
        if (unseenNames.has(text(child(node, "id")))) return
        break
      case "Literal":
        if (typeof node.value === "boolean") change(node, String(!node.value))
        else if (typeof node.value === "number" || typeof node.bigint === "string")
          change(node, ...neighbours(String(node.raw)))
        return
      case "Property":
      case "PropertyDefinition":
        if (node.computed !== true) {
          const key = child(node, "key")
          if (!unseenNames.has(text(key)) && isNode(node.value) && node.value.start !== key.start)
            visit(node.value)
          return
        }
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === "typeAnnotation" || key === "typeArguments" || key === "returnType") continue
      if (key === "property" && node.computed !== true) continue
      const isSpine = key === "callee" || key === "object" || node.type === "ChainExpression"
      const inside = {
        isInChain: isSpine && (isInChain || node.type === "ChainExpression"),
        isTest: key === "test"
      }
      if (isNode(value)) visit(value, inside)
      else if (Array.isArray(value)) for (const each of value) if (isNode(each)) visit(each)
    }
  }

  visit(parseAst(source, { lang: "ts" }) as unknown as Node)
  return changes
}
