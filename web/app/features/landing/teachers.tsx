import type { Teacher } from '@campus/contract/catalogue'
import { Link, useLocation } from 'react-router'
import { Picture } from '../../ui/picture'
import { Failed } from './failed'
import landing from './landing.module.css'
import { TeacherDialog } from './teacher-dialog'
import classes from './teachers.module.css'
import { T } from './texts'

/** The name of a teacher's profile in the address: `/?docente=5`. */
const PARAMETER = 'docente'

/** What opening a profile leaves in the history, so that closing it can go back. */
type Opened = { opened: true }
const wasOpenedHere = (state: unknown): state is Opened =>
  typeof state === 'object' && state !== null && 'opened' in state

function Card({ teacher }: { teacher: Teacher }) {
  const { id, nombres, apellidos, profesion, foto_perfil, biography } = teacher
  const opened: Opened = { opened: true }
  return (
    <article className={classes.card}>
      <div className={classes.photo}>
        <Picture src={foto_perfil} alt="" ratio={1} sizes="112px" round />
      </div>
      <div className={classes.words}>
        <h3 className={classes.name}>
          {nombres} {apellidos}
        </h3>
        {profesion && <p className={classes.work}>{profesion}</p>}
        {biography && <p className={classes.biography}>{biography}</p>}
        <Link
          to={`/?${PARAMETER}=${id}`}
          state={opened}
          preventScrollReset
          className={`${landing.button} ${classes.action}`}
        >
          {T.profile}
          <span className="visually-hidden">
            de {nombres} {apellidos}
          </span>
        </Link>
      </div>
    </article>
  )
}

/**
 * Who teaches, each with a profile that has an address of its own: it can be shared, Back closes it, and the server
 * renders it open, so that it can be read without JavaScript. `teachers` is null when they could not be read.
 */
export function Teachers({ teachers }: { teachers: readonly Teacher[] | null }) {
  const { search, state } = useLocation()
  const wanted = new URLSearchParams(search).get(PARAMETER)
  const shown = teachers?.find(({ id }) => String(id) === wanted)
  if (teachers?.length === 0) return null
  return (
    <section aria-labelledby="docentes">
      <h2 id="docentes" className={landing.heading}>
        {T.teachers}
      </h2>
      {teachers === null && <Failed text={T.teachersError} />}
      <ul className={classes.grid}>
        {teachers?.map((teacher) => (
          <li key={teacher.id}>
            <Card teacher={teacher} />
          </li>
        ))}
      </ul>
      {shown && <TeacherDialog key={shown.id} teacher={shown} openedHere={wasOpenedHere(state)} />}
    </section>
  )
}
