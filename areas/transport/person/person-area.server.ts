import { handlers as vendorHandlers } from './escort-vendor.listing.server.ts';
import { handlers as staffHandlers } from './vehicle-staff.listing.server.ts';

export const personFiles = [
  vendorHandlers,
  await import('./escort-vendor.server.ts'),
  await import('./escort-person.server.ts'),
  await import('./escort-account.server.ts'),
  await import('./escort-document.server.ts'),
  staffHandlers,
  await import('./vehicle-staff.server.ts'),
];
