import { useEffect, useState } from 'react'

/** The value once it has not changed for so many milliseconds. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
