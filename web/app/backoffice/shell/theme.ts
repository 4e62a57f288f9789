import { createTheme } from '@mantine/core'

const small = { defaultProps: { size: 'sm' } }

/** Denser than the campus; shell.css gives phones large fields. */
export const STAFF_THEME = createTheme({
  components: {
    Button: small,
    TextInput: small,
    Textarea: small,
    Select: small,
    MultiSelect: small,
    Checkbox: small,
    Switch: small,
    PasswordInput: {
      defaultProps: {
        size: 'sm',
        visibilityToggleButtonProps: { 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 },
      },
    },
    ColorInput: { defaultProps: { size: 'sm', withEyeDropper: false, popoverProps: { withinPortal: false } } },
    ColorPicker: { defaultProps: { saturationLabel: 'Saturación y brillo', hueLabel: 'Tono' } },
    Menu: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        offset: 6,
        radius: 'md',
        position: 'bottom-end',
        loop: true,
        withInitialFocusPlaceholder: false,
      },
    },
  },
})
