import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { IconCertificate } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { Button, LinkButton } from '../../ui/button'
import { Failure } from '../../ui/failure'
import { Late } from '../../ui/late'
import { ShareBar, useOwnCertificate } from '../certificates/certificates'
import classes from './result.module.css'
import { TEXTS } from './texts'

const TEXT_OF = {
  generado: TEXTS.issued,
  actualizado: TEXTS.raised,
  sin_cambio: 'Tu certificado ya está emitido',
} as const

/** Its place is kept, so that what is below does not move when it comes. */
function Share({ code }: { code: string }) {
  const certificate = useOwnCertificate(code)
  return (
    <div className={classes.share}>
      <div className={classes.ways}>
        <Late failed={null}>{certificate?.estado === 'vigente' && <ShareBar certificate={certificate} quiet />}</Late>
      </div>
    </div>
  )
}

function Notice({ text, code }: { text: string; code: string }) {
  return (
    <div className={classes.news}>
      <div className={classes.told} role="status">
        <IconCertificate size={28} stroke={1.6} aria-hidden />
        <div>
          <strong>{text}</strong>
          <span>{code}</span>
        </div>
        <LinkButton to={`/certificado/${code}`}>{TEXTS.seeCertificate}</LinkButton>
      </div>
      <Share code={code} />
    </div>
  )
}

/** Passing issues the certificate; if it is missing, the button issues it. */
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
  if (certificate) return <Notice text={TEXT_OF[certificate.novedad]} code={certificate.codigo_certificado} />
  if (issue.data) return <Notice text={TEXTS.issued} code={issue.data.data.codigo_certificado} />
  const { id_modulo, id_curso } = evaluation
  return (
    <div>
      <Failure title="Error" text={issue.isError ? TEXTS.certificateError : undefined} mb="sm" />
      <Button
        variant="light"
        loading={issue.isPending}
        onClick={() => issue.mutate({ body: id_modulo ? { id_modulo } : { id_curso } })}
        leftSection={<IconCertificate size={20} aria-hidden />}
      >
        {TEXTS.makeCertificate}
      </Button>
    </div>
  )
}
