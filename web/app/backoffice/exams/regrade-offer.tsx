import type { PublishedDocument } from '@campus/contract/documents/documents'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { count } from '../../lib/format'
import { Dialog, DialogActions } from '../../ui/dialog'
import classes from './exams.module.css'
import RegradeDialog from './regrade-dialog'

/** A question whose key a publication changed, or that it took out, with its exam. */
export type Regradable = PublishedDocument['recalificar'][number] & { exam: number }

const actOf = ({ quitada }: Regradable) => (quitada ? 'Anular' : 'Recalificar')

function leadText(left: Regradable[], only: Regradable | undefined): string {
  const stay = 'Sus notas siguen como estaban.'
  if (only?.quitada) return `Quitaste la pregunta ${only.numero}, que ya tiene respuestas enviadas. ${stay}`
  if (only) return `La clave de la pregunta ${only.numero} cambió y ya tiene respuestas enviadas. ${stay}`
  const what = left.some(({ quitada }) => quitada) ? 'Cambiaste o quitaste preguntas' : 'Cambió la clave de preguntas'
  return `${what} que ya tienen respuestas enviadas. ${stay}`
}

/** After a publication that changed keys of questions with submitted answers, or took them out. */
export default function RegradeOffer({ questions, onClose }: { questions: Regradable[]; onClose: () => void }) {
  const [left, setLeft] = useState(questions)
  const [chosen, setChosen] = useState<Regradable | null>(null)
  const only = left.length === 1 ? left[0] : undefined
  const started = (one: Regradable) => {
    const rest = left.filter((other) => other !== one)
    setLeft(rest)
    setChosen(null)
    if (rest.length === 0) onClose()
  }
  if (chosen)
    return (
      <RegradeDialog
        exam={chosen.exam}
        question={{ id: chosen.id_pregunta, number: chosen.numero, text: chosen.pregunta }}
        unpublished={false}
        annul={chosen.quitada}
        onStarted={() => started(chosen)}
        onClose={() => (only ? onClose() : setChosen(null))}
      />
    )
  const total = left.reduce((sum, { intentos }) => sum + intentos, 0)
  return (
    <Dialog
      onClose={onClose}
      title={`¿${only ? actOf(only) : 'Recalificar'} ${only?.quitada ? 'la pregunta en ' : ''}${count(total, 'intento', 'intentos')}?`}
    >
      <Stack gap="md">
        <Text c="dimmed">{leadText(left, only)}</Text>
        {only ? (
          <Text lineClamp={3}>{only.pregunta}</Text>
        ) : (
          <ul className={classes.offers}>
            {left.map((one) => (
              <li key={`${one.exam} ${one.id_pregunta}`}>
                <span className={classes.offer}>
                  <Text component="span" lineClamp={2}>
                    {`${one.numero}. ${one.pregunta}`}
                  </Text>
                  <Text component="span" size="xs" c="dimmed">
                    {count(one.intentos, 'intento', 'intentos')}
                  </Text>
                </span>
                <Button
                  variant="default"
                  aria-label={`${actOf(one)} la pregunta ${one.numero}…`}
                  onClick={() => setChosen(one)}
                >
                  {`${actOf(one)}…`}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Ahora no
          </Button>
          {only && <Button onClick={() => setChosen(only)}>{`${actOf(only)}…`}</Button>}
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
