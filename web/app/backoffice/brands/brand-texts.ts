import type { BrandBody, InstalledBrand } from '@campus/contract/settings'

export const OPEN = 'Abierta'
export const CLOSED = 'Cerrada'

const domainsOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')

export const textOf = ({ nombre, dominios, activa }: Pick<InstalledBrand, 'nombre' | 'dominios' | 'activa'>) => ({
  nombre,
  dominios: dominios.join('\n'),
  activa: activa ? OPEN : CLOSED,
})

export const bodyOf = ({ nombre, dominios, activa }: ReturnType<typeof textOf>, version: number): BrandBody => ({
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

export const newBodyOf = ({ nombres, apellidos, correo, dominios, ...brand }: typeof NEW_BRAND) => ({
  ...brand,
  dominios: domainsOf(dominios),
  administrador: { nombres, apellidos, correo },
})
