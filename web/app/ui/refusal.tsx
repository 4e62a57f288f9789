import { Button, Group } from '@mantine/core'
import { IconCompass, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ApiError } from '../platform/errors'
import { PageHead } from './page-head'
import { State } from './states'

/** A course without a live enrolment: why, and the ways on; a screen that cannot know which course it is names none. */
export function NoEnrolment({ course }: { course?: string }) {
  return (
    <>
      <PageHead title="Curso no disponible" hidden />
      <State
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
              Ir a Mis Cursos
            </Button>
          </Group>
        }
      />
    </>
  )
}

/** A course, module or lesson that is not there, or not visible to this person: the API tells both alike. */
export function NotHere({ what }: { what: string }) {
  return (
    <>
      <PageHead title="No encontrado" hidden />
      <State
        icon={IconCompass}
        title={`No encontramos ${what}`}
        text="El enlace puede estar mal escrito, o el contenido ya no se ofrece."
        action={
          <Button component={Link} to="/miscursos" mt="xs">
            Ir a Mis Cursos
          </Button>
        }
      />
    </>
  )
}

/** Whether the API refused for good, so that trying again would not help. */
export function refusalOf(error: unknown): 'no-enrolment' | 'not-here' | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 403) return 'no-enrolment'
  return error.status === 404 ? 'not-here' : null
}
