import type { LessonFile } from '@campus/contract/catalogue'
import { useCallback, useRef, useState } from 'react'
import { playerAddress, startOf } from './player'
import { usePlayback } from './use-playback'
import classes from './video.module.css'

export type PlayerProps = Omit<Parameters<typeof usePlayback>[0], 'frame' | 'provider'> & {
  file: LessonFile
  hidden: boolean
}

/** The provider's player, which begins to play by itself. */
export default function PlayerFrame({ file, hidden, ...playback }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const start = startOf(file, playback.start)
  // Built once: a new address would restart the video.
  const [address] = useState(() => playerAddress(file, start, window.location.origin))
  usePlayback({ frame, provider: file.tipo_video, ...playback, start })
  // The pressed button is gone, so the focus moves to the player.
  const attach = useCallback((element: HTMLIFrameElement | null) => {
    frame.current = element
    element?.focus({ preventScroll: true })
  }, [])
  return (
    <iframe
      ref={attach}
      className={classes.frame}
      src={address}
      title={`Video: ${file.titulo}`}
      inert={hidden}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
