/** The engine as bytes, for `Sightline.load(engine)`: no separate file and no request. */
export const engine: Uint8Array
