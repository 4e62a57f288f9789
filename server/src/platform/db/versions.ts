import { TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'

/** What has a version, as migration 0011's triggers number it: everything that an answer is made of falls under one of these. */
export const VERSIONED = {
  /** A student's own: places, progress, attendance, attempts, surveys, certificates. */
  alumno: 1,
  /** A person's notifications. */
  avisos: 2,
  /** What the academies offer, from brands to exams. There is one. */
  contenido: 3,
  /** A forum with its posts. */
  foro: 4,
  /** The forums of a course. */
  foros_curso: 5,
  /** The forums of a brand. */
  foros_marca: 6,
  /** How far a person has read forums. */
  lecturas: 7,
  /** The comments of a lesson. */
  comentarios: 8,
  /** What others see of people. There is one. */
  personas: 9,
} as const

const KIND = 2 ** 32

/** The keys of versions, as PostgreSQL reads a list of them. */
export const versionKeys = (of: [keyof typeof VERSIONED, number][]): string =>
  `{${of.map(([kind, id]) => VERSIONED[kind] * KIND + id).join()}}`

/**
 * What keys (a text, as {@link versionKeys} writes it) have come to: a text that changes with each change of any of them, and with
 * the day in Lima, on which places end and visits are counted.
 */
export const versionOf = (keys: SQL): SQL => sql`((SELECT coalesce(sum(v.version), 0) FROM versiones v
  WHERE v.clave = ANY (${keys}::bigint[])) || ' ' || (now() AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date)`
