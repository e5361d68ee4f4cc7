/**
 * What the two threads of a decoding process share: whether a task is being worked on, and at which values it is ended.
 */
export interface Watch {
  /** One number: 1 during a task, 0 between two. */
  readonly state: Int32Array<SharedArrayBuffer>
  /** Resident bytes, then microseconds of processor time, both of the whole process. */
  readonly bounds: Float64Array<SharedArrayBuffer>
}

export const makeWatch = (): Watch => ({
  state: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  bounds: new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))
})
