import type { SessionRow } from '@campus/contract/catalogue.staff'
import { noticeLines } from '@campus/contract/notice-text'
import { sessionNotice } from '@campus/contract/session-notice'
import { Checkbox, Text } from '@mantine/core'
import classes from './sessions.module.css'
import { tellText } from './telling'

type TellProps = {
  before: SessionRow
  now: SessionRow
  /** How many of its series change with it. */
  more: number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether students hear of it, with what they will read. */
export function TellField({ before, now, more, checked, onChange }: TellProps) {
  if (before.alumnos === 0) return null
  const { mensaje, asunto } = sessionNotice(before, now, more)
  const { happened, details } = noticeLines(mensaje)
  return (
    <div>
      <Checkbox
        label={tellText(before.alumnos)}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {checked && now.fecha !== '' && now.hora_inicio !== '' && (
        <div className={classes.notice}>
          <Text c="dimmed" size="sm" mb={4}>
            Esto leerán en su campus y en su correo, si lo tienen activado:
          </Text>
          <Text component="blockquote">
            <strong>{`${happened}: ${asunto}`}</strong>
            <br />
            <span>{details}</span>
          </Text>
        </div>
      )}
    </div>
  )
}
