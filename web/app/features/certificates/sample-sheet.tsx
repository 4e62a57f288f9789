import type { Brand } from '@campus/contract/brands'
import { academicHours } from '@campus/contract/durations'
import { firstLetter } from '@campus/contract/names'
import { IconQrcode } from '@tabler/icons-react'
import { formatDate, formatDay, formatNumber } from '../../lib/format'
import classes from './sample-sheet.module.css'

type SheetData = {
  alumno: string
  curso: string
  modulo: string | null
  horas: number
  nota: number
  fecha_inicio: string
  fecha_fin: string
  fecha_emision: string
  codigo_certificado: string
}

type SheetProps = {
  data: SheetData
  brand: Pick<Brand, 'nombre' | 'razon_social' | 'isotipo'>
}

const PETALS = Array.from({ length: 20 }, (_, at) => at * 9)

/** The braided frame and the rosette, as on the PDF. */
function Ornament() {
  return (
    <svg className={classes.ornament} viewBox="0 0 842 595" aria-hidden="true">
      <g className={classes.rosette}>
        {PETALS.map((angle) => (
          <ellipse key={angle} cx="421" cy="310" rx="196" ry="62" transform={`rotate(${angle} 421 310)`} />
        ))}
      </g>
      <rect className={classes.outer} x="14" y="14" width="814" height="567" rx="26" />
      <rect className={classes.braid} x="27" y="27" width="788" height="541" rx="18" />
      <rect className={classes.inner} x="40" y="40" width="762" height="515" rx="10" />
    </svg>
  )
}

function Facts({ data }: { data: SheetData }) {
  const facts = [
    ['Duración', data.horas > 0 ? academicHours(data.horas) : null],
    ['Inicio', formatDay(data.fecha_inicio)],
    ['Término', formatDay(data.fecha_fin)],
    ['Calificación', `${formatNumber(data.nota)} %`],
  ].filter(([, value]) => value !== null)
  return (
    <span className={classes.facts}>
      {facts.map(([name, value]) => (
        <span key={name}>
          <small>{name}</small>
          <b>{value}</b>
        </span>
      ))}
    </span>
  )
}

/** A drawing of the document in any width, where there is no PDF to show. */
export function Sheet({ data, brand }: SheetProps) {
  const what = data.modulo ?? data.curso
  return (
    <div
      className={classes.paper}
      role="img"
      aria-label={`Certificado de muestra, a nombre de ${data.alumno}: ${what}`}
    >
      <Ornament />
      <span className={classes.mark} aria-hidden="true">
        Muestra
      </span>
      <div className={classes.words}>
        <span className={classes.brand}>{brand.nombre}</span>
        <span className={classes.title}>Certificado</span>
        <i className={classes.soft}>Se otorga a</i>
        <span className={classes.name} data-long={data.alumno.length > 30 || undefined}>
          {data.alumno}
        </span>
        <span className={classes.rule} />
        <span className={classes.soft}>{`por haber aprobado el ${data.modulo ? 'módulo' : 'curso'}`}</span>
        <span className={classes.what} data-long={what.length > 46 || undefined}>
          {what}
        </span>
        {data.modulo && <span className={classes.course}>{`del curso ${data.curso}`}</span>}
        <Facts data={data} />
      </div>
      <div className={classes.foot}>
        <span className={classes.code}>
          <IconQrcode stroke={1.4} aria-hidden />
          <span>
            <small>Verifica este certificado</small>
            <b>{data.codigo_certificado}</b>
          </span>
        </span>
        <span className={classes.seal}>
          {brand.isotipo ? <img src={brand.isotipo} alt="" width={64} height={64} /> : firstLetter(brand.nombre)}
        </span>
        <span className={classes.issuer}>
          <b>{brand.razon_social || brand.nombre}</b>
          <small>{`Emitido el ${formatDate(data.fecha_emision)}`}</small>
        </span>
      </div>
    </div>
  )
}
