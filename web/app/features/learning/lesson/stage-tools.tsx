import { IconMovie } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useUser } from '../../../lib/session'
import { useLessonSettings } from './settings'
import classes from './stage-tools.module.css'
import { TEXTS } from './texts'

/** With a modifier, so that it is not pressed by accident (WCAG 2.1.4). */
const isCinemaKey = ({ altKey, ctrlKey, metaKey, code }: KeyboardEvent) =>
  altKey && !ctrlKey && !metaKey && code === 'KeyC'

/** What the student chooses for the stage of every lesson. */
export function StageTools() {
  const { cinema, autoComplete, toggle } = useLessonSettings()
  const isStudent = useUser().tipo_cliente === 'Alumno'
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
    <div className={classes.tools}>
      {isStudent && (
        <label className={classes.tool}>
          <input type="checkbox" checked={autoComplete} onChange={() => toggle('autoComplete')} />
          {TEXTS.autoComplete}
        </label>
      )}
      <button
        type="button"
        className={`${classes.tool} ${classes.cinema}`}
        aria-pressed={cinema}
        aria-keyshortcuts="Alt+C"
        title="Alt + C"
        onClick={() => toggle('cinema')}
      >
        <IconMovie size={20} stroke={1.7} aria-hidden />
        Modo cine
      </button>
    </div>
  )
}
