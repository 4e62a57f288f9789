import type { LandingPage as LandingData } from '@campus/contract/catalogue'
import { bannersOf } from '../../../lib/banners'
import { useBrand } from '../../../lib/brand'
import { count, formatNumber } from '../../../lib/format'
import { needsSession } from '../../../lib/paths'
import { useSession } from '../../../lib/session'
import { Banners } from '../../../ui/banners'
import { Landscape } from '../../../ui/landscape'
import { PageHead } from '../../../ui/page-head'
import { Actions } from './actions'
import classes from './hero.module.css'
import { TEXTS } from './texts'

/** The sidebar and the margins are subtracted on wide screens. */
const SIZES = '(max-width: 767px) 100vw, (max-width: 1199px) calc(100vw - 136px), min(1200px, calc(100vw - 320px))'

/** Fewer say nothing. */
const FEW_STUDENTS = 25
/** The server counts no further. */
const COUNTED = 10_000

/** Only what the academy's own data say. */
export function proofOf({ cursos, estudiantes }: Pick<LandingData, 'cursos' | 'estudiantes'>): string[] {
  const lessons = cursos.reduce((sum, { lecciones }) => sum + lecciones, 0)
  const certified = cursos.filter(({ certificado }) => certificado).length
  const courses = count(cursos.length, 'curso', 'cursos')
  return [
    estudiantes >= COUNTED && `Más de ${formatNumber(COUNTED)} estudiantes`,
    estudiantes >= FEW_STUDENTS && estudiantes < COUNTED && `${formatNumber(estudiantes)} estudiantes`,
    lessons > 0 && `${count(lessons, 'lección', 'lecciones')} en ${courses}`,
    certified > 0 && count(certified, 'curso con certificado verificable', 'cursos con certificado verificable'),
  ].filter((fact) => fact !== false)
}

/** The banners; a guest is not led to a page that requires a login. */
function Pictures({ botones }: Pick<LandingData, 'botones'>) {
  const session = useSession()
  const banners = bannersOf(botones).map(({ image, link }) => ({
    image,
    link: link && needsSession(link) && !session ? null : link,
  }))
  return <Banners banners={banners} sizes={SIZES} eager newTab />
}

/** What one achieves here, its proof and the way in, over the brand's banners. */
export function Hero({ data }: { data: LandingData | null }) {
  const brand = useBrand()
  const words = data?.portada.apertura
  const pictures = data && bannersOf(data.botones).length > 0
  const proof = data ? proofOf(data) : []
  return (
    <section className={classes.hero} aria-label="Bienvenida">
      <div className={classes.words}>
        {words && brand.lema && <p className={classes.motto}>{brand.lema}</p>}
        <PageHead title={words?.titular ?? (brand.lema || brand.nombre)} documentTitle={null} flush />
        {words && <p className={classes.text}>{words.texto}</p>}
        <Actions to={words?.enlace ?? '/cursos'} label={words?.boton ?? TEXTS.seeCourses} join={TEXTS.join} />
        {proof.length > 0 && (
          <ul className={classes.proof} aria-label="En cifras">
            {proof.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
        {data && !pictures && <p className={classes.note}>{TEXTS.noBanners}</p>}
      </div>
      <div className={classes.pictures}>
        {pictures ? <Pictures botones={data.botones} /> : <Landscape className={classes.landscape} />}
      </div>
    </section>
  )
}
