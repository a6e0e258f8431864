import type { LoadableScreens } from '@aangan/web/screens.ts';
import { loadChunk } from './load-chunk.ts';
import { screenLoads } from './shell.web.ts';

const isScreens = (value: unknown): value is LoadableScreens =>
  typeof value === 'object' && value !== null && 'screens' in value && 'title' in value;

/** Screens of one area, or null when it is not built. Throws a ChunkLoadError when its list cannot be fetched. */
export async function screensOfArea(area: string): Promise<LoadableScreens | null> {
  const module = await loadChunk(async () =>
    (await screenLoads()).areas[`../../areas/${area}/area.web.ts`]?.(),
  );
  return Object.values(module ?? {}).find(isScreens) ?? null;
}
