import { useDeferredValue } from 'react'

/**
 * What has come, shown in pieces: a whole screen drawn at once holds the finger up on a slow phone, so React draws the first
 * showing between frames. Later changes of the data are shown at once, and so is what was there when the screen opened.
 */
export function usePresent<Data>(data: Data | undefined): Data | undefined {
  const shown = useDeferredValue(data !== undefined)
  return shown ? data : undefined
}
