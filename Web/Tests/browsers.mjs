// The browser for tests: Chromium, or the value of SIGHTLINE_BROWSER.
import { Browser } from './browser.mjs'
import { OtherBrowser } from './webdriver.mjs'

export const name = process.env.SIGHTLINE_BROWSER ?? 'chromium'
/** `flags` are Chromium's. */
export const launch = (...flags) => name === 'chromium' ? Browser.launch(...flags) : OtherBrowser.launch(name)
