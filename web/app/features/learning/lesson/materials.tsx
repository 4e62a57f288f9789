import type { Material } from '@campus/contract/catalogue'
import {
  IconChevronDown,
  IconDownload,
  IconExternalLink,
  IconFileTypePdf,
  IconLink,
  IconNotes,
  IconPackage,
} from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Html } from '../../../ui/html'
import { IconTile, type TileTone } from '../../../ui/icon-tile'
import { Title } from '../../../ui/title'
import { fileFacts, hostOf, kindOf, type MaterialKind } from './material-kind'
import { ImageMaterial, PdfView } from './material-views'
import classes from './rows.module.css'

function Words({ name, facts }: { name: string; facts: string }) {
  return (
    <span className={classes.words}>
      <span className={classes.name}>{name}</span>
      <span className={classes.facts}>{facts}</span>
    </span>
  )
}

type DisclosureProps = { icon: typeof IconNotes; tone: TileTone; name: string; facts: string; children: ReactNode }

/** The content is fetched when it opens. */
function Disclosure({ icon, tone, name, facts, children }: DisclosureProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={classes.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconTile icon={icon} tone={tone} />
        <Words name={name} facts={facts} />
        <IconChevronDown size={22} aria-hidden />
      </button>
      <div id={id} className={classes.content} hidden={!open}>
        {open && children}
      </div>
    </>
  )
}

function LinkMaterial({ material }: { material: Material }) {
  const host = hostOf(material.ruta)
  if (!host || !material.ruta) return null
  return (
    <a className={classes.line} href={material.ruta} target="_blank" rel="noopener noreferrer">
      <IconTile icon={IconLink} tone="accent" />
      <Words name={material.nombre} facts={`Enlace · ${host}`} />
      <IconExternalLink size={20} aria-label="Se abre en otra pestaña" />
    </a>
  )
}

function TextMaterial({ material }: { material: Material }) {
  return (
    <Disclosure icon={IconNotes} tone="brand" name={material.nombre} facts="Texto">
      <Html html={material.texto ?? ''} />
    </Disclosure>
  )
}

function PdfMaterial({ material }: { material: Material }) {
  return (
    <Disclosure icon={IconFileTypePdf} tone="bad" name={material.nombre} facts={fileFacts(material)}>
      <PdfView name={material.nombre} address={material.ruta ?? ''} />
    </Disclosure>
  )
}

function Download({ material }: { material: Material }) {
  return (
    <a className={classes.line} href={material.ruta ?? ''} download>
      <IconTile icon={IconPackage} tone="plain" />
      <Words name={material.nombre} facts={fileFacts(material)} />
      <IconDownload size={20} aria-label="Descargar" />
    </a>
  )
}

const VIEWS: Record<MaterialKind, (props: { material: Material }) => ReactNode> = {
  link: LinkMaterial,
  text: TextMaterial,
  pdf: PdfMaterial,
  image: ImageMaterial,
  download: Download,
}

export function Materials({ materials }: { materials: Material[] }) {
  if (materials.length === 0) return null
  return (
    <section aria-labelledby="materiales">
      <Title order={2} id="materiales" className={classes.heading}>
        Materiales
      </Title>
      <ul className={classes.rows}>
        {materials.map((material) => {
          const View = VIEWS[kindOf(material)]
          return (
            <li key={material.id} className={classes.row}>
              <View material={material} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
