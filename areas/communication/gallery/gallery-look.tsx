import { stateTable } from '@aangan/web/ui/state-look.ts';
import { galleryLabels } from './gallery.states.ts';
import { photoLabels } from './photo-names.ts';

stateTable('gallery', {
  DRAFT: ['neutral', galleryLabels.DRAFT],
  PUBLISHED: ['success', galleryLabels.PUBLISHED],
  WITHDRAWN: ['neutral', galleryLabels.WITHDRAWN],
});
stateTable('photo', {
  NEEDS_NAMES: ['warning', photoLabels.NEEDS_NAMES],
  BLOCKED: ['danger', photoLabels.BLOCKED],
  READY: ['success', photoLabels.READY],
  REMOVED: ['neutral', photoLabels.REMOVED],
});
