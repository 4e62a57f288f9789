import type { Brand } from '@campus/contract/brands'
import { shadesOf } from '@campus/contract/palette'
import { Button } from '@mantine/core'
import { serverClient } from '../../lib/client'
import { requestContext } from '../../lib/request-context'
import { breadcrumbs } from '../../lib/schema-org'
import { seo } from '../../lib/seo'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/brands-page'
import { BrandLogo } from './brands'
import classes from './brands.module.css'

const TITLE = 'Elige tu academia'

/** Shade 6 carries white text. */
export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await serverClient(context.get(requestContext).fetch).GET('/api/clientes/activos')
  return { brands: (data?.data ?? []).map((brand) => ({ ...brand, color: shadesOf(brand.color_primario)[6] })) }
}

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: TITLE,
    description: `Mira los cursos de cada academia o ingresa al campus donde estudias: ${args.loaderData.brands.map(({ nombre }) => nombre).join(', ')}.`,
    data: (site) => [breadcrumbs(site, [{ name: TITLE, path: '/marcas' }])],
  })

function BrandCard({ brand }: { brand: Brand & { color: string } }) {
  return (
    <li className={classes.card} style={{ borderTopColor: brand.color }}>
      <div className={classes.logo}>
        <BrandLogo brand={brand} height={48} />
      </div>
      <p className={classes.motto}>{brand.lema}</p>
      {/* Full loads, because the theme belongs to the document. */}
      <Button
        component="a"
        href={`/?marca=${brand.slug}`}
        aria-label={`Ver los cursos de ${brand.nombre}`}
        color={brand.color}
        h={44}
        fullWidth
      >
        Ver los cursos
      </Button>
      <p className={classes.enter}>
        Ya soy alumno ·{' '}
        <a href={`/login/${brand.slug}`} aria-label={`Ingresar a ${brand.nombre}`}>
          Ingresar
        </a>
      </p>
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
