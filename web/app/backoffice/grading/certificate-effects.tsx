import type { CertificateEffect } from '@campus/contract/grading'
import { Alert, Text } from '@mantine/core'
import { IconCertificate2Off } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/errors'
import { count, formatNumber } from '../../lib/format'
import classes from './grading.module.css'

/** What a correction would do to certificates; null for other failures. */
export const effectsOf = (error: unknown): CertificateEffect[] | null =>
  error instanceof ApiError && error.code === 'CON_CERTIFICADO'
    ? (error.actual as { datos: CertificateEffect[] }).datos
    : null

type Asked = { puntos: number; effects: CertificateEffect[] }

/** What the server said that these points would do, until it is accepted or taken back. */
export function useEffectsAsked(puntos: number | null) {
  const [asked, setAsked] = useState<Asked | null>(null)
  // Other points are asked anew, also when the first ones are typed again.
  if (asked !== null && asked.puntos !== puntos) setAsked(null)
  return {
    effects: asked?.effects ?? null,
    /** Nothing for another failure. */
    ask: (error: unknown, about: number) => {
      const effects = effectsOf(error)
      if (effects) setAsked({ puntos: about, effects })
    },
    takeBack: () => setAsked(null),
  }
}

const isRevoked = ({ nota_nueva }: CertificateEffect): boolean => nota_nueva === null

/** The button that accepts them. */
export const acceptance = (effects: readonly CertificateEffect[]) =>
  effects.some(isRevoked)
    ? { text: 'Revocar y corregir', color: 'red' }
    : { text: 'Corregir también el certificado', color: undefined }

/** `2 certificados revocados.` */
export function doneWithText(effects: readonly CertificateEffect[]): string {
  const revoked = effects.filter(isRevoked).length
  const lowered = effects.length - revoked
  return [
    revoked > 0 && count(revoked, 'certificado revocado', 'certificados revocados'),
    lowered > 0 && count(lowered, 'certificado con la nota nueva', 'certificados con la nota nueva'),
  ]
    .filter(Boolean)
    .map((text) => `${text}.`)
    .join(' ')
}

const fateText = ({ nota, nota_nueva }: CertificateEffect): string =>
  nota_nueva === null
    ? `Se revoca (dice ${formatNumber(nota)} %).`
    : `Dirá ${formatNumber(nota_nueva)} % en vez de ${formatNumber(nota)} %.`

const afterText = (effects: readonly CertificateEffect[]): string => {
  const told = 'El alumno recibe un solo aviso, con el motivo.'
  return effects.some(isRevoked) ? `${told} Si vuelve a aprobar, su certificado vuelve con el mismo código.` : told
}

/** Each certificate with what becomes of it; takes the focus, so that a second press accepts nothing unread. */
export function CertificateEffects({ effects }: { effects: readonly CertificateEffect[] }) {
  const block = useRef<HTMLDivElement>(null)
  useEffect(() => block.current?.focus(), [])
  return (
    <Alert
      ref={block}
      tabIndex={-1}
      className={classes.told}
      role="alert"
      color="yellow"
      icon={<IconCertificate2Off aria-hidden />}
      mb="md"
      title="Esta nota dio un certificado"
    >
      <ul className={classes.effects}>
        {effects.map((effect) => (
          <li key={effect.codigo_certificado}>
            <strong>{effect.titulo}</strong>
            <span>{` (${effect.codigo_certificado}): `}</span>
            <span>{fateText(effect)}</span>
          </li>
        ))}
      </ul>
      <Text mt="xs" inherit>
        {afterText(effects)}
      </Text>
    </Alert>
  )
}
