import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The names of the uploaded pictures that a text shows; see migration `0051_nombres_de_imagenes`. */
export const picturesIn = (column: AnyPgColumn): SQL => sql`imagenes_en(${column})`

/** Most texts show none, and stand in no index of pictures. */
export const showsPicture = (column: AnyPgColumn): SQL => sql`${column} LIKE '%/api/storage/imagenes/%'`
