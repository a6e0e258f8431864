import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { folderSearch } from './folder-reader.server.ts';

export const folderFiles = [
  await import('./folder.server.ts'),
  await import('./folder-item.server.ts'),
  await import('./folder-reader.server.ts'),
];

export const folderExtras: Pick<AreaExtras, 'search'> = { search: [folderSearch] };
