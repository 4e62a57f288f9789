/** Longer texts are worked out each time: who sends long ones fills no memory. */
const LONGEST = 200

/**
 * A function of a text that remembers what it answered, for work that is the same for every visitor of a page. Bounded: when
 * `most` are known, all are forgotten. What it answers must not be changed.
 */
export function remembered<Value>(work: (text: string) => Value, most = 1000): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = work(text)
    if (text.length > LONGEST) return made
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}
