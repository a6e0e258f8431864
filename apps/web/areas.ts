import type { LoadableScreens } from '@aangan/web/screens.ts';
import { loadChunk } from './load-chunk.ts';
import { shellWeb } from './shell.web.ts';

type AreaModule = Readonly<Record<string, unknown>>;

// Every area of the tree; the paths of one that is left out are unknown (areas/README 6).
const modules = import.meta.glob<AreaModule>('../../areas/*/area.web.ts');

const isScreens = (value: unknown): value is LoadableScreens =>
  typeof value === 'object' && value !== null && 'screens' in value && 'title' in value;

/** Screens of one area, or null when it is not built. Throws a ChunkLoadError when its list cannot be fetched. */
export async function screensOfArea(area: string): Promise<LoadableScreens | null> {
  const load = modules[`../../areas/${area}/area.web.ts`];
  if (!load) return null;
  const module = await loadChunk(load);
  return Object.values(module).find(isScreens) ?? null;
}

/** The shell's own screens are always there. */
export const ownScreens: LoadableScreens = shellWeb;
