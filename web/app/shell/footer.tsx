import { ActionIcon } from '@mantine/core'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTiktok,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandYoutube,
  IconExternalLink,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ComplaintsBook } from '../features/complaints/complaints'
import { useRoot, useSeveralBrands } from '../lib/brand'
import { limaYear } from '../lib/format'

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

type Classes = { classes: typeof import('./footer.module.css').default }

function Column({ title, classes, children }: Classes & { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>{children}</ul>
    </section>
  )
}

function Networks({ networks, classes }: Classes & { networks: Record<string, string> }) {
  return (
    <nav className={classes.networks} aria-label="Redes sociales">
      {Object.entries(networks).map(([key, address]) => {
        const [name, Drawing] = NETWORKS[key] ?? [key, IconExternalLink]
        return (
          <ActionIcon
            key={key}
            component="a"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={name}
            size={44}
            variant="subtle"
            color="gray"
          >
            <Drawing size={22} stroke={1.7} />
          </ActionIcon>
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

/** Also what the campus's line opens to. */
export function FooterColumns({ classes }: Classes) {
  const { brand, courses } = useRoot()
  const several = useSeveralBrands()
  return (
    <div className={classes.columns}>
      <section className={classes.about}>
        <h2 className={classes.brand}>{brand.nombre}</h2>
        <p>{brand.lema}</p>
        <Networks classes={classes} networks={brand.redes} />
      </section>
      <Column classes={classes} title="Cursos">
        <Links links={courses.map(({ id, nombre }) => [`/detallecurso/${id}`, nombre] as const)} />
        <Links links={[['/cursos', 'Ver todos los cursos']]} />
      </Column>
      <Column classes={classes} title="Ayuda">
        <Links links={HELP} />
        {several && <Links links={[['/marcas', 'Nuestras academias']]} />}
      </Column>
      <Column classes={classes} title="Contacto">
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

export function Owner() {
  const { brand, year: rendered } = useRoot()
  const [year, setYear] = useState(rendered)
  // The page may be cached since last year.
  useEffect(() => setYear(limaYear()), [])
  return <p>{`© ${year} ${brand.razon_social || brand.nombre}${brand.ruc ? ` · RUC ${brand.ruc}` : ''}`}</p>
}

export default function Footer({ classes }: Classes) {
  return (
    <footer className={classes.footer} data-shell>
      <FooterColumns classes={classes} />
      <div className={classes.legal}>
        <Owner />
        {/* Required on every page of a shop (Ley 29571, article 151; Ley 32495). */}
        <Link to="/libro-de-reclamaciones" className={classes.complaints}>
          <ComplaintsBook size={36} />
          Libro de Reclamaciones
        </Link>
      </div>
    </footer>
  )
}
