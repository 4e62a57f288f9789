import type { Complaint } from '@campus/contract/complaints.staff'
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '../../lib/format'
import item from '../blocks/inbox-item.module.css'
import classes from './complaints.module.css'

/** The answer as it was sent; `focused` after the form that it replaces. */
export function Answer({ complaint, focused }: { complaint: Complaint; focused: boolean }) {
  const { respuesta, respondido_en, respondido_por } = complaint
  const block = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused) block.current?.focus()
  }, [focused])
  return (
    <section ref={block} tabIndex={-1} aria-label="Respuesta" className={classes.answer}>
      <strong>Respuesta</strong>
      <Text c="dimmed" size="sm">
        {`${formatDateTime(respondido_en)}${respondido_por ? ` · ${respondido_por}` : ''}`}
      </Text>
      <p className={item.text}>{respuesta}</p>
    </section>
  )
}
