import type { Teacher } from '@campus/contract/catalogue'
import { PASS_PERCENT } from '@campus/contract/rules'
import {
  type Icon,
  IconBrandFacebook,
  IconBrandWhatsapp,
  IconCertificate,
  IconCheck,
  IconChecklist,
  IconClock,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { count } from '../../../lib/format'
import { coursePath } from '../../../lib/paths'
import { siteOf } from '../../../lib/site'
import { CopyLink } from '../../../ui/copy-link'
import { IconTile } from '../../../ui/icon-tile'
import { Picture } from '../../../ui/picture'
import { splitBiography } from './outline'
import classes from './sections.module.css'
import { TEXTS } from './texts'

export function Learnings({ points }: { points: string[] }) {
  if (points.length === 0) return null
  return (
    <section aria-labelledby="aprenderas">
      <h2 id="aprenderas">{TEXTS.learn}</h2>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={20} stroke={2.5} aria-hidden />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Biography({ text, name }: { text: string; name: string }) {
  const [beginning, rest] = splitBiography(text)
  return (
    <>
      <p>{beginning}</p>
      {rest && (
        <details className={classes.rest}>
          <summary>
            {TEXTS.more}
            <span className="visually-hidden">{` sobre ${name}`}</span>
          </summary>
          <p>{rest}</p>
        </details>
      )}
    </>
  )
}

export function Teachers({ teachers }: { teachers: Teacher[] }) {
  if (teachers.length === 0) return null
  return (
    <section aria-labelledby="docentes">
      <h2 id="docentes">{TEXTS.teachers}</h2>
      <ul className={classes.teachers}>
        {teachers.map(({ id, nombres, apellidos, profesion, foto_perfil, biography }) => (
          <li key={id} className={classes.teacher}>
            <div>
              <Picture src={foto_perfil} alt="" ratio={1} sizes="88px" round />
            </div>
            <div>
              <h3>{`${nombres} ${apellidos}`}</h3>
              {profesion && <p className={classes.profession}>{profesion}</p>}
              {biography && <Biography text={biography} name={nombres} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <li>
      <IconTile icon={icon} />
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </li>
  )
}

/** Named after what it holds: a course without exams promises none. */
export function Certificate({ exams, certified }: { exams: number; certified: boolean }) {
  const withoutCertificate = exams > 0 ? TEXTS.exams : TEXTS.access
  return (
    <section aria-labelledby="certificado">
      <h2 id="certificado">{certified ? TEXTS.certificate : withoutCertificate}</h2>
      <ul className={classes.facts}>
        {exams > 0 && (
          <Fact icon={IconChecklist} title={count(exams, 'examen', 'exámenes')}>
            Se aprueba con {PASS_PERCENT} % o más, y cuenta tu mejor intento.
          </Fact>
        )}
        {certified && (
          <Fact icon={IconCertificate} title="Certificado digital">
            Con un código único que <Link to="/certificado">cualquiera puede verificar</Link>.
          </Fact>
        )}
        <Fact icon={IconClock} title="Acceso de por vida">
          Aprende a tu ritmo, en tu celular o tu laptop.
        </Fact>
      </ul>
    </section>
  )
}

/** Plain links, so that the networks work without JavaScript. */
export function Share({ id, nombre }: { id: number; nombre: string }) {
  const brand = useBrand()
  const address = siteOf(brand).page(coursePath(id))
  const text = encodeURIComponent(`${nombre} · ${brand.nombre}: ${address}`)
  const newTab = { target: '_blank', rel: 'noopener noreferrer', className: classes.network }
  return (
    <section aria-labelledby="compartir" className={classes.share}>
      <h2 id="compartir">{TEXTS.share}</h2>
      <a href={`https://wa.me/?text=${text}`} {...newTab} aria-label="Enviar por WhatsApp">
        <IconBrandWhatsapp size={22} aria-hidden />
      </a>
      <a
        href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`}
        {...newTab}
        aria-label="Compartir en Facebook"
      >
        <IconBrandFacebook size={22} aria-hidden />
      </a>
      <span className={classes.copy}>
        <CopyLink address={address} />
      </span>
    </section>
  )
}
