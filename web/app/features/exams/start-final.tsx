import type { Evaluation } from '@campus/contract/exams'
import { useState } from 'react'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { lessonsMissing } from '../../lib/lessons-missing'
import { modulesPath, piecePath } from '../../lib/paths'
import { Button, LinkButton } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Text } from '../../ui/text'

type StartFinalProps = { evaluation: Evaluation; label: string; starting: boolean; onStart: () => void }

/** The final exam's button: it asks first while many lessons are missing. */
export default function StartFinal({ evaluation, label, starting, onStart }: StartFinalProps) {
  const [asking, ask] = useState(false)
  const { data, isPending } = api.useQuery('get', '/api/cursos/detallado/{id}', {
    params: { path: { id: String(evaluation.id_curso) } },
  })
  const course = data?.data
  const missing = course ? lessonsMissing(course) : 0
  function go(): void {
    ask(false)
    onStart()
  }
  return (
    <>
      <Button
        size="lg"
        fullWidth
        loading={starting || isPending}
        onClick={missing > 0 ? () => ask(true) : onStart}
        aria-describedby="nota-inicio"
      >
        {label}
      </Button>
      {asking && (
        <Dialog
          onClose={() => ask(false)}
          title={`Te ${missing === 1 ? 'falta' : 'faltan'} ${count(missing, 'lección', 'lecciones')}. ¿Rendirlo igual?`}
        >
          <Text>Este examen recorre todo el curso. Puedes rendirlo ahora, pero usarás un intento.</Text>
          <DialogActions>
            <Button variant="default" onClick={go}>
              Rendirlo igual
            </Button>
            <LinkButton
              data-autofocus
              to={course?.siguiente ? piecePath(course.siguiente) : modulesPath(evaluation.id_curso)}
            >
              Seguir con las lecciones
            </LinkButton>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
