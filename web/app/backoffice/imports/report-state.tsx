import { IMPORT_DAYS, type Import, MAX_IMPORT_WHOLE } from '@campus/contract/imports'
import type { Job } from '@campus/contract/jobs'
import { Alert, Anchor, Button, Group, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { newEnvio } from '../../lib/envio'
import { count, formatNumber } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { useRefresh } from '../blocks/use-refresh'
import { useErrorFile } from '../jobs/error-file'
import { isOpen, resultText } from '../jobs/job-parts'
import { IMPORT_PATH } from './paths'
import { leftOutText, reportText } from './words'

const JobErrors = lazy(() => import('../jobs/job-errors'))

function Running({ job, verb }: { job: Job; verb: string }) {
  const words = `${verb} ${formatNumber(job.hechas)} de ${formatNumber(job.total)}`
  return (
    <Alert color="blue" mb="md" role="status">
      <Text mb="xs">{words}</Text>
      <Progress value={job.total > 0 ? (100 * job.hechas) / job.total : 0} aria-label={words} />
    </Alert>
  )
}

const Again = () => (
  <Button component={Link} to={IMPORT_PATH} variant="default">
    Subir otro archivo
  </Button>
)

function ErrorFile({ job }: { job: Job }) {
  const file = useErrorFile(job)
  return (
    <Button
      variant="default"
      loading={file.isPending}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => file.mutate()}
    >
      Descargar errores
    </Button>
  )
}

/** *Importar*: all lines, or the right ones alone; pressed twice, it is the same job. */
function RunButton({ report, onRun }: { report: Import; onRun: () => unknown }) {
  const [envio] = useState(newEnvio)
  const refresh = useRefresh('/api/gestion/trabajos', '/api/gestion/alumnos', '/api/gestion/matriculas')
  const run = api.useMutation('post', '/api/gestion/importaciones/{id}/ejecutar', {
    meta: { handled: true },
    onSuccess: () => Promise.all([onRun(), refresh()]),
  })
  const { total, errores } = report.informe
  const right = total - errores
  if (right === 0) return null
  const solo_buenas = errores > 0 || total > MAX_IMPORT_WHOLE
  const rightOnes = right === 1 ? 'Importar la correcta' : `Importar las ${formatNumber(right)} correctas`
  return (
    <>
      <Button
        loading={run.isPending}
        onClick={() => run.mutate({ params: { path: { id: String(report.id) } }, body: { solo_buenas, envio } })}
      >
        {errores > 0 ? rightOnes : 'Importar'}
      </Button>
      <Failure error={run.error} />
    </>
  )
}

/** How they are written, where it is not all or none. */
function wayText({ informe: { total, errores } }: Import): string {
  if (errores > 0) return 'Corrige las filas con errores y súbelas otra vez, o importa solo las correctas.'
  const many = formatNumber(MAX_IMPORT_WHOLE)
  return total > MAX_IMPORT_WHOLE
    ? `Son más de ${many} filas: si alguna falla al importar, las demás quedan hechas.`
    : 'Se importan todas o ninguna.'
}

/** What is not read, and what was read otherwise. */
function Notes({ report }: { report: Import }) {
  const { avisos = 0 } = report.informe.resultado
  if (report.fuera.length === 0 && avisos === 0) return null
  return (
    <Alert color="yellow" mb="md" icon={<IconInfoCircle aria-hidden />}>
      {report.fuera.length > 0 && <Text>{`Esto no se trae: ${leftOutText(report)}. Lo demás sí.`}</Text>}
      {avisos > 0 && (
        <Text>
          <span>{`Corregimos un dato en ${count(avisos, 'fila', 'filas')}.`}</span>{' '}
          <Anchor component={Link} to="?hace=aviso" inherit c="inherit" underline="always">
            Ver las filas corregidas
          </Anchor>
        </Text>
      )}
    </Alert>
  )
}

function Ready({ report, onRun }: { report: Import; onRun: () => unknown }) {
  const { informe, vencido } = report
  return (
    <>
      <Alert color="blue" mb="md" icon={<IconInfoCircle aria-hidden />} title="Nada se ha guardado todavía.">
        <Text>
          <span>{reportText(report)}</span>{' '}
          {informe.errores > 0 && (
            <Anchor component={Link} to="?hace=error" inherit c="inherit" underline="always">
              Ver las filas con errores
            </Anchor>
          )}
        </Text>
        <Text mb="sm">
          {vencido ? `Este informe tiene más de ${IMPORT_DAYS} días: sube tu archivo otra vez.` : wayText(report)}
        </Text>
        <Group gap="sm">
          {!vencido && <RunButton report={report} onRun={onRun} />}
          {informe.errores > 0 && !vencido && <ErrorFile job={informe} />}
          <Again />
        </Group>
      </Alert>
      <Notes report={report} />
    </>
  )
}

function doneText(job: Job): string {
  if (job.hechas === job.errores) return 'No se importó nada'
  return `Listo: ${resultText(job)}`
}

/** What came of it. */
function Done({ job }: { job: Job }) {
  const [errors, setErrors] = useState(false)
  const good = job.estado === 'terminado'
  const Drawing = good ? IconCircleCheck : IconAlertTriangle
  const failed = job.errores > 0 ? ` ${count(job.errores, 'fila no se pudo', 'filas no se pudieron')}.` : ''
  return (
    <Alert color={good ? 'teal' : 'yellow'} mb="md" role="status" icon={<Drawing aria-hidden />}>
      <Text mb="sm">{`${doneText(job)}.${failed}`}</Text>
      <Group gap="sm">
        {good && (
          <Button component={Link} to="/gestion/alumnos" variant="default">
            Ver los alumnos
          </Button>
        )}
        {job.errores > 0 && (
          <Button variant="default" onClick={() => setErrors(true)}>
            Ver por qué
          </Button>
        )}
        <Again />
      </Group>
      {errors && (
        <Late>
          <JobErrors job={job} onClose={() => setErrors(false)} />
        </Late>
      )}
    </Alert>
  )
}

/** Where an import is: read, ready, under way or done. */
export function ReportState({ report, onRun }: { report: Import; onRun: () => unknown }) {
  const { informe, importacion } = report
  if (importacion)
    return isOpen(importacion) ? <Running job={importacion} verb="Importando" /> : <Done job={importacion} />
  if (isOpen(informe)) return <Running job={informe} verb="Revisando" />
  if (informe.estado === 'fallido' || informe.estado === 'cancelado')
    return (
      <Alert color="red" mb="md" role="alert" icon={<IconAlertTriangle aria-hidden />}>
        <Text mb="sm">No pudimos terminar de revisar el archivo.</Text>
        <Again />
      </Alert>
    )
  return <Ready report={report} onRun={onRun} />
}
