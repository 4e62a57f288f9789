import type { GradingItem } from '@campus/contract/grading'
import { Text } from '@mantine/core'
import { formatDateTime, formatNumber } from '../../lib/format'
import inbox from '../blocks/inbox-item.module.css'
import classes from './grading.module.css'

function Earlier({ attempt }: { attempt: GradingItem['anteriores'][number] }) {
  const points = attempt.puntos === null ? 'sin puntos' : `${formatNumber(attempt.puntos)} puntos`
  return (
    <details className={classes.criterion}>
      <summary className={classes.label}>{`Intento ${attempt.numero}, ${points}`}</summary>
      <p>{attempt.respuesta || 'Sin responder'}</p>
      {attempt.comentario && <p>{`Comentario: ${attempt.comentario}`}</p>}
    </details>
  )
}

/** What was asked, what its teacher looks for and what the student wrote. */
export function Answer({ item, hidden }: { item: GradingItem; hidden: boolean }) {
  return (
    <>
      <h2 className={inbox.name}>{hidden ? `Respuesta ${item.id}` : item.alumno}</h2>
      <Text c="dimmed" size="sm">
        {`${item.evaluacion} · ${item.curso} · Intento ${item.numero} · ${formatDateTime(item.enviado_en)}`}
      </Text>
      <p className={classes.question}>{item.pregunta}</p>
      {item.imagen && <img src={item.imagen} alt={item.imagen_alt ?? ''} className={classes.picture} />}
      {item.criterio && (
        <div className={classes.criterion}>
          <span className={classes.label}>Criterio</span>
          <p>{item.criterio}</p>
        </div>
      )}
      <div className={classes.answer}>
        <span className={classes.label}>Respuesta</span>
        <p>{item.respuesta || 'Sin responder'}</p>
      </div>
      {item.anteriores.map((attempt) => (
        <Earlier key={attempt.id_intento} attempt={attempt} />
      ))}
    </>
  )
}
