import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** What bubbles up to the window counts. */
type Events = WindowEventMap & Pick<DocumentEventMap, 'visibilitychange'>

/** While the screen stands. */
export function useWindowEvent<Type extends keyof Events & string>(
  type: Type,
  onEvent: (event: Events[Type]) => void,
): void {
  const listen = useEffectEvent(onEvent)
  useEffect(() => {
    const listener = (event: Event) => listen(event as Events[Type])
    window.addEventListener(type, listener)
    return () => window.removeEventListener(type, listener)
  }, [type])
}

/** Every so many milliseconds, while the screen stands. */
export function useInterval(onTick: () => void, ms: number): void {
  const tick = useEffectEvent(onTick)
  useEffect(() => {
    const timer = setInterval(() => tick(), ms)
    return () => clearInterval(timer)
  }, [ms])
}

/** Whether the window fits a media query; for screens that are not drawn on the server. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (call: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', call)
      return () => media.removeEventListener('change', call)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches)
}
