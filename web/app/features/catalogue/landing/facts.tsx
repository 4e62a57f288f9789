import { IconCertificate, IconDevices, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './facts.module.css'

/** Promises of the platform, not claims of a brand; certificates only where a course gives one. */
export function Facts({ certified }: { certified: boolean }) {
  return (
    <ul className={classes.facts} aria-label="Cómo funciona">
      <li>
        <IconDevices size={28} stroke={1.6} aria-hidden />
        <p>
          <strong>En todos tus equipos</strong>
          Sigues donde te quedaste, en el teléfono o en la computadora.
        </p>
      </li>
      {certified && (
        <>
          <li>
            <IconCertificate size={28} stroke={1.6} aria-hidden />
            <p>
              <strong>Certificado con código único</strong>
              En los cursos con examen: lo descargas y lo compartes al aprobar.
            </p>
          </li>
          <li>
            <IconRosetteDiscountCheck size={28} stroke={1.6} aria-hidden />
            <p>
              <strong>Cualquiera puede comprobarlo</strong>
              <Link to="/certificado">Verificar un certificado</Link>
            </p>
          </li>
        </>
      )}
    </ul>
  )
}
