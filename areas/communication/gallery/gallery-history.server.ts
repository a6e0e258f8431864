import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { communicationModules as m } from '../modules.ts';
import { galleryLabels } from './gallery.states.ts';

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
    ensureVisible: visibleRow('gallery'),
  });
}
