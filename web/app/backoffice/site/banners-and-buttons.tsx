import { TextInput } from '@mantine/core'
import { BANNER_RATIO } from '../../lib/banners'
import { ImageField } from '../blocks/image-field'
import { withLimit } from '../blocks/limits'
import type { Editor } from '../blocks/open-document'
import { PartList } from '../blocks/part-list'
import { FieldGroup } from '../blocks/record'
import classes from './site.module.css'

type BannersProps = Pick<Editor<'portada'>, 'document' | 'change'>

/** What turns on the landing page, and the buttons of the students' first screen. */
export function BannersAndButtons({ document, change }: BannersProps) {
  return (
    <FieldGroup
      title="Banners y botones"
      text="Los banners giran en la portada y en el inicio de tus alumnos; los botones salen en su inicio."
    >
      <PartList
        label="Banners"
        description="Hasta dos imágenes de 1600 × 560."
        add="Agregar banner"
        path={['banners']}
        parts={document.banners}
        most={2}
        name={(_, at) => `Banner ${at + 1}`}
        fresh={() => ({ imagen: null, enlace: '' })}
        onChange={(banners) => change({ ...document, banners })}
      >
        {(banner, of, set, at) => (
          <>
            <ImageField
              label={`Imagen del banner ${at + 1}`}
              path={['banners', at, 'imagen']}
              use="imagen"
              ratio={BANNER_RATIO}
              frame="words"
              image={banner.imagen}
              onChange={(imagen) => set({ ...banner, imagen })}
            />
            <TextInput label="Enlace (opcional)" placeholder="/cursos" maxLength={500} {...of('enlace')} />
          </>
        )}
      </PartList>
      <PartList
        label="Botones"
        add="Agregar botón"
        path={['botones']}
        parts={document.botones}
        most={3}
        name={({ texto }, at) => texto || `Botón ${at + 1}`}
        fresh={() => ({ texto: '', enlace: '' })}
        onChange={(botones) => change({ ...document, botones })}
      >
        {(button, of) => (
          <div className={classes.pair}>
            <TextInput label="Texto" {...withLimit(button.texto, 60)} {...of('texto')} />
            <TextInput label="Enlace" maxLength={500} {...of('enlace')} />
          </div>
        )}
      </PartList>
    </FieldGroup>
  )
}
