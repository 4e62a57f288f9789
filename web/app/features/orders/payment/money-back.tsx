import type { Order } from '@campus/contract/orders'
import type { CourseRefund } from '@campus/contract/refunds'
import { IconArrowBackUp, IconClock, IconMessageCircle } from '@tabler/icons-react'
import { lazy, type ReactNode, useRef, useState } from 'react'
import { useBrand } from '../../../lib/brand'
import { contactsOf } from '../../../lib/contact'
import { formatDayOfYear, formatMoney } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { ContactButton } from '../../../ui/contact-button'
import { Late } from '../../../ui/late'
import classes from './money-back.module.css'
import { askedText, contactText, sumOf } from './money-back-words'

const MoneyBackDialog = lazy(() => import('./money-back-dialog'))

type NoteProps = { icon: typeof IconClock; tone: 'wait' | 'good' | 'plain'; title: string; children?: ReactNode }

function Note({ icon: Drawing, tone, title, children }: NoteProps) {
  return (
    <li className={classes.note} data-tone={tone}>
      <span className={classes.medal}>
        <Drawing size={20} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
    </li>
  )
}

function Denied({ order, course }: { order: Order; course: CourseRefund }) {
  const message = contactText(order.numero, course.nombre)
  const [contact] = contactsOf(useBrand(), 'Mi pedido de devolución', message)
  return (
    <Note icon={IconMessageCircle} tone="plain" title={`No se devuelve «${course.nombre}»`}>
      <blockquote className={classes.answer}>{course.respuesta}</blockquote>
      {contact && (
        <ContactButton contact={contact} variant="subtle" size="sm" className={classes.contact}>
          Escríbenos
        </ContactButton>
      )}
    </Note>
  )
}

function Notes({ order, courses }: { order: Order; courses: CourseRefund[] }) {
  const asked = courses.filter(({ estado }) => estado === 'pedida')
  const returned = courses.filter(({ estado }) => estado === 'devuelta')
  const [first] = asked
  const several = courses.length > 1
  return (
    <>
      {first && (
        <Note icon={IconClock} tone="wait" title={askedText(asked, several)}>
          <p className={classes.more}>{`${formatMoney(sumOf(asked))}. Por ahora no cambia nada en tu acceso.`}</p>
        </Note>
      )}
      {returned.length > 0 && order.estado === 'pagada' && (
        <Note icon={IconArrowBackUp} tone="good" title={`Te devolvimos ${formatMoney(sumOf(returned))}`}>
          <p className={classes.more}>
            {`${returned.map(({ nombre }) => nombre).join(', ')}. Tu banco puede tardar unos días en mostrarlo.`}
          </p>
        </Note>
      )}
      {courses.map(
        (course) => course.estado === 'negada' && <Denied key={course.id_curso} order={order} course={course} />,
      )}
    </>
  )
}

/** The button that requests a refund, and its outcome (docs/product/shop.md 7.6). */
export function MoneyBack({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const notes = useRef<HTMLUListElement>(null)
  const { devolucion } = order
  if (!devolucion) return null
  const { cursos, hasta } = devolucion
  const available = cursos.some(({ estado }) => estado === 'disponible')
  const answered = cursos.some(({ estado }) => estado !== 'disponible' && estado !== 'no_corresponde')
  if (!available && !answered) return null
  const close = (asked: boolean) => {
    setAsking(false)
    // The button that opened the dialog may be gone.
    if (asked) setTimeout(() => notes.current?.focus())
  }
  return (
    <div className={classes.root}>
      {answered && (
        <ul ref={notes} tabIndex={-1} aria-label="Devolución" className={classes.notes}>
          <Notes order={order} courses={cursos} />
        </ul>
      )}
      {available && (
        <div className={classes.ask}>
          <Button
            variant="subtle"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Pedir devolución
          </Button>
          <span className={classes.until}>{`Hasta el ${formatDayOfYear(hasta)}`}</span>
        </div>
      )}
      {asking && (
        <Late>
          <MoneyBackDialog order={order} courses={cursos} onClose={close} />
        </Late>
      )}
    </div>
  )
}
