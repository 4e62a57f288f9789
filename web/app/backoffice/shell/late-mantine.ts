import { lazy } from 'react'

const load = () => import('./mantine')

/** Around what is drawn with Mantine. */
export const Mantine = lazy(load)

/** Fetches Mantine beside the part that needs it, not after it. */
export const besideMantine =
  <Part>(part: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const [loaded] = await Promise.all([part(), load()])
    return loaded
  }
