import type { EnrolledPerson, EnrolmentCourse } from '@campus/contract/enrolments.staff'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { count, formatDay } from '../../lib/format'
import { Panel } from '../../ui/panel'
import { CopyLink, useInvitationText } from '../blocks/copy-link'
import { studentPath } from '../students/paths'
import classes from './enrolments.module.css'

const until = (hasta: string | null) => (hasta === null ? 'sin último día' : `hasta el ${formatDay(hasta)}`)

const ENROLLED: Record<EnrolledPerson['hecho'], string> = {
  matriculada: 'Matriculada',
  reabierta: 'Matrícula reabierta',
  ultimo_dia: 'Cambió su último día',
  grupo: 'Cambió de grupo',
  sin_cambio: 'Ya estaba matriculada',
}

function textOf({ hecho, hasta, cuenta_nueva }: EnrolledPerson, invitation: string): string {
  return `${ENROLLED[hecho]}, ${until(hasta)}${cuenta_nueva ? `. ${invitation}` : '.'}`
}

/** Once a person, who may be in several courses of the list. */
const isInvited = (one: EnrolledPerson, at: number, all: EnrolledPerson[]): boolean =>
  one.cuenta_nueva && all.findIndex(({ id_usuario }) => id_usuario === one.id_usuario) === at

/** What was done with each person of the list. */
export function Results(props: { done: EnrolledPerson[]; courses: readonly EnrolmentCourse[]; onAgain: () => void }) {
  const { done, courses, onAgain } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const changed = done.filter(({ hecho }) => hecho !== 'sin_cambio').length
  const invitation = useInvitationText('Le enviamos el enlace para crear su contraseña.')
  const names = new Map(courses.map(({ id, nombre }) => [id, nombre]))
  return (
    <Panel pad="large">
      <Stack gap="md" align="flex-start">
        <Text component="h2" size="lg" fw={600} ref={heading} tabIndex={-1}>
          {`${count(changed, 'matrícula cambió', 'matrículas cambiaron')} de ${done.length}`}
        </Text>
        <Button onClick={onAgain}>Otra lista</Button>
        <ul className={classes.rows}>
          {done.map((one, at) => (
            <li key={`${one.id_curso} ${one.correo}`} className={classes.row}>
              <Text component="span" fw={500} inherit>
                <Anchor component={Link} to={studentPath(one.id_usuario)} inherit c="inherit" underline="hover">
                  {one.nombre}
                </Anchor>
                <span>{` · ${one.correo}`}</span>
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {`${names.get(one.id_curso) ?? 'Curso'}: ${textOf(one, invitation)}`}
              </Text>
              {isInvited(one, at, done) && <CopyLink id={one.id_usuario} nombre={one.nombre} invited listed />}
            </li>
          ))}
        </ul>
      </Stack>
    </Panel>
  )
}
