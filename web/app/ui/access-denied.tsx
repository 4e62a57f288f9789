import { Button, Group } from '@mantine/core'
import { IconCompass, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ApiError } from '../lib/errors'
import { EmptyState } from './empty-state'
import { PageHead } from './page-head'

/** No active enrolment; `course` adds the link to buy it. */
export function NoEnrolment({ course }: { course?: string }) {
  return (
    <>
      <PageHead title="Curso no disponible" hidden />
      <EmptyState
        icon={IconLock}
        title="No tienes una matrícula vigente en este curso"
        text="Puede que haya vencido o que este curso todavía no sea tuyo. Lo que ya aprendiste y tus certificados siguen siendo tuyos."
        action={
          <Group justify="center" mt="xs">
            {course && (
              <Button component={Link} to={`/detallecurso/${course}`}>
                Ver el curso
              </Button>
            )}
            <Button component={Link} to="/miscursos" variant={course ? 'default' : 'filled'}>
              Ir a mis cursos
            </Button>
          </Group>
        }
      />
    </>
  )
}

/** Missing or not visible: the API does not distinguish them. */
export function ContentNotFound({ what }: { what: string }) {
  return (
    <>
      <PageHead title="No encontrado" hidden />
      <EmptyState
        icon={IconCompass}
        title={`No encontramos ${what}`}
        text="El enlace puede estar mal escrito, o el contenido ya no se ofrece."
        action={
          <Button component={Link} to="/miscursos" mt="xs">
            Ir a mis cursos
          </Button>
        }
      />
    </>
  )
}

/** The permanent errors, where a retry would not help. */
export function accessDenial(error: unknown): 'no-enrolment' | 'not-found' | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 403) return 'no-enrolment'
  return error.status === 404 ? 'not-found' : null
}
