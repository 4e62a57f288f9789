import { IconCertificate, IconDevices, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './facts.module.css'

/** What every course of the platform keeps: none of it is a brand's claim. */
export function Facts() {
  return (
    <ul className={classes.facts} aria-label="Lo que incluye cada curso">
      <li>
        <IconDevices size={28} stroke={1.6} aria-hidden />
        <p>
          <strong>En todos tus equipos</strong>
          Sigues donde te quedaste, en el teléfono o en la computadora.
        </p>
      </li>
      <li>
        <IconCertificate size={28} stroke={1.6} aria-hidden />
        <p>
          <strong>Certificado con código único</strong>
          Lo descargas y lo compartes al aprobar.
        </p>
      </li>
      <li>
        <IconRosetteDiscountCheck size={28} stroke={1.6} aria-hidden />
        <p>
          <strong>Cualquiera puede comprobarlo</strong>
          <Link to="/certificado">Verificar un certificado</Link>
        </p>
      </li>
    </ul>
  )
}
