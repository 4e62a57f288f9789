import type { Course, Teacher } from '@campus/contract/catalogue'
import { limaClock } from '@campus/contract/formats'
import { plainText } from '@campus/contract/plain-text'
import { shorten } from '@campus/contract/shorten'
import { provider, type Thing } from './schema-org'
import type { Site } from './site'

/** In characters; the limit of search engines. */
const COURSE_DESCRIPTION = 5000

/** Undefined for zero, because a course of no time would be false. */
export function isoDuration(minutes: number): string | undefined {
  const rest = minutes % 60
  if (minutes <= 0) return undefined
  return `PT${minutes >= 60 ? `${Math.floor(minutes / 60)}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}

function offer(site: Site, course: Course): Thing {
  return {
    '@type': 'Offer',
    url: site.page(`/detallecurso/${course.id}`),
    price: course.costo.toFixed(2),
    priceCurrency: 'PEN',
    priceValidUntil: course.oferta_hasta ? limaClock(course.oferta_hasta).slice(0, 10) : undefined,
    availability: 'https://schema.org/InStock',
    category: course.costo > 0 ? 'Paid' : 'Free',
  }
}

type CourseOnSale = Course & {
  docentes?: Teacher[]
  proxima_clase?: string | null
  modulos?: { lecciones: { duracion: number }[] }[]
}

const minutesOf = ({ horas, modulos = [] }: CourseOnSale): number =>
  Math.round(horas * 60) ||
  modulos.flatMap(({ lecciones }) => lecciones).reduce((sum, { duracion }) => sum + duracion, 0)

/** Google requires a workload, so a course without one has no instance. */
function instance(of: CourseOnSale): Thing | undefined {
  const courseWorkload = isoDuration(minutesOf(of))
  if (!courseWorkload) return undefined
  const teachers = of.docentes?.map(({ nombres, apellidos, profesion }) => ({
    '@type': 'Person',
    name: `${nombres} ${apellidos}`,
    jobTitle: profesion ?? undefined,
  }))
  return {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload,
    startDate: startDay(of),
    instructor: teachers && teachers.length > 0 ? teachers : undefined,
  }
}

function startDay({ proxima_clase, fecha_inicio }: CourseOnSale): string | undefined {
  if (proxima_clase) return limaClock(proxima_clase).slice(0, 10)
  return fecha_inicio && Date.parse(fecha_inicio) > Date.now() ? fecha_inicio : undefined
}

export function course(site: Site, of: CourseOnSale): Thing {
  const description = shorten(plainText(of.descripcion), COURSE_DESCRIPTION)
  return {
    '@type': 'Course',
    '@id': site.page(`/detallecurso/${of.id}`),
    name: of.nombre,
    description: description || of.nombre,
    url: site.page(`/detallecurso/${of.id}`),
    image: of.imagen ? site.file(of.imagen) : undefined,
    inLanguage: 'es',
    educationalLevel: of.nivel || undefined,
    about: of.categoria,
    teaches: of.aprenderas.length > 0 ? of.aprenderas : undefined,
    provider: provider(site),
    offers: offer(site, of),
    hasCourseInstance: instance(of),
  }
}
