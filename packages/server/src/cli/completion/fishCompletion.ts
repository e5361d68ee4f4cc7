import type { Flag, Operand } from "../Command.ts"
import type { Ready, ReadyCommand } from "../readyCommand.ts"
import { byFirstWord, firstWordSummary, offerOf, quoted } from "./Completed.ts"

/** The completion of fish. Its two functions tell which words of a command stand before the cursor. */
export const fishCompletion = (commands: ReadonlyArray<ReadyCommand>): string => {
  const groups = [...byFirstWord(commands)]
  const firsts = [
    ...groups.map(([first, group]) => [first, firstWordSummary(group)] as const),
    ["help", "explain a command"] as const
  ]
  const lines = [
    ...firsts.map(([first, help]) => complete("__quittance_after", "-a", first, help)),
    ...commands
      .filter(({ words }) => words.length > 1)
      .map(({ summary, words: [first = "", second = ""] }) =>
        complete(`__quittance_after ${first}`, "-a", second, summary)
      ),
    ...commands.flatMap(({ flags, operands, words }) => {
      const within = `__quittance_in ${words.join(" ")}`
      return [
        ...flags.map((flag) => {
          const offered = flag.value === undefined ? "" : ` ${offer(flag, flag.many === true)}`
          return complete(within, "-l", flag.name.slice(2), flag.help) + offered
        }),
        ...operands.flatMap((operand) =>
          offerOf(operand)._tag === "nothing"
            ? []
            : [`complete -c quittance -n ${quoted(within)} ${offer(operand, false).replace("-x ", "")}`]
        )
      ]
    })
  ]
  return `# Completion of quittance for fish. For this shell: quittance completion fish | source
function __quittance_words
    set -l words (commandline -opc)[2..]
    test "$words[1]" = help; and set -e words[1]
    printf '%s\\n' $words
end
function __quittance_after
    set -l words (__quittance_words)
    test "$words" = "$argv"
end
function __quittance_in
    set -l words (__quittance_words)
    test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end
complete -c quittance -e
complete -c quittance -f
complete -c quittance -n __quittance_after -l help -d 'explain the commands'
complete -c quittance -n __quittance_after -l version -d 'print the version'
${lines.join("\n")}
`
}

const complete = (when: string, kind: "-a" | "-l", word: string, help: string): string =>
  `complete -c quittance -n ${quoted(when)} ${kind} ${quoted(word)} -d ${quoted(help)}`

const offer = (of: Ready<Flag> | Ready<Operand>, isList: boolean): string => {
  const offered = offerOf(of)
  switch (offered._tag) {
    case "choices": {
      const words = offered.choices.join(" ")
      return `-x -a ${quoted(isList ? `(__fish_complete_list , "printf '%s\\n' ${words}")` : words)}`
    }
    case "paths":
      return "-r -F"
    case "nothing":
      return "-x"
  }
}
