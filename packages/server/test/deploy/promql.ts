/** A metric that an expression reads, with what it says about labels. */
export interface Selector {
  readonly metric: string
  readonly matchers: ReadonlyArray<readonly [label: string, operator: string, value: string]>
}

const functions = new Set(
  "sum max min avg count topk rate increase histogram_quantile clamp_min time vector absent".split(" ")
)
const words = new Set("by without on ignoring or and unless offset bool group_left group_right".split(" "))

const scanner =
  /\s+|"(?:[^"\\]|\\.)*"|\[(?:\d+[smhdw]|\$__rate_interval)\]|\d+(?:\.\d+)?[smhdw]?|[a-zA-Z_:][\w:]*|=~|!~|!=|==|>=|<=|[-+*/=<>(){},]/gy

/**
 * What an expression of PromQL reads and groups by. Fails for what is no token, an unknown function, and brackets
 * that do not match: enough for the expressions of this repository, without a Prometheus.
 */
export const readPromql = (expression: string) => {
  const tokens: Array<string> = []
  scanner.lastIndex = 0
  while (scanner.lastIndex < expression.length) {
    const at = scanner.lastIndex
    const token = scanner.exec(expression)?.[0]
    if (token === undefined) throw new Error(`no PromQL at ${expression.slice(at, at + 20)}`)
    if (token.trim() !== "") tokens.push(token)
  }
  const open: Array<string> = []
  const selectors: Array<Selector> = []
  const grouped: Array<string> = []
  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place] ?? ""
    const next = tokens[place + 1]
    if (token === "(") open.push(token)
    else if (token === ")") {
      if (open.pop() === undefined) throw new Error(`a bracket too many in ${expression}`)
    } else if ((token === "by" || token === "on") && next === "(") {
      place += 2
      for (; tokens[place] !== ")"; place++) if (tokens[place] !== ",") grouped.push(tokens[place] ?? "")
    } else if (/^[a-zA-Z_:]/.test(token) && !words.has(token)) {
      if (next === "(" || next === "by") {
        if (!functions.has(token)) throw new Error(`${token} is no known function`)
      } else {
        const matchers: Array<readonly [string, string, string]> = []
        if (next === "{") {
          place += 2
          for (; tokens[place] !== "}"; place++) {
            if (tokens[place] === ",") continue
            const [label = "", operator = "", value = ""] = tokens.slice(place, place + 3)
            if (!/^(?:=~?|!=|!~)$/.test(operator))
              throw new Error(`${label} has no operator in ${expression}`)
            matchers.push([label, operator, JSON.parse(value)])
            place += 2
          }
        }
        selectors.push({ metric: token, matchers })
      }
    }
  }
  if (open.length > 0) throw new Error(`a bracket is open in ${expression}`)
  return { selectors, grouped }
}
