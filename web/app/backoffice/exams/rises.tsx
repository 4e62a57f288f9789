import type { RaisedStudent, RegradeTrial } from '@campus/contract/grading'
import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { count, formatNumber } from '../../lib/format'
import classes from './exams.module.css'

const FEW = 5

const gainText = ({ aprueba, certificado }: RaisedStudent): string =>
  [aprueba && 'aprueba', certificado && 'certificado nuevo'].filter(Boolean).join(' · ')

function Row({ student }: { student: RaisedStudent }) {
  const { nombre, antes, ahora } = student
  const gain = gainText(student)
  return (
    <li>
      <span className={classes.offer}>
        <Text component="span">{nombre}</Text>
        {gain && (
          <Text component="span" size="xs" c="dimmed">
            {gain}
          </Text>
        )}
      </span>
      <Text component="span" fw={600} className={classes.rise}>
        {`${antes === null ? 'Sin nota' : `De ${formatNumber(antes)}`} a ${formatNumber(ahora)}`}
      </Text>
    </li>
  )
}

/** Whose grades would rise: a few at first, then all that are named. */
export function Rises({ alumnos: { total, primeros } }: { alumnos: NonNullable<RegradeTrial['alumnos']> }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showAll = () => {
    // The button leaves with the press.
    list.current?.focus()
    setAll(true)
  }
  if (total === 0) return null
  const shown = all ? primeros : primeros.slice(0, FEW)
  const unnamed = total - primeros.length
  return (
    <section aria-label="A quién le sube la nota">
      <ul className={classes.offers} ref={list} tabIndex={-1}>
        {shown.map((student) => (
          <Row key={student.id} student={student} />
        ))}
      </ul>
      {shown.length < primeros.length && (
        <Button variant="subtle" mt="xs" onClick={showAll}>
          {`Ver ${count(primeros.length - shown.length, 'alumno más', 'alumnos más')}`}
        </Button>
      )}
      {all && unnamed > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {`Y ${count(unnamed, 'alumno más', 'alumnos más')}.`}
        </Text>
      )}
    </section>
  )
}
