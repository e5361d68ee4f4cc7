import type { Command } from "./Command.ts"

/** The commands that help an integrator and an operator at a terminal. */
export const toolCommands: ReadonlyArray<Command> = [
  {
    words: ["completion"],
    summary: "print what makes a shell complete commands, flags and values",
    example: "quittance completion bash",
    operands: [{ name: "SHELL", choices: ["bash", "zsh", "fish"], help: "{choices}" }],
    flags: [],
    more: [
      "For good, in the start file of the shell:",
      "  bash, ~/.bashrc                       source <(quittance completion bash)",
      "  zsh, ~/.zshrc, after compinit         source <(quittance completion zsh)",
      "  fish, ~/.config/fish/config.fish      quittance completion fish | source",
      ""
    ].join("\n"),
    load: () => import("../command/completion.ts")
  }
]
