import { IconSelector } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Route, Routes } from 'react-router'
import { useWindowEvent } from '../../lib/events'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Late } from '../../ui/late'
import { LoadingScreen } from '../blocks/loaded-screen'
import { BrandSwitch } from './brand-switch'
import { Header } from './header'
import { useKeptFocus } from './kept-focus'
import { Mantine } from './late-mantine'
import { NotFound } from './not-found'
import { preload, SCREENS, type Screen } from './screens'
import classes from './shell.module.css'
import { SideMenu } from './side-menu'
import { isAllowed, OpenScreensProvider, screenPath, useStaff } from './staff'

function Screens() {
  const staff = useStaff()
  const route = ({ path, permission, Page }: Screen) => (
    <Route key={path} path={path} element={isAllowed(staff, permission) ? <Page /> : <NotFound />} />
  )
  return (
    <Late fallback={<LoadingScreen />}>
      <Routes>
        {SCREENS.filter(({ mantine }) => !mantine).map(route)}
        <Route element={<Mantine />}>{SCREENS.filter(({ mantine }) => mantine).map(route)}</Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Late>
  )
}

/** What a link leads to is fetched while the pointer or the focus is on it. */
function useIntent(): void {
  const intend = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/gestion"]')
    if (link) preload(link.pathname)
  }
  useWindowEvent('pointerover', intend)
  useWindowEvent('focusin', intend)
}

/** Header, side menu and the screen; on phones the menu is a drawer. */
export function Frame() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const staff = useStaff()
  useKeptFocus()
  useIntent()
  const paths = useMemo(
    () => new Set(SCREENS.filter(({ permission }) => isAllowed(staff, permission)).map(({ path }) => screenPath(path))),
    [staff],
  )
  return (
    <OpenScreensProvider value={paths}>
      <Header onMenu={() => setOpened(true)} />
      {opened && (
        <Dialog side="left" onClose={close} title={staff.marca.nombre}>
          {isAllowed(staff, 'plataforma') && (
            <BrandSwitch
              button={(props) => (
                <Button
                  {...props}
                  className={classes.drawerSwitch}
                  variant="default"
                  fullWidth
                  rightSection={<IconSelector size={18} aria-hidden />}
                >
                  Cambiar de marca
                </Button>
              )}
            />
          )}
          <SideMenu onNavigate={close} />
        </Dialog>
      )}
      <div className={classes.body}>
        <aside className={classes.side} data-menu>
          <div className={classes.standing}>
            <SideMenu />
          </div>
        </aside>
        <main id="contenido" tabIndex={-1} className={classes.main}>
          <Screens />
        </main>
      </div>
    </OpenScreensProvider>
  )
}
