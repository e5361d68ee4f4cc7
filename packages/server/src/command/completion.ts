import type { RunCommand } from "../cli/Command.ts"
import { bashCompletion } from "../cli/completion/bashCompletion.ts"
import { fishCompletion } from "../cli/completion/fishCompletion.ts"
import { zshCompletion } from "../cli/completion/zshCompletion.ts"
import { readyCommand } from "../cli/readyCommand.ts"
import { printLine } from "./print.ts"

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

const isShell = (text: string): text is keyof typeof scripts => Object.hasOwn(scripts, text)

/** `quittance completion`: the words of every command as a script of a shell, which then needs no process of ours. */
export const run: RunCommand = async (input, all) => {
  if (!isShell(input.operand)) return 2
  const ready = await Promise.all(all.map(readyCommand))
  printLine(scripts[input.operand](ready).trimEnd())
  return 0
}
