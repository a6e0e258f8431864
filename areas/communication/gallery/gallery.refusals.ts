import { refusals } from '@aangan/contract/refusal.ts';

export const refuseGallery = refusals({
  'gallery.full': [409, 'An album has at most 300 pictures.'],
  'gallery.nothing-ready': [
    409,
    'No picture is ready yet. Say who is on the pictures, and blur or remove who has no consent.',
  ],
  'photo.not-your-section': [403, 'These are not your children: another teacher keeps this section.'],
  'photo.removed': [409, 'This picture was removed.'],
});
