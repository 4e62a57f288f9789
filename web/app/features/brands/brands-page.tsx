import type { Brand } from '@campus/contract/brands'
import { shadesOf } from '@campus/contract/palette'
import type { CSSProperties } from 'react'
import { serverClient } from '../../lib/client'
import { requestContext } from '../../lib/request-context'
import { breadcrumbs } from '../../lib/schema-org'
import { seo } from '../../lib/seo'
import { AnchorButton } from '../../ui/button'
import { PageHead } from '../../ui/page-head'
import { Picture } from '../../ui/picture'
import type { Route } from './+types/brands-page'
import { BrandLogo } from './brands'
import classes from './brands-page.module.css'

const TITLE = 'Elige tu academia'

/** Those that its cover is drawn with, and the one that carries white text. */
function coloursOf({ color_primario, color_acento }: Brand) {
  const shades = shadesOf(color_primario)
  const cover = {
    '--color-brand-5': shades[5],
    '--color-brand-8': shades[8],
    '--color-accent-4': shadesOf(color_acento)[4],
  }
  return { cover, main: { '--paint': shades[6], '--paint-hover': shades[7] } }
}

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await serverClient(context.get(requestContext).fetch).GET('/api/clientes/activos')
  return { brands: (data?.data ?? []).map((brand) => ({ ...brand, colours: coloursOf(brand) })) }
}

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: TITLE,
    description: `Mira los cursos de cada academia o ingresa al campus donde estudias: ${args.loaderData.brands.map(({ nombre }) => nombre).join(', ')}.`,
    data: (site) => [breadcrumbs(site, [{ name: TITLE, path: '/marcas' }])],
  })

type BrandCardProps = { brand: Route.ComponentProps['loaderData']['brands'][number] }

/** In its brand's own colours; all of it leads to the shop. Full loads, because the theme belongs to the document. */
function BrandCard({ brand: { colours, ...brand } }: BrandCardProps) {
  return (
    <li className={classes.card} style={colours.cover as CSSProperties}>
      <Picture src={null} alt="" ratio={3.1} sizes="" />
      <div className={classes.body}>
        <h2 className={classes.logo}>
          <BrandLogo brand={brand} height={48} />
        </h2>
        <p className={classes.motto}>{brand.lema}</p>
        <div className={classes.ways}>
          <AnchorButton
            href={`/?marca=${brand.slug}`}
            aria-label={`Ver los cursos de ${brand.nombre}`}
            className={classes.shop}
            style={colours.main as CSSProperties}
          >
            Ver los cursos
          </AnchorButton>
          <AnchorButton
            href={`/login/${brand.slug}`}
            aria-label={`Ingresar a ${brand.nombre}`}
            className={classes.enter}
            variant="default"
          >
            Ingresar
          </AnchorButton>
        </div>
      </div>
    </li>
  )
}

/** See docs/product/brands.md 2.3. */
export default function BrandsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className={classes.page}>
      <PageHead title={TITLE} documentTitle={null} lead="Mira sus cursos o ingresa al campus donde estudias." />
      <ul className={classes.grid}>
        {loaderData.brands.map((brand) => (
          <BrandCard key={brand.id} brand={brand} />
        ))}
      </ul>
    </div>
  )
}
