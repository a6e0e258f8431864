import { refusals } from '@aangan/contract/refusal.ts';

export const refuseCctv = refusals({
  'cctv.own-upload': [403, 'You uploaded this document. Another person verifies it.'],
  'cctv.verified': [409, 'This document is verified and cannot be changed. Upload a new version.'],
});
