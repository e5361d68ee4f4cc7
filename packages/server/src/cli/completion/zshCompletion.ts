import type { Flag, Operand } from "../Command.ts"
import type { Ready, ReadyCommand } from "../readyCommand.ts"
import { byFirstWord, firstWordSummary, offerOf, quoted } from "./Completed.ts"

/** The completion of zsh, with the functions that come with it: `_describe` for words, `_arguments` for the rest. */
export const zshCompletion = (commands: ReadonlyArray<ReadyCommand>): string => {
  const groups = [...byFirstWord(commands)]
  return `#compdef quittance
# Completion of quittance for zsh. For this shell: source <(quittance completion zsh)
_quittance() {
  local -a offered
  [[ $words[2] == help ]] && (( CURRENT > 2 )) && words[2]=() && (( CURRENT-- ))
  if (( CURRENT == 2 )); then
    offered=(
${groups.map(([first, group]) => `      ${described(first, firstWordSummary(group))}`).join("\n")}
      ${described("help", "explain a command")}
    )
    _describe command offered
    return
  fi
  case $words[2] in
${groups.map(([first, group]) => groupCase(first, group)).join("\n")}
  esac
}
compdef _quittance quittance
`
}

const groupCase = (first: string, group: ReadonlyArray<ReadyCommand>): string => {
  const [only] = group
  if (only?.words.length === 1) return `    ${first}) shift words; (( CURRENT-- )); ${argumentsOf(only)} ;;`
  return `    ${first})
      if (( CURRENT == 3 )); then
        offered=(${group.map(({ summary, words }) => described(words[1] ?? "", summary)).join(" ")})
        _describe command offered
        return
      fi
      local second=$words[3]
      shift 2 words; (( CURRENT -= 2 ))
      case $second in
${group.map((command) => `        ${command.words[1]}) ${argumentsOf(command)} ;;`).join("\n")}
      esac ;;`
}

const described = (word: string, help: string): string =>
  quoted(`${word.replaceAll(":", "\\:")}:${help.replaceAll("\n", " ")}`)

const argumentsOf = ({ flags, operands }: ReadyCommand): string =>
  ["_arguments", ...flags.map(flagSpecification), ...operands.map(operandSpecification)].join(" ")

const flagSpecification = (flag: Ready<Flag>): string => {
  const help = flag.help.replaceAll(/[[\]:\\]/g, "\\$&")
  if (flag.value === undefined) return quoted(`${flag.name}[${help}]`)
  const value = flag.value.replaceAll(":", "\\:")
  return quoted(`${flag.many ? "*" : ""}${flag.name}=[${help}]:${value}:${action(flag, flag.many === true)}`)
}

const operandSpecification = (operand: Ready<Operand>): string => {
  const place = operand.many ? "*:" : operand.optional ? "::" : ":"
  return quoted(`${place}${operand.name}:${action(operand, false)}`)
}

const action = (of: Ready<Flag> | Ready<Operand>, isList: boolean): string => {
  const offer = offerOf(of)
  switch (offer._tag) {
    case "choices": {
      const choices = offer.choices.map((each) => each.replaceAll(":", "\\:")).join(" ")
      return isList ? `_sequence compadd - ${choices}` : `(${choices})`
    }
    case "paths":
      return "_files"
    case "nothing":
      return " "
  }
}
