import { credentialMistakes } from "./credentialMistakes.ts"
import { fieldMistakes } from "./fieldMistakes.ts"
import type { Mistake } from "./Mistake.ts"
import { requestMistakes } from "./requestMistakes.ts"
import { stateMistakes } from "./stateMistakes.ts"

/** What new users do wrong: the answer names what is wrong, and what would be right. */
export const mistakes: ReadonlyArray<Mistake> = [
  ...credentialMistakes,
  ...requestMistakes,
  ...fieldMistakes,
  ...stateMistakes
]
