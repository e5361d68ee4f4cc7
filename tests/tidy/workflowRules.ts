import { type Finding, lineAt, type SourceFile } from "./SourceFile.ts"

const isWorkflow = ({ path }: SourceFile): boolean => /^\.github\/.*\.ya?ml$/.test(path)

/** A tag or a branch can be moved to other code by whoever holds that repository; a commit cannot. */
const isPinned = (action: string): boolean =>
  action.startsWith("./") || /^[^@\s]+@[0-9a-f]{40} # v\d+(\.\d+)*$/.test(action)

/** Foreign actions of a workflow that are not named by a full commit, with their version beside it. */
export const workflowFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> =>
  files.filter(isWorkflow).flatMap(({ path, text }) =>
    [...text.matchAll(/^[ \t]*(?:-[ \t]*)?["']?uses["']?[ \t]*:[ \t]*(.*?)[ \t]*$/gm)]
      .filter(([, action = ""]) => !isPinned(action))
      .map(({ 1: action, index }) => ({
        path,
        line: lineAt(text, index),
        found: `uses: ${action}`,
        instead: "name the full commit, and its version in a comment: owner/name@<40 hex digits> # v1.2.3"
      }))
  )
