import type { Teacher } from '@campus/contract/catalogue'
import { Link, useLocation } from 'react-router'
import { Picture } from '../../../ui/picture'
import landing from './landing.module.css'
import { PartFailure } from './part-failure'
import { SwipeRow } from './swipe-row'
import { TeacherDialog } from './teacher-dialog'
import classes from './teachers.module.css'
import { TEXTS } from './texts'

/** A teacher's profile has an address: `/?docente=5`. */
const PARAMETER = 'docente'

/** Stored in the history entry, so that closing can go back. */
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
        <h3 className={classes.name}>{`${nombres} ${apellidos}`}</h3>
        {profesion && <p className={classes.work}>{profesion}</p>}
        {biography && <p className={classes.biography}>{biography}</p>}
        <Link
          to={`/?${PARAMETER}=${id}`}
          state={opened}
          preventScrollReset
          className={`${landing.button} ${classes.action}`}
        >
          {TEXTS.profile}
          <span className="visually-hidden">{`de ${nombres} ${apellidos}`}</span>
        </Link>
      </div>
    </article>
  )
}

/**
 * Profiles have an address: they can be shared, Back closes them and they open without JavaScript. `teachers` is null
 * when loading failed.
 */
export function Teachers({ teachers }: { teachers: readonly Teacher[] | null }) {
  const { search, state } = useLocation()
  const teacherId = new URLSearchParams(search).get(PARAMETER)
  const openTeacher = teachers?.find(({ id }) => String(id) === teacherId)
  if (teachers?.length === 0) return null
  return (
    <section aria-labelledby="docentes">
      <h2 id="docentes" className={landing.heading}>
        {TEXTS.teachers}
      </h2>
      {teachers === null && <PartFailure text={TEXTS.teachersError} />}
      <SwipeRow of="docentes">
        <ul className={classes.grid}>
          {teachers?.map((teacher) => (
            <li key={teacher.id}>
              <Card teacher={teacher} />
            </li>
          ))}
        </ul>
      </SwipeRow>
      {openTeacher && <TeacherDialog key={openTeacher.id} teacher={openTeacher} openedHere={wasOpenedHere(state)} />}
    </section>
  )
}
