import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * What most screens share travels in few files: on a bad signal each request costs more than its bytes. What few screens
 * share stays apart, so that none pays for another.
 */
const SHARED = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 30 },
  { name: 'iconos', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 3, priority: 20 },
  {
    name: 'interfaz',
    test: /node_modules[\\/](@mantine|@floating-ui|clsx|@tanstack)[\\/]/,
    minShareCount: 6,
    priority: 10,
  },
  { name: 'comun', test: /app[\\/](ui|platform|shell)[\\/]/, minShareCount: 5, priority: 5 },
]

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED } } },
  },
})
