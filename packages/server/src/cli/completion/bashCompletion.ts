import type { ReadyCommand } from "../readyCommand.ts"
import { byFirstWord, type Offer, offerOf, quoted } from "./Completed.ts"

/**
 * The completion of bash, 3.2 and newer. The line is split at blanks, because bash would also split it at `=` and `:`,
 * which are in values; what it replaces is then what follows the last of these.
 */
export const bashCompletion = (commands: ReadonlyArray<ReadyCommand>): string => {
  const groups = [...byFirstWord(commands)]
  const calls = commands.map(({ flags, words }) => {
    const names = flags.map(({ name }) => name)
    const valued = flags.filter(({ value }) => value !== undefined).map(({ name }) => name)
    return `    ${quoted(`${words.join(" ")} `)}*) call=${quoted(words.join(" "))} from=${words.length} flags=${quoted([...names, "--help"].join(" "))} valued=${quoted(valued.join(" "))} ;;`
  })
  const seconds = groups
    .filter(([, group]) => group.every(({ words }) => words.length > 1))
    .map(
      ([first, group]) =>
        `    ${quoted(`${first} `)}) offer=${quoted(group.map(({ words }) => words[1]).join(" "))} ;;`
    )
  const values = commands.flatMap(({ flags, words }) =>
    flags.flatMap((flag) => offerLine(`${words.join(" ")} ${flag.name}`, offerOf(flag), flag.many === true))
  )
  const operands = commands.flatMap(({ operands, words }) =>
    operands.flatMap((operand, index) => {
      const call = `${words.join(" ")} ${index}`
      return offerLine(call, offerOf(operand), false, operand.many === true)
    })
  )
  return `# Completion of quittance for bash. For this shell: source <(quittance completion bash)
_quittance() {
  local line=\${COMP_LINE:0:COMP_POINT} words call from flags valued offer list
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  while ((\${#words[@]} > 1)) && [[ \${words[0]##*/} != "\${1##*/}" ]]; do words=("\${words[@]:1}"); done
  words=("\${words[@]:1}")
  [[ \${words[0]} == help ]] && ((\${#words[@]} > 1)) && words=("\${words[@]:1}")
  local last=$((\${#words[@]} - 1))
  local typed=\${words[last]}
  local cur=$typed
  words=("\${words[@]:0:last}")
  case "\${words[*]:0:2} " in
    ' ') offer=${quoted([...groups.map(([first]) => first), "help", "--help", "--version"].join(" "))} ;;
${[...calls, ...seconds].join("\n")}
  esac
  if [[ -n $flags ]]; then
    local i word prev='' position=0
    for ((i = from; i < \${#words[@]}; i++)); do
      word=\${words[i]}
      if [[ -n $prev ]]; then prev=''
      elif [[ " $valued " == *" $word "* ]]; then prev=$word
      elif [[ $word != -* ]]; then position=$((position + 1)); fi
    done
    if [[ -z $prev && $cur == --*=* ]]; then prev=\${cur%%=*} cur=\${cur#*=}; fi
    if [[ -n $prev ]]; then
      case "$call $prev" in
${values.join("\n")}
      esac
    elif [[ $cur == -* ]]; then offer=$flags
    else
      offer=$flags
      case "$call $position" in
${operands.join("\n")}
      esac
    fi
  fi
  local lead=\${typed%"$cur"} skip='' each
  if [[ -n $list && $cur == *,* ]]; then lead+=\${cur%,*}, cur=\${cur##*,}; fi
  for each in = :; do
    if [[ $COMP_WORDBREAKS == *$each* && $typed == *$each* ]]; then
      each=\${typed%"$each"*}$each
      ((\${#each} > \${#skip})) && skip=$each
    fi
  done
  COMPREPLY=()
  if [[ $offer == '<paths>' ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r each; do COMPREPLY+=("\${each}"); done < <(compgen -f -- "$cur")
    return
  fi
  for each in $(compgen -W "$offer" -- "$cur"); do
    each=$lead$each
    COMPREPLY+=("\${each#"$skip"}")
  done
}
complete -F _quittance quittance
`
}

const offerLine = (call: string, offer: Offer, isList: boolean, isMany = false): ReadonlyArray<string> => {
  // A repeatable operand is offered at every position.
  const pattern = isMany ? `${quoted(call.replace(/\d+$/, ""))}*` : quoted(call)
  const list = isList ? " list=1" : ""
  switch (offer._tag) {
    case "choices":
      return [`        ${pattern}) offer=${quoted(offer.choices.join(" "))}${list} ;;`]
    case "paths":
      return [`        ${pattern}) offer='<paths>' ;;`]
    case "nothing":
      return []
  }
}
