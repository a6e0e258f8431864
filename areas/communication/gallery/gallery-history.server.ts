import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { communicationModules as m } from '../modules.ts';
import { galleryLabels } from './gallery.states.ts';

const UUID = /^[0-9a-f-]{36}$/i;

/** Steps and changes of an album. To be called once at start. */
export function registerGalleryHistory(): void {
  registerHistory('gallery', {
    module: m.photogallaryList,
    tables: [{ table: 'gallery', title: 'Album', by: null }],
    columns: {
      franchisee_id: null,
      published_at: null,
      published_by: null,
      withdraw_reason: null,
      section_ids: null,
    },
    states: galleryLabels,
    ensureVisible: async (db, _actor, id) => {
      if (!UUID.test(id)) throw refuse('row.not-found');
      ensureFound(await db.selectFrom('gallery').select('id').where('id', '=', id).executeTakeFirst());
    },
  });
}
