import { useEffect } from 'react'

/** Calls as a link is pressed. The router's state says it later: a busy phone renders it after a timer that is due. */
export function useLinkPress(call: () => void): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) call()
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [call])
}
