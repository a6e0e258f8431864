// Every area of the product, in build order (areas/README §6). An area that is not here is absent: no module, no menu
// item, no route.
import type { AreaServer } from '@aangan/server/handle.ts';

export const areaServers: readonly AreaServer[] = [];
