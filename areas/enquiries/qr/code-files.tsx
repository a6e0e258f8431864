// Pictures of a code, drawn in the browser: the same address, quiet zone and correction level as on paper.
import { saveBlob } from '@aangan/web/api/open-file.ts';

const LOOK = { margin: 4, errorCorrectionLevel: 'M' } as const;

/** Saves a code as SVG. */
export async function saveSvg(address: string, name: string): Promise<void> {
  const { toString: draw } = await import('qrcode');
  const svg = await draw(address, { ...LOOK, type: 'svg' });
  saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** Saves a code as PNG of so many pixels a side. */
export async function savePng(address: string, name: string, pixels: 1024 | 2048): Promise<void> {
  const { toDataURL } = await import('qrcode');
  const url = await toDataURL(address, { ...LOOK, width: pixels });
  saveBlob(await (await fetch(url)).blob(), `${name}-${pixels}.png`);
}
