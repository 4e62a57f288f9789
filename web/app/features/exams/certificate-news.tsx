import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconCertificate } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../platform/api'
import classes from './result.module.css'
import { T } from './texts'

const NEWS = {
  generado: T.issued,
  actualizado: T.raised,
  sin_cambio: 'Tu certificado ya está emitido',
} as const

function News({ text, code }: { text: string; code: string }) {
  return (
    <div className={classes.news} role="status">
      <IconCertificate size={28} stroke={1.6} aria-hidden />
      <div>
        <strong>{text}</strong>
        <span>{code}</span>
      </div>
      <Button component={Link} to={`/certificado/${code}`}>
        {T.seeCertificate}
      </Button>
    </div>
  )
}

/** What passing did to the certificate. Where it is still missing, the server is asked to issue what was earned. */
export function CertificateNews({
  evaluation,
  certificate,
}: {
  evaluation: Evaluation
  certificate: EvaluationDetail['certificado']
}) {
  const queries = useQueryClient()
  const issue = api.useMutation('post', '/api/certificados', {
    meta: { handled: true },
    onSuccess: () => void queries.invalidateQueries(),
  })
  if (certificate) return <News text={NEWS[certificate.novedad]} code={certificate.codigo_certificado} />
  if (issue.data) return <News text={T.issued} code={issue.data.data.codigo_certificado} />
  const { id_modulo, id_curso } = evaluation
  return (
    <div>
      {issue.isError && (
        <Alert color="red" title="Error" icon={<IconAlertCircle />} role="alert" mb="sm">
          {T.certificateError}
        </Alert>
      )}
      <Button
        variant="light"
        loading={issue.isPending}
        onClick={() => issue.mutate({ body: id_modulo ? { id_modulo } : { id_curso } })}
        leftSection={<IconCertificate size={20} aria-hidden />}
      >
        {T.makeCertificate}
      </Button>
    </div>
  )
}
