import type { Order } from '@campus/contract/orders'
import type { CourseRefund } from '@campus/contract/refunds'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api'
import { formatMoney } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Failure } from '../../../ui/failure'
import { GrowingTextarea } from '../../../ui/growing-textarea'
import classes from './money-back.module.css'
import { sumOf } from './money-back-words'

/** Why a course cannot be chosen. */
const STANDS = { pedida: 'Ya la pediste.', devuelta: 'Ya se devolvió.', negada: 'La academia ya respondió.' } as const

const reasonOf = ({ estado, motivo }: CourseRefund): string | null => {
  if (estado === 'disponible') return null
  return estado === 'no_corresponde' ? motivo : STANDS[estado]
}

type CourseProps = { course: CourseRefund; chosen: boolean; onChange: (chosen: boolean) => void }

function Course({ course, chosen, onChange }: CourseProps) {
  const reason = reasonOf(course)
  return (
    <li>
      <label className={classes.course} data-off={reason !== null || undefined}>
        <input
          type="checkbox"
          disabled={reason !== null}
          checked={chosen}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={classes.words}>
          <span className={classes.courseName}>{course.nombre}</span>
          {reason !== null && <span className={classes.reason}>{reason}</span>}
        </span>
        {reason === null && <span className={classes.amount}>{formatMoney(course.monto)}</span>}
      </label>
    </li>
  )
}

type CoursesProps = { courses: CourseRefund[]; chosen: number[]; onChoose: (chosen: number[]) => void }

function Courses({ courses, chosen, onChoose }: CoursesProps) {
  return (
    <fieldset className={classes.courses}>
      <legend className={classes.legend}>¿De qué cursos?</legend>
      <ul className={classes.list}>
        {courses.map((course) => (
          <Course
            key={course.id_curso}
            course={course}
            chosen={chosen.includes(course.id_curso)}
            onChange={(on) =>
              onChoose([...chosen.filter((id) => id !== course.id_curso), ...(on ? [course.id_curso] : [])])
            }
          />
        ))}
      </ul>
    </fieldset>
  )
}

function useAsk(numero: string, onAsked: () => void) {
  const client = useQueryClient()
  return api.useMutation('post', '/api/ordenes/{numero}/devolucion', {
    meta: { handled: true },
    onSuccess: async (data) => {
      const params = { params: { path: { numero } } }
      client.setQueryData(api.queryOptions('get', '/api/ordenes/{numero}', params).queryKey, data)
      await client.invalidateQueries({ queryKey: ['get', '/api/ordenes'] })
      onAsked()
    },
  })
}

type DialogProps = { order: Order; courses: CourseRefund[]; onClose: (asked: boolean) => void }

/** Which courses, why if the buyer wants to say it, and what follows. */
export default function MoneyBackDialog({ order, courses, onClose }: DialogProps) {
  const available = courses.filter(({ estado }) => estado === 'disponible')
  const [chosen, setChosen] = useState<number[]>(available.length === 1 ? available.map((one) => one.id_curso) : [])
  const [motivo, setMotivo] = useState('')
  const [problem, setProblem] = useState<string>()
  const ask = useAsk(order.numero, () => onClose(true))
  const asked = available.filter(({ id_curso }) => chosen.includes(id_curso))
  const send = (event: FormEvent) => {
    event.preventDefault()
    setProblem(asked.length === 0 ? 'Elige al menos un curso.' : undefined)
    if (asked.length === 0 || ask.isPending) return
    const cursos = asked.map(({ id_curso }) => id_curso)
    ask.mutate({ params: { path: { numero: order.numero } }, body: { cursos, motivo } })
  }
  const [only] = courses.length === 1 ? available : []
  return (
    <Dialog onClose={() => onClose(false)} title="Pedir devolución">
      <form onSubmit={send} noValidate className={classes.form}>
        {only ? (
          <p className={classes.only}>
            <span>{only.nombre}</span>
            <span className={classes.amount}>{formatMoney(only.monto)}</span>
          </p>
        ) : (
          <Courses
            courses={courses}
            chosen={chosen}
            onChoose={(ids) => {
              setProblem(undefined)
              setChosen(ids)
            }}
          />
        )}
        <Failure text={problem} />
        <GrowingTextarea
          label="¿Nos cuentas por qué? (opcional)"
          minRows={2}
          maxRows={8}
          maxLength={MAX_REFUND_TEXT}
          value={motivo}
          onChange={(event) => setMotivo(event.currentTarget.value)}
        />
        <Failure error={ask.error} />
        <p className={classes.terms}>
          {'Al devolverte el dinero se cierra el acceso. Te respondemos en 3 días hábiles. '}
          <Link to="/reembolsos" target="_blank">
            Política de reembolsos
          </Link>
        </p>
        <Button type="submit" fullWidth loading={ask.isPending}>
          {asked.length > 0 ? `Pedir ${formatMoney(sumOf(asked))}` : 'Pedir devolución'}
        </Button>
      </form>
    </Dialog>
  )
}
