import { adminStyle } from './styles/admin.ts'
import { baseStyle } from './styles/base.ts'
import { buttonStyle } from './styles/buttons.ts'
import { contentStyle } from './styles/content.ts'
import { controlsStyle } from './styles/controls.ts'
import { exchangeStyle } from './styles/exchange.ts'
import { formsStyle } from './styles/forms.ts'
import { frameStyle } from './styles/frame.ts'
import { mediaStyle } from './styles/media.ts'
import { paletteStyle } from './styles/palette.ts'
import { rowsStyle } from './styles/rows.ts'

/** The style of every page. Its hash is in the Content-Security-Policy. */
export const stylesheet = [
  paletteStyle,
  frameStyle,
  baseStyle,
  buttonStyle(),
  formsStyle,
  contentStyle,
  exchangeStyle,
  rowsStyle,
  controlsStyle,
  adminStyle,
  mediaStyle,
].join('')
