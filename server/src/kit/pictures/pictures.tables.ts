import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The names of the uploaded pictures in a text; see `imagenes_en` of the baseline migration. */
export const picturesIn = (column: AnyPgColumn): SQL => sql`imagenes_en(${column})`

/** The condition of the partial indexes: most texts show no picture. */
export const showsPicture = (column: AnyPgColumn): SQL => sql`${column} LIKE '%/api/storage/imagenes/%'`
