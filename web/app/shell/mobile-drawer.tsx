import { Button } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { api } from '../lib/api'
import { useBrand, useSeveralBrands } from '../lib/brand'
import { Drawer } from '../ui/drawer'
import { Guest } from '../ui/signed-in'
import classes from './nav.module.css'
import { NavList } from './nav-list'

function Categories({ onNavigate }: { onNavigate: () => void }) {
  const marca = String(useBrand().id)
  const { data } = api.useQuery(
    'get',
    '/api/categorias/activas',
    { params: { query: { marca } } },
    { staleTime: 300_000 },
  )
  if (!data?.data.length) return null
  return (
    <>
      <h2 className={classes.group}>Categorías</h2>
      <ul className={classes.list}>
        {data.data.map(({ id, nombre }) => (
          <li key={id}>
            <NavLink to={`/cursos/${id}`} className={classes.link} onClick={onNavigate}>
              {nombre}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function WhatsApp() {
  const { whatsapp } = useBrand().redes
  if (!whatsapp) return null
  return (
    <a href={whatsapp} target="_blank" rel="noopener noreferrer" className={classes.link}>
      <IconBrandWhatsapp size={22} stroke={1.7} aria-hidden />
      <span className={classes.words}>Escríbenos por WhatsApp</span>
    </a>
  )
}

function OtherBrands({ onNavigate }: { onNavigate: () => void }) {
  if (!useSeveralBrands()) return null
  return (
    <Link to="/marcas" className={classes.link} onClick={onNavigate}>
      Nuestras academias
    </Link>
  )
}

type MobileDrawerProps = { opened: boolean; onClose: () => void }

export default function MobileDrawer({ opened, onClose }: MobileDrawerProps) {
  const brand = useBrand()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="min(288px, 85vw)"
      title={brand.nombre}
      classNames={{ content: classes.drawer }}
      closeButtonProps={{ 'aria-label': 'Cerrar menú', size: 44 }}
    >
      <Guest className={classes.account}>
        <Button component={Link} to="/registro" onClick={onClose} fullWidth>
          Crear cuenta
        </Button>
        <Button component={Link} to="/login" onClick={onClose} variant="default" fullWidth>
          Iniciar sesión
        </Button>
      </Guest>
      <nav aria-label="Menú principal">
        <NavList onNavigate={onClose} />
        <Categories onNavigate={onClose} />
      </nav>
      <div className={classes.help}>
        <WhatsApp />
        <OtherBrands onNavigate={onClose} />
      </div>
    </Drawer>
  )
}
