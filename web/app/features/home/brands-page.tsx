import type { Brand } from '@campus/contract/brands'
import { Button } from '@mantine/core'
import { serverClient } from '../../platform/client'
import { paletteOf } from '../../platform/palette.server'
import { requestContext } from '../../platform/request-context'
import { breadcrumbs } from '../../platform/schema-org'
import { seo } from '../../platform/seo'
import { BrandLogo } from '../../ui/brand-logo'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/brands-page'
import classes from './brands.module.css'

const TITLE = 'Elige tu academia'

/** Every brand with the shade of its colour that carries white text. */
export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await serverClient(context.get(requestContext).fetch).GET('/api/clientes/activos')
  return { brands: (data?.data ?? []).map((brand) => ({ ...brand, color: paletteOf(brand.color_primario)[6] })) }
}

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: TITLE,
    description: `Ingresa al campus donde estudias: ${args.loaderData.brands.map(({ nombre }) => nombre).join(', ')}.`,
    data: (site) => [breadcrumbs(site, [{ name: TITLE, path: '/marcas' }])],
  })

function BrandCard({ brand }: { brand: Brand & { color: string } }) {
  return (
    <li className={classes.card} style={{ borderTopColor: brand.color }}>
      <BrandLogo brand={brand} height={56} />
      <p className={classes.motto}>{brand.lema}</p>
      {/* A new page, not a navigation: the theme belongs to the document. */}
      <Button
        component="a"
        href={`/login/${brand.slug}`}
        aria-label={`Ingresar a ${brand.nombre}`}
        color={brand.color}
        fullWidth
      >
        Ingresar
      </Button>
    </li>
  )
}

/** The brand home: the logos and the ways in (campus.md section 2). */
export default function BrandsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className={classes.page}>
      <PageHead title={TITLE} documentTitle={null} lead="Ingresa al campus donde estudias." />
      <ul className={classes.grid}>
        {loaderData.brands.map((brand) => (
          <BrandCard key={brand.id} brand={brand} />
        ))}
      </ul>
    </div>
  )
}
