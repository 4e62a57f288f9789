import { IconMovie } from '@tabler/icons-react'
import { useEffect } from 'react'
import classes from './cinema-switch.module.css'
import { useLessonSettings } from './settings'

/** With a modifier, so that it is not pressed by accident (WCAG 2.1.4). */
const isCinemaKey = ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent) =>
  altKey && !ctrlKey && !metaKey && code === 'KeyC'

/** Wide screens only: on a phone the video already has the whole width. */
export function CinemaSwitch() {
  const { cinema, toggle } = useLessonSettings()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCinemaKey(event)) return
      event.preventDefault()
      toggle('cinema')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [toggle])
  return (
    <button
      type="button"
      className={classes.cinema}
      aria-pressed={cinema}
      aria-keyshortcuts="Alt+C"
      title="Alt + C"
      onClick={() => toggle('cinema')}
    >
      <IconMovie size={20} stroke={1.7} aria-hidden />
      Modo cine
    </button>
  )
}
