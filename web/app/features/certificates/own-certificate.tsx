import type { Certificate } from '@campus/contract/certificates'
import { IconShieldCheck } from '@tabler/icons-react'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { PageHead } from '../../ui/page-head'
import { EarnedCertificate } from './certificate-card'
import { CertificatePicture } from './certificate-picture'
import classes from './own-certificate.module.css'
import print from './print.module.css'
import { TEXTS } from './texts'

/** What its owner sees: the document, ways to share it, and the way back. */
export default function OwnCertificate({ certificate }: { certificate: Certificate }) {
  const { alumno, curso, modulo, imagen, codigo_certificado, id_curso } = certificate
  const what = modulo ?? curso
  const inForce = certificate.estado === 'vigente'
  return (
    <>
      <Breadcrumbs
        items={[
          { text: TEXTS.title, to: '/miscertificados' },
          { text: curso, to: `/certificado-modulo/${id_curso}` },
          { text: codigo_certificado },
        ]}
      />
      <PageHead
        title={what}
        documentTitle={`Certificado de ${what}`}
        lead={modulo ? `Módulo de ${curso}` : 'Certificado de curso'}
      />
      <div className={classes.own} data-plain={inForce ? undefined : true}>
        {inForce && (
          <div className={print.sheet}>
            <CertificatePicture
              imagen={imagen}
              alt={`Certificado de ${alumno}: ${what}`}
              sizes="(max-width: 767px) 92vw, 860px"
              eager
            />
          </div>
        )}
        <div className={classes.share}>
          <EarnedCertificate certificate={certificate} />
          {inForce && (
            <p className={classes.note}>
              <IconShieldCheck size={20} aria-hidden />
              <span>
                <strong>{codigo_certificado}</strong>. {TEXTS.ownNote}
              </span>
            </p>
          )}
        </div>
      </div>
    </>
  )
}
