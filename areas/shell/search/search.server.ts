import type { SearchHit } from '@aangan/server/endpoint/area-extras.ts';
import { searchSources } from '@aangan/server/endpoint/area-registry.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { holds, narrowTo } from '@aangan/server/work/actor.ts';
import { searchContract } from '../search.contract.ts';

const EACH = 5;

/** Each source runs in a unit of work of its own, cut to the centres where the caller holds its module. */
export const search = handleApart(searchContract.search, async (call) => {
  const words = call.input.q.toLowerCase();
  const groups: { kind: string; title: string; hits: SearchHit[] }[] = [];
  for (const { kind, title, module, find } of searchSources()) {
    if (!holds(call.actor, module, false)) continue;
    const actor = narrowTo(call.actor, module, 'GET');
    const hits = await call.work(actor, (db) => find(db, actor, words, EACH));
    if (hits.length > 0) groups.push({ kind, title, hits: [...hits].slice(0, EACH) });
  }
  if (groups.length > 0)
    await call.work(call.actor, (db) =>
      logAccess(
        db,
        call.actor,
        {
          action: 'READ',
          contract: searchContract.search.name,
          subjectKind: 'search',
          n: groups.reduce((sum, group) => sum + group.hits.length, 0),
          purpose: 'find',
        },
        call.request,
      ),
    );
  return { groups };
});
