import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTiktok,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandYoutube,
  IconChevronDown,
  IconExternalLink,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ComplaintsBook } from '../features/complaints/complaints'
import { useBrand } from '../lib/brand'
import { useRoot, useSeveralBrands } from '../lib/root-data'
import classes from './footer.module.css'

const HELP = [
  ['/certificado', 'Verificar un certificado'],
  ['/preguntas-frecuentes', 'Preguntas frecuentes'],
  ['/terminos', 'Términos y condiciones'],
  ['/privacidad', 'Política de privacidad'],
  ['/reembolsos', 'Política de reembolsos'],
] as const

const NETWORKS: Record<string, [name: string, icon: typeof IconExternalLink]> = {
  facebook: ['Facebook', IconBrandFacebook],
  instagram: ['Instagram', IconBrandInstagram],
  youtube: ['YouTube', IconBrandYoutube],
  linkedin: ['LinkedIn', IconBrandLinkedin],
  whatsapp: ['WhatsApp', IconBrandWhatsapp],
  tiktok: ['TikTok', IconBrandTiktok],
  x: ['X', IconBrandX],
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>{children}</ul>
    </section>
  )
}

function Networks({ networks }: { networks: Record<string, string> }) {
  return (
    <nav className={classes.networks} aria-label="Redes sociales">
      {Object.entries(networks).map(([key, address]) => {
        const [name, Drawing] = NETWORKS[key] ?? [key, IconExternalLink]
        return (
          <a key={key} href={address} target="_blank" rel="noopener noreferrer" aria-label={name}>
            <Drawing size={22} stroke={1.7} aria-hidden />
          </a>
        )
      })}
    </nav>
  )
}

function Links({ links }: { links: readonly (readonly [to: string, label: string])[] }) {
  return links.map(([to, label]) => (
    <li key={to}>
      <Link to={to}>{label}</Link>
    </li>
  ))
}

function Columns() {
  const { brand, courses } = useRoot()
  const several = useSeveralBrands()
  return (
    <div className={classes.columns}>
      <section className={classes.about}>
        <h2 className={classes.brand}>{brand.nombre}</h2>
        <p>{brand.lema}</p>
        <Networks networks={brand.redes} />
      </section>
      <Column title="Cursos">
        <Links links={courses.map(({ id, nombre }) => [`/detallecurso/${id}`, nombre] as const)} />
        <Links links={[['/cursos', 'Ver todos los cursos']]} />
      </Column>
      <Column title="Ayuda">
        <Links links={HELP} />
        {several && <Links links={[['/marcas', 'Nuestras academias']]} />}
      </Column>
      <Column title="Contacto">
        {brand.correo && (
          <li>
            <a href={`mailto:${brand.correo}`}>{brand.correo}</a>
          </li>
        )}
        {brand.telefono && (
          <li>
            <a href={`tel:${brand.telefono.replace(/[^+\d]/g, '')}`}>{brand.telefono}</a>
          </li>
        )}
        <li className={classes.plain}>{brand.direccion}</li>
      </Column>
    </div>
  )
}

function Owner() {
  const { razon_social, nombre, ruc } = useBrand()
  return <p>{`© ${razon_social || nombre}${ruc ? ` · RUC ${ruc}` : ''}`}</p>
}

/** What a phone shows of a folded footer; *Más* opens the rest. */
function Line({ panel, open, onToggle }: { panel: string; open: boolean; onToggle: () => void }) {
  const brand = useBrand()
  return (
    <ul className={classes.quiet}>
      <li>
        <Link to="/terminos">Términos</Link>
      </li>
      <li>
        <Link to="/libro-de-reclamaciones">
          <ComplaintsBook size={20} />
          Libro de Reclamaciones
        </Link>
      </li>
      <li>
        <button
          type="button"
          aria-label={`Más de ${brand.nombre}`}
          aria-expanded={open}
          aria-controls={panel}
          onClick={onToggle}
        >
          Más
          <IconChevronDown size={18} aria-hidden />
        </button>
      </li>
    </ul>
  )
}

/** Folded to a line on phones (docs/product/brands.md 2.3): in the campus, or where only students are in it. */
export function Footer({ folded }: { folded?: 'campus' | 'signed' | undefined }) {
  const panel = useId()
  const footer = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  // It opens below the end of the page.
  useEffect(() => {
    if (open) footer.current?.scrollIntoView()
  }, [open])
  return (
    <footer ref={footer} className={classes.footer} data-shell data-folded={folded} data-open={open || undefined}>
      {folded && <Line panel={panel} open={open} onToggle={() => setOpen(!open)} />}
      <div id={panel} className={classes.panel}>
        <Columns />
        <div className={classes.legal}>
          <Owner />
          {/* Required on every page of a shop (Ley 29571, article 151; Ley 32495). */}
          <Link to="/libro-de-reclamaciones" className={classes.complaints}>
            <ComplaintsBook size={36} />
            Libro de Reclamaciones
          </Link>
        </div>
      </div>
    </footer>
  )
}
