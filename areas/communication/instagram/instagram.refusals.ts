import { refusals } from '@aangan/contract/refusal.ts';

export const refuseInstagram = refusals({
  'insta.no-consent': [409, '{count} pictures may not be shown in public. {reason}'],
  'insta.caption': [422, 'The caption cannot be used as it is.'],
  'insta.too-late': [409, 'The time of this post is over. Choose a later one.'],
});
