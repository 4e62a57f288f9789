import type { Teacher } from '@campus/contract/catalogue'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLayer } from '../../../ui/layer'
import { Picture } from '../../../ui/picture'
import classes from './teacher-dialog.module.css'
import { TEXTS } from './texts'

/** Back in the history if the dialog was opened here; otherwise it replaces the address. */
function useClose(openedHere: boolean) {
  const navigate = useNavigate()
  return () => (openedHere ? navigate(-1) : navigate('/', { replace: true, preventScrollReset: true }))
}

/** Drawn by the server; for a guest, `lib/start.js` makes it modal. */
export function TeacherDialog({ teacher, openedHere }: { teacher: Teacher; openedHere: boolean }) {
  const { nombres, apellidos, profesion, foto_perfil, biography } = teacher
  const close = useClose(openedHere)
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    close()
  }
  return (
    <dialog open className={classes.dialog} aria-labelledby="docente" closedby="any" {...useLayer(close).props}>
      <Link to="/" className={classes.close} aria-label="Cerrar" autoFocus onClick={follow}>
        <IconX size={22} aria-hidden />
      </Link>
      <div className={classes.photo}>
        <Picture src={foto_perfil} alt={`${nombres} ${apellidos}`} ratio={1} sizes="160px" round />
      </div>
      <h2 id="docente" className={classes.name}>
        {`${nombres} ${apellidos}`}
      </h2>
      {profesion && <p className={classes.work}>{profesion}</p>}
      <p className={classes.biography}>{biography || TEXTS.noBiography}</p>
    </dialog>
  )
}
