/** Memory for answers: blocks that are used again and again, so that the collector never hears of them. */
const BLOCK = 512 * 1024
/** What is longer has a block of its own, which is not kept. */
const LONGEST = BLOCK / 4
/** Empty blocks that wait for their next use. */
const MOST_EMPTY = 8

type Block = { bytes: Buffer; taken: number; users: number }

const blocks = new WeakMap<ArrayBufferLike, Block>()
const empty: Block[] = []
let current: Block | undefined

function aBlock(): Block {
  const block = { bytes: Buffer.allocUnsafeSlow(BLOCK), taken: 0, users: 0 }
  blocks.set(block.bytes.buffer, block)
  return block
}

/** Keeps a block that nobody uses any more, unless enough are kept. */
function keepEmpty(block: Block): void {
  block.taken = 0
  if (block !== current && empty.length < MOST_EMPTY) empty.push(block)
}

/**
 * Room for one answer of `size` bytes, with what was there before. Memory asked for each time counts against the heap's bound,
 * and at five hundred megabytes a second the collector would mark the whole heap without pause: a second core's work for every
 * process (decision 27). Who is done with it says {@link giveBack}; who does not only leaves it to the collector.
 */
export function room(size: number): Buffer {
  if (size > LONGEST) return Buffer.allocUnsafeSlow(size)
  if (!current || current.taken + size > BLOCK) current = empty.pop() ?? aBlock()
  const { bytes, taken } = current
  current.taken += size
  current.users += 1
  return bytes.subarray(taken, taken + size)
}

/** Nobody reads these bytes any more: their room may be written anew. Once for each {@link room}; of other bytes it does nothing. */
export function giveBack(bytes: Buffer): void {
  const block = blocks.get(bytes.buffer)
  if (!block) return
  block.users -= 1
  if (block.users === 0) keepEmpty(block)
}
