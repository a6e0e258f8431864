import { refusals } from '@aangan/contract/refusal.ts';

export const refuseVideo = refusals({
  'video.name-taken': [409, 'Another video has this name already. Choose another name.'],
  'video.not-own': [403, 'This video belongs to head office. You can change videos of your own centre.'],
  'video.centre-chosen': [409, 'This video belongs to head office. Choose all centres at the top first.'],
  'video.no-letters': [422, 'Use at least one letter or digit of the English alphabet in the name.'],
  'video.not-ready': [409, 'This video is archived. Restore it first.'],
});
