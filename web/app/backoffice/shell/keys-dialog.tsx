import { Dialog } from '../../ui/dialog'
import classes from './keys-dialog.module.css'

/** Keys of one press have a space between them; another way follows a comma. */
const GROUPS = {
  'En toda la gestión': {
    'Ctrl K, /': 'Buscar, ir o hacer algo',
    '?': 'Ver estos atajos',
    Esc: 'Cerrar lo de encima',
  },
  'En las listas': {
    '↑, ↓': 'Cambiar de fila',
    Enter: 'Abrir la fila',
  },
  'Al escribir': {
    'Ctrl Enter': 'Enviar',
    'Ctrl S': 'Guardar la ficha',
    'Ctrl K': 'Enlace en un texto',
  },
  'En el índice y en lo que se ordena': {
    'Alt ↑, Alt ↓': 'Mover la fila',
    'Ctrl Z': 'Deshacer',
    Tab: 'Ir a sus botones',
  },
}

const Key = (key: string) => <kbd key={key}>{key}</kbd>

/** The keys that the back office knows. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Atajos de teclado" size="lg">
      <div className={classes.groups}>
        {Object.entries(GROUPS).map(([name, keys]) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {Object.entries(keys).map(([pressed, does]) => (
                <div key={pressed}>
                  <dt>{does}</dt>
                  <dd>
                    {pressed.split(', ').map((way) => (
                      <span key={way}>{way.split(' ').map(Key)}</span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
