import { Button } from '@mantine/core'
import { IconArrowRight, IconBooks, IconCertificate } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useBrand } from '../../platform/brand'
import { activeCourses } from '../../platform/courses.server'
import { requestContext } from '../../platform/request-context'
import { courseList, organization, website } from '../../platform/schema-org'
import { seo } from '../../platform/seo'
import { Landscape } from '../../ui/landscape'
import { Only } from '../../ui/only'
import { PageHead } from '../../ui/page-head'
import { SaleGrid } from '../../ui/sale-grid'
import { State } from '../../ui/states'
import type { Route } from './+types/landing-page'
import classes from './landing.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(requestContext)
  return { courses: await activeCourses(page, page.brand) }
}

export const meta: Route.MetaFunction = (args) => {
  const { brand } = args.matches[0].loaderData
  return seo(args, {
    title: `${brand.nombre}: ${brand.lema}`,
    alone: true,
    description: `${brand.lema}. Cursos cortos y prácticos de ${brand.nombre}, con examen y certificado.`,
    data: (site) => [organization(site), website(site), courseList(site, args.loaderData.courses)],
  })
}

function Hero() {
  const brand = useBrand()
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <PageHead
          title={brand.lema}
          documentTitle={null}
          lead={
            <span className={classes.lead}>Cursos cortos y prácticos de {brand.nombre}, con examen y certificado.</span>
          }
        />
        <div className={classes.actions}>
          <Only who="visitor">
            <Button component={Link} to="/login" size="lg" className={classes.main}>
              Ingresar
            </Button>
          </Only>
          <Only who="signed">
            <Button
              component={Link}
              to="/inicio"
              size="lg"
              className={classes.main}
              rightSection={<IconArrowRight size={20} aria-hidden />}
            >
              Ir a mi campus
            </Button>
          </Only>
          <Button
            component={Link}
            to="/certificado"
            size="lg"
            className={classes.second}
            leftSection={<IconCertificate size={20} aria-hidden />}
          >
            Verificar un certificado
          </Button>
        </div>
      </div>
      <Landscape className={classes.landscape} />
    </section>
  )
}

/** The brand's welcome, rendered on the server. */
export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { courses } = loaderData
  return (
    <>
      <Hero />
      <section aria-labelledby="cursos">
        <h2 id="cursos" className={classes.heading}>
          Todos los cursos en un solo lugar
        </h2>
        {courses.length === 0 ? (
          <State icon={IconBooks} title="No hay cursos disponibles" />
        ) : (
          <SaleGrid courses={courses} eager={2} />
        )}
      </section>
    </>
  )
}
