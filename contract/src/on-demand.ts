/** A value made when it is first asked for: each format of `Intl` takes milliseconds on a phone. */
export function onDemand<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
