import type { DetailedLesson } from '@campus/contract/learning'
import { Avatar } from '../../ui/avatar'
import classes from './teachers.module.css'

type Person = DetailedLesson['docentes'][number]

const nameOf = ({ nombres, apellidos }: Person) => `${nombres} ${apellidos}`

/** The first teacher's face and name, and how many more there are. */
export function Teachers({ people }: { people: Person[] }) {
  const [first, ...others] = people
  if (!first) return null
  return (
    <span className={classes.teachers}>
      <Avatar nombres={first.nombres} apellidos={first.apellidos} imagen={first.foto_perfil} size={32} />
      <span>
        <span className="visually-hidden">Docente: </span>
        <span>{`${nameOf(first)}${others.length > 0 ? ` y ${others.length} más` : ''}`}</span>
      </span>
    </span>
  )
}
