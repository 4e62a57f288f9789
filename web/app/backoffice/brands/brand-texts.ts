import { BrandBody, type InstalledBrand, NewBrandBody } from '@campus/contract/settings'

export const OPEN = 'Abierta'
export const CLOSED = 'Cerrada'

const domainsOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')

export const textOf = ({ nombre, dominios, activa }: Pick<InstalledBrand, 'nombre' | 'dominios' | 'activa'>) => ({
  nombre,
  dominios: dominios.join('\n'),
  activa: activa ? OPEN : CLOSED,
})
export type BrandValues = ReturnType<typeof textOf>

export const bodyOf = ({ nombre, dominios, activa }: BrandValues, version: number): BrandBody => ({
  nombre,
  dominios: domainsOf(dominios),
  activa: activa === OPEN,
  version,
})

export const NEW_BRAND = {
  nombre: '',
  slug: '',
  color_primario: '#3B5BDB',
  color_acento: '#E8590C',
  dominios: '',
  nombres: '',
  apellidos: '',
  correo: '',
}
export type NewBrandValues = typeof NEW_BRAND

export const newBodyOf = (values: NewBrandValues, password: string): NewBrandBody => {
  const { nombres, apellidos, correo, dominios, ...brand } = values
  return { ...brand, dominios: domainsOf(dominios), administrador: { nombres, apellidos, correo }, password }
}

/** The contract's rules for a form of plain texts: each problem is shown at its field. */
const schemaOf = <Values>(schema: typeof BrandBody | typeof NewBrandBody, toBody: (values: Values) => object) =>
  ({
    '~standard': {
      version: 1,
      vendor: 'campus',
      validate: (values: unknown) => {
        const issues = schema.safeParse(toBody(values as Values)).error?.issues
        if (!issues) return { value: values }
        const fieldOf = (path: PropertyKey[]) => (path[0] === 'administrador' ? path[1] : path[0]) ?? ''
        return { issues: issues.map(({ message, path }) => ({ message, path: [fieldOf(path)] })) }
      },
    },
  }) as const

export const BRAND_SCHEMA = schemaOf(BrandBody, (values: BrandValues) => bodyOf(values, 0))
export const NEW_BRAND_SCHEMA = schemaOf(NewBrandBody, (values: NewBrandValues) => newBodyOf(values, 'x'))
