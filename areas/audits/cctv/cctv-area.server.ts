import { expiryJob } from './cctv-expiry.server.ts';
import { cctvHomeCards, registerCctvHistory } from './cctv-extras.server.ts';

registerCctvHistory();

export const cctvFiles = [
  ...(await import('./cctv-document.listing.server.ts')).handlers,
  await import('./view-cctv-document.server.ts'),
  await import('./upload-cctv-document.server.ts'),
  await import('./decide-cctv-document.server.ts'),
];
export const cctvExtras = { jobs: [expiryJob], homeCards: cctvHomeCards } as const;
