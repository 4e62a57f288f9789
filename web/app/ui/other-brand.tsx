import { useBrand } from '../lib/brand'
import { withBrand } from '../lib/redirect'
import { useRoot } from '../lib/root-data'
import classes from './other-brand.module.css'

const COURSES = { to: '/cursos', back: (own: string) => `Ver los cursos de ${own}` } as const

const TEXTS = {
  curso: {
    title: (brand: string) => `Este curso es de ${brand}`,
    text: (own: string) =>
      `Tu cuenta es de ${own}: aquí puedes mirarlo; para llevarlo necesitas una cuenta de esa academia.`,
    ...COURSES,
  },
  categoria: {
    title: (brand: string) => `Estos cursos son de ${brand}`,
    text: (own: string) =>
      `Tu cuenta es de ${own}: aquí puedes mirarlos; para llevarlos necesitas una cuenta de esa academia.`,
    ...COURSES,
  },
  certificado: {
    title: (brand: string) => `Este certificado es de ${brand}`,
    text: (own: string) => `Tu cuenta es de ${own}: aquí solo puedes verificarlo.`,
    to: '/inicio',
    back: (own: string) => `Volver a ${own}`,
  },
} as const

/** For someone whose account belongs to another academy. */
export function OtherBrand({ own, page }: { own: number; page: keyof typeof TEXTS }) {
  const { nombre } = useBrand()
  const home = useRoot().brands.find(({ id }) => id === own)
  const { title, text, to, back } = TEXTS[page]
  return (
    <div className={classes.foreign}>
      <h2>{title(nombre)}</h2>
      {home && (
        <>
          <p>{text(home.nombre)}</p>
          {/* A full load, because the theme belongs to the document. */}
          <a href={withBrand(to, own)}>{back(home.nombre)}</a>
        </>
      )}
    </div>
  )
}
