import { useBrand } from '../../lib/brand'
import { Sheet } from './sample-sheet'

const SAMPLE = {
  alumno: 'Tu nombre y apellidos',
  curso: 'El curso que elijas',
  modulo: null,
  horas: 24,
  nota: 95,
  fecha_inicio: '2026-01-05',
  fecha_fin: '2026-02-20',
  fecha_emision: '2026-02-20T12:00:00-05:00',
  codigo_certificado: 'MUESTRA',
}

/** A certificate of the brand that certifies nothing. */
export default function SampleCertificate() {
  return <Sheet data={SAMPLE} brand={useBrand()} />
}
