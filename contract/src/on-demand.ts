/** Lazy, because each `Intl` format takes milliseconds to create on a phone. */
export function onDemand<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
