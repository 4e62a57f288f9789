import { useEffect, useRef, useState } from 'react'

/** A search field's text, also what was typed before hydration or restored by the browser. */
export function useTyped(initial = '') {
  const field = useRef<HTMLInputElement>(null)
  const [typed, type] = useState(initial)
  useEffect(() => {
    if (field.current) type(field.current.value)
  }, [])
  return { field, typed, type }
}
