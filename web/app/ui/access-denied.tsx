import { IconCompass, IconLock } from '@tabler/icons-react'
import { ApiError } from '../lib/errors'
import { LinkButton } from './button'
import { EmptyState } from './empty-state'
import classes from './empty-state.module.css'
import { PageHead } from './page-head'

/** No active enrolment, or one that `error` says is suspended for an instalment; `course` adds the link to buy it. */
export function NoEnrolment({ course, error }: { course?: string; error?: unknown }) {
  const owes = error instanceof ApiError && error.code === 'CUOTA_VENCIDA'
  return (
    <>
      <PageHead title="Curso no disponible" hidden />
      <EmptyState
        icon={IconLock}
        title={owes ? 'Falta pagar una cuota' : 'No tienes una matrícula vigente en este curso'}
        text={
          owes
            ? error.message
            : 'Quizá venció, o todavía no te matriculas. Lo que ya aprendiste y tus certificados siguen siendo tuyos.'
        }
        action={
          <div className={classes.ways}>
            {owes && <LinkButton to="/compras">Pagar la cuota</LinkButton>}
            {!owes && course && <LinkButton to={`/detallecurso/${course}`}>Ver el curso</LinkButton>}
            {!owes && (
              <LinkButton to="/miscursos" variant={course ? 'default' : 'filled'}>
                Ir a mis cursos
              </LinkButton>
            )}
          </div>
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
          <LinkButton to="/miscursos" below>
            Ir a mis cursos
          </LinkButton>
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
