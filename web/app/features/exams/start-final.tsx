import type { Evaluation } from '@campus/contract/exams'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { lessonsMissing } from '../../lib/lessons-missing'
import { modulesPath, piecePath } from '../../lib/paths'
import { Dialog, DialogActions } from '../../ui/dialog'

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
            <Button
              data-autofocus
              component={Link}
              to={course?.siguiente ? piecePath(course.siguiente) : modulesPath(evaluation.id_curso)}
            >
              Seguir con las lecciones
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
