import { chai } from "vitest"

/**
 * Of two errors `assert.deepStrictEqual` compares by itself only the name and the message, and ours say everything in
 * their fields: a failure with other facts would pass for the expected one.
 */
const sameError = (left: unknown, right: unknown): boolean | null =>
  left instanceof Error && right instanceof Error
    ? left.name === right.name && left.message === right.message && same({ ...left }, { ...right })
    : null

const same = (left: unknown, right: unknown): boolean => chai.util.eql(left, right, { comparator: sameError })

chai.config.deepEqual = same
